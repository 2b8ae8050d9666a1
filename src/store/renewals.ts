import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { settledWithin } from "./operation-lists.ts";
import { items, operations } from "./schema/operations.ts";

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
