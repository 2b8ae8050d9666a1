import type { Db } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import { statusConditions } from "./portfolio.ts";

export interface PortfolioSummary {
	count: number;
	/** The domain that expires next, with the price of a one-year renewal. Null if no future expiry date is known. */
	next: { domain: string; expiresAt: Date; cents: number | null } | null;
	/** The number of domains with a past expiry date or the status `expired`. */
	expired: number;
	/**
	 * The domains that expire within 60 days, including expired ones. `soon` counts only those that have not expired yet.
	 * `cents` is the price of renewing all `count` domains for one year; null if any price is unknown.
	 */
	due: { count: number; soon: number; cents: number | null };
	blocked: number;
}

export async function summarize(db: Db, accountId: number): Promise<PortfolioSummary> {
	const [row] = await db.execute<{
		count: number;
		domain: string | null;
		expires: Date | null;
		renewal: number | null;
		expired: number;
		due: number;
		soon: number;
		priced: number;
		cents: number | null;
		blocked: number;
	}>(sql`
		with owned as (select * from bot.domains where account_id = ${accountId} and listed_at is not null),
			next as (select domain, expires_at, renew_cents from owned where expires_at > clock() order by expires_at, domain limit 1),
			due as (select * from owned where expires_at < clock() + interval '60 days')
		select (select count(*)::int from owned) as count, (select domain from next) as domain,
			(select expires_at from next) as expires, (select renew_cents from next) as renewal,
			(select count(*)::int from owned where ${statusConditions.expired}) as expired, (select count(*)::int from due) as due,
			(select count(*)::int from due where ${statusConditions.expired} is not true) as soon,
			(select count(renew_cents)::int from due) as priced, (select sum(renew_cents)::int from due) as cents,
			(select count(*)::int from owned where status = 'blocked') as blocked`);
	if (!row) throw new Error("an aggregate returned no row");
	const { count, domain, expires, renewal, expired, due, soon, priced, cents, blocked } = row;
	return {
		count,
		next: domain === null || expires === null ? null : { domain, expiresAt: new Date(expires), cents: renewal },
		expired,
		due: { count: due, soon, cents: priced === due ? (cents ?? 0) : null },
		blocked,
	};
}
