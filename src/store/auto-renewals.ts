import { isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import { isNotBanned } from "./bans.ts";

/**
 * Why the bot asks the person instead of renewing the domain:
 * - `ceiling`: the price is above the person's ceiling for this domain.
 * - `unknown`: the price is unknown.
 * - `premium`: the price is a premium price.
 * - `blocked`: the service has blocked the domain.
 * - `money`: the balance is too low.
 * - `cap`: the order would exceed the person's daily spending cap.
 * - `sum`: the order needs a second confirmation, because it has a risk or costs more than the limit that the person
 *   set.
 * - `frozen`: a person has frozen the account or the domain, which blocks new orders.
 */
export const askReasons = ["ceiling", "unknown", "premium", "blocked", "money", "cap", "sum", "frozen"] as const;
export type AskReason = (typeof askReasons)[number];

export interface AutoRenewal {
	domain: string;
	/** The person who turned auto-renew on, and their name in Telegram; the name is null if it is unknown. */
	personId: number;
	personName: string | null;
	ceilingCents: number;
}

interface Key {
	accountId: number;
	domain: string;
}

/** Expiry dates within this interval count as equal, because a service may round a date differently in each answer. */
const sameDate = sql`interval '1 day'`;

/**
 * Turns auto-renew on for a domain, or changes its price ceiling. Also deletes a stored question to the person about
 * the renewal. While such a question is stored, the bot does not decide again about the same expiry date.
 */
export async function keepAutoRenewal(
	tx: Tx,
	{ accountId, domain, personId, ceilingCents }: Key & { personId: number; ceilingCents: number },
): Promise<void> {
	await tx.execute(sql`
		insert into bot.auto_renewals (account_id, domain, person_id, ceiling_cents)
		values (${accountId}, ${domain}, ${personId}, ${ceilingCents})
		on conflict (account_id, domain) do update
			set person_id = excluded.person_id, ceiling_cents = excluded.ceiling_cents`);
	await tx.execute(sql`
		delete from bot.auto_renewal_runs where account_id = ${accountId} and domain = ${domain} and state = 'asked'`);
}

/** Turns auto-renew off. Waits if a transaction that places an order holds the lock of `lockAutoRenewal`. */
export async function stopAutoRenewal(db: Db | Tx, { accountId, domain }: Key): Promise<void> {
	await db.execute(sql`delete from bot.auto_renewals where account_id = ${accountId} and domain = ${domain}`);
}

/**
 * Turns off auto-renew for the domains for which this person turned it on. Call it when the person leaves the account.
 */
export async function deleteAutoRenewals(tx: Tx, personId: number, accountId: number): Promise<void> {
	await tx.execute(sql`delete from bot.auto_renewals where account_id = ${accountId} and person_id = ${personId}`);
}

export async function autoRenewalsOf(db: Db, accountId: number, domain?: string): Promise<AutoRenewal[]> {
	return await db.execute<AutoRenewal & Record<string, unknown>>(sql`
		select a.domain, a.person_id::float8 as "personId", c.person_name as "personName",
			a.ceiling_cents::int as "ceilingCents"
		from bot.auto_renewals a
			left join bot.connections c on c.account_id = a.account_id and c.person_id = a.person_id
		where a.account_id = ${accountId} ${domain === undefined ? sql`` : sql`and a.domain = ${domain}`}
		order by a.domain`);
}

/** A domain is renewed this many days before it expires. */
const daysBefore = 14;
const dayMs = 24 * 3_600_000;

/**
 * The conditions for renewing a domain that expires on `date`, over a row `a` of `bot.auto_renewals`:
 * - It expires within `daysBefore` days.
 * - The person who turned auto-renew on is not banned.
 * - The bot has neither ordered the renewal for this expiry date nor asked the person about it.
 * - No renewal of the domain was confirmed in the last two days. `except`: the operation that is about to renew it.
 */
function isDue(date: SQL, except: number | null = null): SQL {
	return sql`
		${date} between clock() and clock() + ${daysBefore} * interval '1 day'
		and ${isNotBanned(sql`a.person_id`)}
		and not exists (
			select from bot.auto_renewal_runs r where r.account_id = a.account_id and r.domain = a.domain
				and r.expires_at between ${date} - ${sameDate} and ${date} + ${sameDate})
		and not exists (
			select from bot.items i join bot.operations o on o.id = i.operation_id
			where i.account_id = a.account_id and i.domain = a.domain and o.kind = 'renew'
				and ${isWithin(sql`o.confirmed_at`, 2 * dayMs)} and o.id is distinct from ${except}::bigint)`;
}

/** Returns the domains with auto-renew that are due (see `isDue`), the next to expire first. */
export async function dueAutoRenewals(
	db: Db,
	accountId: number,
): Promise<{ domain: string; personId: number; premium: boolean }[]> {
	return await db.execute<{ domain: string; personId: number; premium: boolean }>(sql`
		select a.domain, a.person_id::float8 as "personId", coalesce((
			select p.premium from bot.prices p where p.account_id = a.account_id and p.subject = a.domain
			order by p.since desc limit 1), false) as premium
		from bot.auto_renewals a join bot.domains d on d.account_id = a.account_id and d.domain = a.domain
		where a.account_id = ${accountId} and d.listed_at is not null and ${isDue(sql`d.expires_at`)}
		order by d.expires_at, a.domain`);
}

/**
 * Locks a person's auto-renew setting of a domain until the transaction ends, and returns its price ceiling in cents.
 * Returns null if auto-renew is off, if another person has turned it on, or if the domain is not due (see `isDue`).
 * `operationId`: the operation that is about to renew the domain; null if there is none.
 */
export async function lockAutoRenewal(
	tx: Tx,
	{ accountId, domain, personId, expiresAt }: Key & { personId: number; expiresAt: Date },
	operationId: number | null,
): Promise<number | null> {
	const setting = sql`account_id = ${accountId} and domain = ${domain} and person_id = ${personId}`;
	const locked = await tx.execute(sql`select from bot.auto_renewals where ${setting} for update`);
	if (locked.length === 0) return null;
	// A separate statement, because the one that waits for the lock sees the other tables as they were before the wait.
	const date = sql`${expiresAt.toISOString()}::timestamptz`;
	const [row] = await tx.execute<{ ceiling: number }>(sql`
		select ceiling_cents::int as ceiling from bot.auto_renewals a where ${setting} and ${isDue(date, operationId)}`);
	return row?.ceiling ?? null;
}

/**
 * Stores the bot's decision about one expiry date of a domain, as a row of `bot.auto_renewal_runs`. With a `reason`,
 * the decision is to ask the person. With null, it is to order the renewal. Returns the row's id. Throws if that date
 * already has a row.
 */
export async function addRun(
	tx: Tx,
	{ accountId, domain, expiresAt, reason }: Key & { expiresAt: Date; reason: AskReason | null },
): Promise<number> {
	const [row] = await tx.execute<{ id: number }>(sql`
		insert into bot.auto_renewal_runs (account_id, domain, expires_at, state, reason)
		values (${accountId}, ${domain}, ${expiresAt.toISOString()}::timestamptz,
			${reason === null ? "ordered" : "asked"}, ${reason})
		returning id::float8 as id`);
	if (!row) throw new Error("an insert returns its row");
	return row.id;
}

/**
 * Returns the stored question to a person. `id` is its row in `bot.auto_renewal_runs`. Returns null if the row no
 * longer exists, because the person has turned auto-renew on again or changed its ceiling.
 */
export async function findQuestion(
	db: Db,
	id: number,
): Promise<{ accountId: number; domain: string; reason: AskReason } | null> {
	const [row] = await db.execute<{ accountId: number; domain: string; reason: AskReason }>(sql`
		select account_id::float8 as "accountId", domain, reason from bot.auto_renewal_runs
		where id = ${id} and state = 'asked'`);
	return row ?? null;
}
