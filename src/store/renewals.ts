import { isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { dayMs } from "../rules/local-time.ts";
import { isNotBanned } from "./bans.ts";
import { items, operations } from "./schema/operations.ts";

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

/**
 * A reminder still reports a domain for this many days after its expiry, in case the service did not answer earlier.
 */
const lateDays = 7;
/**
 * A reminder threshold is a number of days before the expiry. The daily check also reports a domain that reaches a
 * threshold within the next two hours. The reason is that two checks can be up to 25 hours and 25 minutes apart: some
 * days have 25 hours, and the time of the check varies at random. Without this margin, a domain could expire before the
 * check that would report its last day.
 */
const untilNextCheck = sql`interval '2 hours'`;

/** A person who is connected to the account, with the facts that the check of expiry dates needs. */
interface Checked {
	personId: number;
	timeZone: string;
	/** False if the person turned all reminders off. */
	wants: boolean;
	/** The last day on which the account's expiry dates were checked for this person. */
	checkedOn: string | null;
	/**
	 * True if the person has working connections to several accounts. One message then reports the expiring domains of
	 * all these accounts.
	 */
	several: boolean;
}

/** Returns the people who are connected to the account, whose token was not refused, and who are not banned. */
export async function peopleToRemind(db: Db, accountId: number): Promise<Checked[]> {
	return await db.execute<Checked & Record<string, unknown>>(sql`
		select p.id::float8 as "personId", p.time_zone as "timeZone", c.expiry_checked_on::text as "checkedOn", cardinality(p.expiry_days) > 0 as wants,
			(select count(*) from bot.connections o where o.person_id = p.id and o.state = 'live') > 1 as several
		from bot.connections c join bot.people p on p.id = c.person_id
		where c.account_id = ${accountId} and c.state <> 'needs_token' and p.banned_at is null
		order by p.id`);
}

/**
 * Returns the domains whose expiry date must be read one by one, because the service's list of domains did not report
 * it. These are the domains:
 * - whose date was never read, or not since they were last paid for, or while the clock of the database was ahead,
 * - that expire soon and were last read before `since`,
 * - that were last read more than 30 days ago.
 */
export async function undatedDomains(
	db: Db,
	accountId: number,
	{ since, most }: { since: Date; most: number },
): Promise<string[]> {
	const rows = await db.execute<{ domain: string }>(sql`
		select domain from bot.domains
		where account_id = ${accountId} and listed_at is not null
			and (dated_at is null or dated_at > clock() + interval '1 day' or (dated_at < ${since.toISOString()}::timestamptz and (
				dated_at < clock() - interval '30 days'
				or expires_at between clock() - ${lateDays} * interval '1 day' and clock() + interval '61 days')))
		order by expires_at nulls last, domain limit ${most}`);
	return rows.map(({ domain }) => domain);
}

/** Marks a domain as not in the account, because a read did not find it. */
export async function unlistDomain(db: Db, accountId: number, domain: string): Promise<void> {
	await db.execute(sql`
		update bot.domains set listed_at = null where account_id = ${accountId} and domain = ${domain}`);
}

interface Check {
	personId: number;
	accountId: number;
	/** The day in the person's time zone. */
	day: string;
	/** Only domains whose expiry date was read at this time or later are reported. */
	since: Date;
}

/**
 * Adds the account's due domains to the person's reminder of the day, which is one message for all accounts. Returns
 * null if no domain is due, or if the account was already checked for the person on that day.
 * - A person chooses how many days before the expiry to be reminded (`expiryDays`). Each of these thresholds is
 *   reported once for an expiry date. If a domain has reached several, only the smallest is reported.
 * - If the reminder of the day was already sent or is being sent (`late`), adds only domains that expire within a day.
 *   The caller sends a second message.
 * - An earlier reminder that was never sent, for example because the person blocked the bot, becomes the reminder of
 *   this day.
 */
export async function addReminder(
	tx: Tx,
	{ personId, accountId, day, since }: Check,
): Promise<{ id: number; late: boolean } | null> {
	// The lock keeps a sender from leasing the reminder while this transaction adds domains to it.
	const reminders = await tx.execute<{ id: number; waits: boolean; today: boolean }>(sql`
		select r.id::float8 as id, o.state = 'waiting' and o.lease_until is null as waits, r.day >= ${day} as today
		from bot.outbox o join bot.reminders r on r.id = o.subject_id
		where o.subject_kind = 'reminder' and o.person_id = ${personId} and (r.day >= ${day} or o.state = 'waiting')
		order by r.day desc for update of o`);
	const late = reminders.some(({ waits, today }) => today && !waits);
	const waiting = late ? null : (reminders.find(({ waits }) => waits)?.id ?? null);
	const checked = await tx.execute(sql`
		update bot.connections set expiry_checked_on = ${day}
		where person_id = ${personId} and account_id = ${accountId}
			and (expiry_checked_on is null or expiry_checked_on < ${day}) returning 1`);
	if (checked.length === 0) return null;
	const [row] = await tx.execute<{ id: number | null }>(sql`
		with person as (
			select id, expiry_days from bot.people where id = ${personId}
		), soon as (
			select d.domain, d.expires_at, d.expires_at <= clock() + interval '1 day' + ${untilNextCheck} as is_last,
				(select min(days) from unnest(p.expiry_days) as days
					where d.expires_at <= clock() + days * interval '1 day' + ${untilNextCheck}) as days,
				case
					when n.renewal_for between d.expires_at - ${sameDate} and d.expires_at + ${sameDate} then n.renewal
					when exists (
						select from bot.mutes m where m.person_id = p.id
							and ((m.topic = 'domain' and m.value = d.domain) or (m.topic = 'label' and m.value = d.client_ref))) then 'let_go'
				end as renewal,
				n.remind_at <= clock() as is_later
			from person p join bot.domains d on d.account_id = ${accountId}
				left join bot.domain_notes n on n.person_id = p.id and n.account_id = d.account_id and n.domain = d.domain
			where d.listed_at is not null and d.dated_at >= ${since.toISOString()}::timestamptz
				and d.expires_at between clock() - ${lateDays} * interval '1 day' and clock() + interval '366 days'
				-- A domain with auto-renew needs no reminder, unless it still expires within eight days.
				and (d.expires_at <= clock() + interval '8 days' or not exists (
					select from bot.auto_renewals a
						join bot.connections c on c.person_id = a.person_id and c.account_id = a.account_id and c.state = 'live'
					where a.account_id = d.account_id and a.domain = d.domain))
		), due as (
			select domain, expires_at, is_last, case when renewal = 'let_go' then case when is_last then 1 end else days end as days,
				renewal = 'later' and is_later as is_later
			from soon
		), fresh as (
			select domain, expires_at, is_last, is_later, case when not exists (
				select from bot.reminder_names r
				where r.person_id = ${personId} and r.account_id = ${accountId} and r.domain = due.domain and r.days <= due.days
					and r.expires_at between due.expires_at - ${sameDate} and due.expires_at + ${sameDate}
			) then days end as days
			from due
		), reported as (
			select * from fresh where (days is not null or is_later) and (is_last or not ${late})
		), moved as (
			update bot.reminders set day = ${day} where id = ${waiting}::bigint and exists (select from reported) returning id
		), made as (
			insert into bot.reminders (person_id, day)
			select ${personId}::bigint, ${day}::date where ${waiting}::bigint is null and exists (select from reported)
			on conflict (person_id, day) do update set day = excluded.day
			returning id
		), reminder as (
			select id from moved union all select id from made
		), names as (
			insert into bot.reminder_names (reminder_id, person_id, account_id, domain, expires_at, days)
			select reminder.id, ${personId}::bigint, ${accountId}::bigint, domain, expires_at, days from reported, reminder
			on conflict (reminder_id, account_id, domain) do update set expires_at = excluded.expires_at, days = excluded.days
		), answered as (
			update bot.domain_notes n set renewal = null, renewal_for = null, remind_at = null from reported
			where n.person_id = ${personId} and n.account_id = ${accountId} and n.domain = reported.domain and n.renewal = 'later'
		)
		select (select id from reminder)::float8 as id`);
	return row?.id == null ? null : { id: row.id, late };
}

/** Delays a reminder, so that the checks of the person's other accounts can add their domains to it. */
export async function delayReminder(tx: Tx, reminderId: number, ms: number): Promise<void> {
	await tx.execute(sql`
		update bot.outbox set wake_at = clock() + ${ms} * interval '1 ms'
		where subject_kind = 'reminder' and subject_id = ${reminderId} and state = 'waiting'`);
}

/** The renewals of a domain that this bot has carried out in an account. */
export interface Renewals {
	count: number;
	/** The expiry dates before those that are `settledWithin` the last `withinMs`, in ISO 8601. */
	recentBefore: readonly string[];
}

/** Returns the renewals of these domains, by domain. A domain without renewals is absent. */
export async function renewalsByDomain(
	db: Db | Tx,
	{ accountId, domains, withinMs }: { accountId: number; domains: string[]; withinMs: number },
): Promise<Map<string, Renewals>> {
	const before = sql`${items.before} ->> 'expiresAt'`;
	const rows = await db
		.select({
			domain: items.domain,
			count: sql<number>`count(*)::int`,
			recentBefore: sql<string[]>`
				coalesce(json_agg(${before}) filter (where ${settledWithin(withinMs)} and ${before} is not null), '[]')`,
		})
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				eq(items.accountId, accountId),
				inArray(items.domain, domains),
				eq(items.lock, "renew"),
				eq(items.phase, "succeeded"),
			),
		)
		.groupBy(items.domain);
	return new Map(rows.map(({ domain, ...renewals }) => [domain, renewals]));
}

/**
 * SQL: true if the operation ended within the last `withinMs`, or is still in progress. One on several domains may be
 * in progress although an item has succeeded.
 */
export function settledWithin(withinMs: number): SQL {
	return sql`(${operations.settledAt} is null or ${isWithin(operations.settledAt, withinMs)})`;
}
