import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";

/** The prices of one TLD or domain at one daily check. */
export interface SeenPrice {
	/** A TLD with its leading dot, or a domain of the account. */
	subject: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/** A period in which every daily check saw the same prices. */
export interface PriceSpan extends SeenPrice {
	since: Date;
	seenAt: Date;
}

/** A domain whose renewal price jumped (rose by at least 10 %), or that became premium. */
export interface PriceJump {
	domain: string;
	renewCents: number | null;
	/**
	 * The previous price, and the time of the last check that saw this price. Both are null if the domain became premium
	 * and its price did not jump.
	 */
	oldCents: number | null;
	oldSeenAt: Date | null;
	premium: boolean;
	expiresAt: Date | null;
}

/**
 * The bot checks prices once a day. If no check ran for more than this many days, the prices in between are unknown.
 */
const gapDays = 3;
/** People are notified if a renewal price rises by at least this many percent. */
const jumpPercent = 10;
/**
 * A new renewal price is compared with an earlier one, which may be at most this many days old. The earlier price is
 * the latest one that the bot notified people of. If there is none, it is the oldest price within these days.
 */
const comparedDays = 365;

/** True if the domain's renewal price was premium at the last daily check. */
export async function isPremiumName(db: Db, accountId: number, domain: string): Promise<boolean> {
	const [row] = await db.execute<{ premium: boolean }>(sql`
		select premium from bot.prices where account_id = ${accountId} and subject = ${domain} order by since desc limit 1`);
	return row?.premium ?? false;
}

/**
 * Stores the prices that a check at time `at` saw. Inserts a row if a price has changed, or if the previous check was
 * more than three days ago. Otherwise updates the time of the last check. Returns true if people must be notified: a
 * domain's renewal price jumped (rose by at least 10 %), or the domain became premium. The same jump is not reported
 * again within a year, even if the price falls and rises again. An unknown price never counts as a jump.
 */
export async function recordPrices(
	tx: Tx,
	accountId: number,
	{ seen, at }: { seen: readonly SeenPrice[]; at: Date },
): Promise<boolean> {
	const now = sql`${at.toISOString()}::timestamptz`;
	const year = sql`${now} - ${comparedDays} * interval '1 day'`;
	const [row] = await tx.execute<{ jumped: boolean }>(sql`
		with seen as (
			select distinct on (subject) *
			from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
				as s (subject text, "registerCents" int, "renewCents" int, premium boolean)
			where "registerCents" is not null or "renewCents" is not null
			order by subject
		), last as (
			select distinct on (subject) * from bot.prices where account_id = ${accountId} order by subject, since desc
		), same as (
			update bot.prices p set seen_at = greatest(p.seen_at, ${now})
			from last join seen on seen.subject = last.subject
			where p.id = last.id and last.seen_at > ${now} - ${gapDays} * interval '1 day'
				and (last.register_cents, last.renew_cents, last.premium)
					is not distinct from (seen."registerCents", seen."renewCents", seen.premium)
			returning p.subject
		), compared as (
			select distinct on (subject) subject, renew_cents,
				max(seen_at) over (partition by subject, renew_cents) as old_seen_at,
				bool_or(premium) over (partition by subject) as was_premium
			from bot.prices
			where account_id = ${accountId} and renew_cents is not null and seen_at > ${year}
			order by subject, reported_at desc nulls last, since
		), fresh as (
			select seen.*, c.renew_cents as old_cents, c.old_seen_at,
				seen."renewCents"::bigint * 100 >= c.renew_cents::bigint * ${100 + jumpPercent}
					and seen."renewCents" > c.renew_cents as is_jump,
				seen.premium and not c.was_premium as is_marked
			from seen left join compared c on c.subject = seen.subject
			where seen.subject not in (select subject from same)
		), made as (
			insert into bot.prices
				(account_id, subject, register_cents, renew_cents, premium, since, seen_at, reported_at, old_cents, old_seen_at)
			select ${accountId}::bigint, subject, "registerCents", "renewCents", premium, ${now}, ${now},
				case when subject not like '.%' and (is_jump or is_marked) then ${now} end,
				case when subject not like '.%' and is_jump then old_cents end,
				case when subject not like '.%' and is_jump then old_seen_at end
			from fresh
			on conflict do nothing
			returning reported_at
		)
		select exists (select from made where reported_at is not null) as jumped`);
	return row?.jumped ?? false;
}

/** Returns the account's domains with the renewal prices that the service's list of domains last reported. */
export async function listedPrices(
	db: Db,
	accountId: number,
): Promise<{ domain: string; renewCents: number | null }[]> {
	return await db.execute<{ domain: string; renewCents: number | null }>(sql`
		select domain, renew_cents as "renewCents" from bot.domains
		where account_id = ${accountId} and listed_at is not null`);
}

/**
 * Returns at most `most` price spans of a TLD or domain (`subject`), newest first. A span is a time in which the prices
 * stayed the same.
 */
export async function priceSpans(db: Db | Tx, accountId: number, subject: string, most: number): Promise<PriceSpan[]> {
	const rows = await db.execute<Record<keyof PriceSpan, never>>(sql`
		select subject, register_cents as "registerCents", renew_cents as "renewCents", premium, since, seen_at as "seenAt"
		from bot.prices where account_id = ${accountId} and subject = ${subject}
		order by since desc limit ${most}`);
	return rows.map(({ since, seenAt, ...row }) => ({
		...(row as SeenPrice),
		since: new Date(since),
		seenAt: new Date(seenAt),
	}));
}

/**
 * Returns the price jumps that the check at time `at` reported. Leaves out domains that have left the account, and
 * domains that the person muted.
 */
export async function priceJumps(
	db: Db,
	{ personId, accountId }: { personId: number; accountId: number },
	at: Date,
): Promise<PriceJump[]> {
	const rows = await db.execute<Record<keyof PriceJump, never>>(sql`
		select p.subject as domain, p.renew_cents as "renewCents", p.old_cents as "oldCents", p.old_seen_at as "oldSeenAt",
			p.premium, d.expires_at as "expiresAt"
		from bot.prices p join bot.domains d on d.account_id = p.account_id and d.domain = p.subject
		where p.account_id = ${accountId} and p.reported_at = ${at.toISOString()}::timestamptz and d.listed_at is not null
			and not exists (
				select from bot.mutes m where m.person_id = ${personId}
					and ((m.topic = 'domain' and m.value = p.subject) or (m.topic = 'label' and m.value = d.client_ref)
						or (m.topic = 'type' and m.value = 'price.changed')))
		order by d.expires_at nulls last, p.subject`);
	return rows.map(({ oldSeenAt, expiresAt, ...row }) => ({
		...(row as Pick<PriceJump, "domain" | "renewCents" | "oldCents" | "premium">),
		oldSeenAt: oldSeenAt && new Date(oldSeenAt),
		expiresAt: expiresAt && new Date(expiresAt),
	}));
}
