import { clock, isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, desc, eq, exists, gt, gte, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { type Kind, sentPhases, unfinishedPhases } from "../rules/operation/state.ts";
import type { OperationRow } from "./operations.ts";
import { items, operations, type PlannedChange, requests } from "./schema/operations.ts";
import { connections } from "./schema/people.ts";
import { proposals } from "./schema/programs.ts";

/**
 * Returns the ids of the five newest operations of this kind whose requests may have changed the domain, newest first.
 */
export async function operationsOn(
	db: Db | Tx,
	{ accountId, domain, kind }: { accountId: number; domain: string; kind: Kind },
): Promise<number[]> {
	const rows = await db
		.selectDistinct({ id: operations.id })
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.innerJoin(requests, eq(requests.id, items.requestId))
		.where(
			and(
				eq(items.accountId, accountId),
				eq(items.domain, domain),
				eq(operations.kind, kind),
				inArray(requests.phase, [...sentPhases, "failed", "succeeded"]),
			),
		)
		.orderBy(desc(operations.id))
		.limit(5);
	return rows.map((row) => row.id);
}

/**
 * Wakes the account's requests that wait because the service refused the token or the bot's IP address. Returns the ids
 * of these requests.
 */
export async function wakeHeldRequests(tx: Tx, accountId: number): Promise<number[]> {
	const ofAccount = tx.select({ id: operations.id }).from(operations).where(eq(operations.accountId, accountId));
	const rows = await tx
		.update(requests)
		.set({ wakeReason: "connected" })
		.where(and(eq(requests.hold, "access"), inArray(requests.operationId, ofAccount)))
		.returning({ id: requests.id });
	return rows.map((row) => row.id);
}

/** Counts a person's operations on an account that have a confirmed request without a final outcome. */
export async function countUnfinished(db: Db | Tx, personId: number, accountId: number): Promise<number> {
	const underWay = db
		.select({ id: requests.id })
		.from(requests)
		.where(and(eq(requests.operationId, operations.id), inArray(requests.phase, unfinishedPhases)));
	return db.$count(
		operations,
		and(eq(operations.personId, personId), eq(operations.accountId, accountId), exists(underWay)),
	);
}

/**
 * Counts a person's unresolved orders in an account. `needYou`: those that wait for the person's decision. `inDoubt`:
 * those with an unknown outcome that the bot still checks.
 */
export async function countUnresolved(
	db: Db,
	personId: number,
	accountId: number,
): Promise<{ needYou: number; inDoubt: number }> {
	const own = and(eq(operations.personId, personId), eq(operations.accountId, accountId));
	const [row] = await db
		.select({
			needYou: sql<number>`count(*) filter (where ${operations.state} = 'needs_human')::int`,
			inDoubt: sql<number>`count(*) filter (where ${operations.state} = 'unknown')::int`,
		})
		.from(operations)
		.where(and(own, inArray(operations.state, ["needs_human", "unknown"])));
	return row ?? { needYou: 0, inDoubt: 0 };
}

/**
 * Returns the ids of a person's unconfirmed quotes of one kind that contain at least one of these domains. `now`: the
 * time, by the database's clock.
 */
export async function quotedOperations(
	tx: Tx,
	{ personId, accountId, kind, domains }: { personId: number; accountId: number; kind: Kind; domains: string[] },
): Promise<{ ids: number[]; now: Date }> {
	const found = tx
		.selectDistinct({ id: operations.id })
		.from(operations)
		.innerJoin(items, eq(items.operationId, operations.id))
		.where(and(askedBy({ personId, accountId, kind }, domains), eq(operations.state, "quoted")))
		.orderBy(asc(operations.id));
	const [row] = await tx.execute<{ ids: string[]; now: Date }>(sql`select array(${found}) as ids, ${clock} as now`);
	if (!row) throw new Error("a select without a table returns one row");
	return { ids: row.ids.map(Number), now: row.now };
}

/**
 * Returns the SQL condition for a person's operations of one kind on these domains. The query must join operations with
 * items.
 */
function askedBy(asked: Pick<OperationRow, "personId" | "accountId" | "kind">, domains: string[]) {
	return and(
		eq(operations.personId, asked.personId),
		eq(operations.accountId, asked.accountId),
		eq(operations.kind, asked.kind),
		inArray(items.domain, domains),
	);
}

/**
 * Returns what the person ordered for the first domain of their last confirmed registration in their active account.
 * Undefined if they never confirmed one. `edgeProfileKey` names an edge profile, which is a setup that the service
 * stores.
 */
export async function lastRegistration(
	db: Db,
	personId: number,
): Promise<{ years: number | null; clientRef: string | null; edgeProfileKey: string | null } | undefined> {
	const [row] = await db
		.select({ years: items.years, clientRef: items.clientRef, edgeProfileKey: items.edgeProfileKey })
		.from(connections)
		.innerJoin(operations, eq(operations.accountId, connections.accountId))
		.innerJoin(items, eq(items.operationId, operations.id))
		.where(
			and(
				eq(connections.personId, personId),
				connections.active,
				eq(operations.personId, personId),
				eq(operations.kind, "register"),
				isNotNull(operations.confirmedAt),
			),
		)
		.orderBy(desc(operations.id), asc(items.id))
		.limit(1);
	return row;
}

/** Returns the ids of a person's quotes that have not expired, newest first. */
export async function openQuotes(db: Db | Tx, personId: number): Promise<number[]> {
	const open = and(eq(operations.state, "quoted"), gt(operations.quoteExpiresAt, clock));
	const rows = await db
		.select({ id: operations.id })
		.from(operations)
		.where(and(eq(operations.personId, personId), open))
		.orderBy(desc(operations.id));
	return rows.map((row) => row.id);
}

/**
 * Returns the newer operations that superseded a quote, newest first. The result has one row for each operation and
 * each of the given domains that it contains.
 */
export async function supersedingOperations(
	db: Db | Tx,
	{ id, quoteExpiresAt, ...asked }: OperationRow,
	domains: string[],
): Promise<{ reference: string; domain: string }[]> {
	const later = and(ne(operations.id, id), gte(operations.quoteExpiresAt, quoteExpiresAt));
	return db
		.select({ reference: operations.reference, domain: items.domain })
		.from(operations)
		.innerJoin(items, eq(items.operationId, operations.id))
		.where(and(askedBy(asked, domains), later, ne(operations.state, "superseded")))
		.orderBy(desc(operations.quoteExpiresAt), desc(operations.id));
}

/**
 * Returns the id of a person's newest operation of one kind that is about this domain only. Undefined if its quote
 * expired more than `withinMs` ago.
 */
export async function newestOperation(
	db: Db,
	{ domain, ...asked }: Pick<OperationRow, "personId" | "accountId" | "kind"> & { domain: string },
	withinMs: number,
): Promise<number | undefined> {
	const recent = gt(operations.quoteExpiresAt, sql`${clock} - ${withinMs} * interval '1 millisecond'`);
	const isAlone = sql`(select count(*) from ${items} each where each.operation_id = ${operations.id}) = 1`;
	const isOwn = sql`not exists (select from ${proposals} each where each.operation_id = ${operations.id})`;
	const [newest] = await db
		.select({ id: operations.id })
		.from(operations)
		.innerJoin(items, eq(items.operationId, operations.id))
		.where(and(askedBy(asked, [domain]), recent, isAlone, isOwn))
		.orderBy(desc(operations.quoteExpiresAt), desc(operations.id))
		.limit(1);
	return newest?.id;
}

/**
 * Returns the recent successful changes of a domain's records, nameservers or edge profile, newest first. A change is
 * recent if its operation ended within the last `withinMs` or is still in progress.
 */
export async function recentChanges(
	db: Db | Tx,
	{ domain, ...of }: { accountId: number; domain: string; withinMs: number },
): Promise<PlannedChange[]> {
	return (await recentChangesByDomain(db, { ...of, domains: [domain] })).get(domain) ?? [];
}

/**
 * SQL: true if the operation ended within the last `withinMs`, or is still in progress. One on several domains may be
 * in progress although an item has succeeded.
 */
export function settledWithin(withinMs: number): SQL {
	return sql`(${operations.settledAt} is null or ${isWithin(operations.settledAt, withinMs)})`;
}

/**
 * Returns the same changes as `recentChanges`, but for several domains. The map is keyed by domain. A domain without
 * such a change is absent.
 */
export async function recentChangesByDomain(
	db: Db | Tx,
	{ accountId, domains, withinMs }: { accountId: number; domains: string[]; withinMs: number },
): Promise<Map<string, PlannedChange[]>> {
	const rows = await db
		.select({ domain: items.domain, change: items.change })
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				eq(items.accountId, accountId),
				inArray(items.domain, domains),
				eq(items.phase, "succeeded"),
				settledWithin(withinMs),
			),
		)
		.orderBy(desc(operations.settledAt), desc(operations.id));
	const changes = new Map<string, PlannedChange[]>();
	for (const { domain, change } of rows) if (change) changes.set(domain, [...(changes.get(domain) ?? []), change]);
	return changes;
}
