import type { Db } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";

/** Each list of domains or order references in a digest contains at most this many. */
const mostListed = 5;

export interface Period {
	since: Date;
	until: Date;
}

const listOf = (accounts: readonly number[]): SQL =>
	sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(accounts)}::jsonb))`;

/**
 * Counts the events that arrived for the accounts in a period, by type. `domains` contains the first five domains of
 * each type, in alphabetical order.
 */
export async function countEvents(
	db: Db,
	accounts: readonly number[],
	{ since, until }: Period,
): Promise<{ type: string; count: number; domains: string[] }[]> {
	return await db.execute<{ type: string; count: number; domains: string[] }>(sql`
		select type, count(*)::int as count,
			(coalesce(array_agg(distinct domain) filter (where domain is not null), '{}'))[1:${sql.raw(String(mostListed))}] as domains
		from bot.inbox
		where account_id in ${listOf(accounts)}
			and received_at >= ${since.toISOString()}::timestamptz and received_at < ${until.toISOString()}::timestamptz
		group by type order by count(*) desc, type`);
}

/** Returns the number of domains that expire within 30 days of `from`, and the five that expire first. */
export async function expiringDomains(
	db: Db,
	accounts: readonly number[],
	from: Date,
): Promise<{ total: number; first: { domain: string; expiresAt: Date }[] }> {
	const rows = await db.execute<{ domain: string; expiresAt: Date; total: number }>(sql`
		select domain, expires_at as "expiresAt", (count(*) over ())::int as total from bot.domains
		where account_id in ${listOf(accounts)} and listed_at is not null
			and expires_at >= ${from.toISOString()}::timestamptz
			and expires_at < ${from.toISOString()}::timestamptz + interval '30 days'
		order by expires_at, domain limit ${mostListed}`);
	return { total: rows[0]?.total ?? 0, first: rows.map(({ domain, expiresAt }) => ({ domain, expiresAt })) };
}

/** Returns the number of a person's orders whose outcome is unknown, and the references of the five oldest. */
export async function ordersInDoubt(db: Db, personId: number): Promise<{ total: number; first: string[] }> {
	const rows = await db.execute<{ reference: string; total: number }>(sql`
		select reference, (count(*) over ())::int as total from bot.operations
		where person_id = ${personId} and settled_at is null and state in ('unknown', 'needs_human')
		order by id limit ${mostListed}`);
	return { total: rows[0]?.total ?? 0, first: rows.map(({ reference }) => reference) };
}
