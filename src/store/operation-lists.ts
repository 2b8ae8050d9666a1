import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import {
	and,
	asc,
	desc,
	eq,
	exists,
	gt,
	gte,
	inArray,
	isNotNull,
	ne,
	not,
	notInArray,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { WhichOperations } from "../rules/choices.ts";
import { type Kind, type Phase, runningPhases, sentPhases, unfinishedPhases } from "../rules/operation/state.ts";
import { type Connected, connectionsOf } from "./connections.ts";
import { readClock } from "./database.ts";
import { findOperations, type OperationRow, type WholeOperation } from "./operations.ts";
import { settledWithin } from "./renewals.ts";
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

interface PageInput {
	personId: number;
	accountId: number;
	/** True if the page includes operations of other people on the account. */
	seesOthers: boolean;
	which: WhichOperations;
	limit: number;
	/** How many operations to skip. */
	offset: number;
}

interface OperationRows {
	readAt: Date;
	rows: WholeOperation[];
	total: number;
	/** How many operations come before `rows`. */
	offset: number;
	connections: Connected[];
}

/**
 * Reads a page of an account's operations, newest first. Leaves out expired and cancelled quotes. The rows and the
 * total come from one snapshot, so they always agree. An offset past the end returns the last page.
 */
export async function readOperationPage(db: Db | Tx, input: PageInput): Promise<OperationRows> {
	const { personId, accountId, seesOthers, which, limit } = input;
	const mine = eq(operations.personId, personId);
	const where = and(
		eq(operations.accountId, accountId),
		or(isNotNull(operations.confirmedAt), and(mine, eq(operations.state, "quoted"))),
		seesOthers ? undefined : mine,
		isOne(which, mine),
	);
	const read = async (tx: Tx) => {
		const total = await tx.$count(operations, where);
		const offset = lastOffset(total, input.offset, limit);
		const [readAt, rows, connections] = await Promise.all([
			readClock(tx),
			findOperations(tx, where, { limit, offset }),
			connectionsOf(tx, personId),
		]);
		return { readAt, rows, total, offset, connections };
	};
	return await db.transaction(read, { isolationLevel: "repeatable read" });
}

/** Returns `offset`, or the offset of the last page if the list has become shorter. */
function lastOffset(total: number, offset: number, limit: number): number {
	return Math.max(0, Math.min(offset, Math.floor((total - 1) / limit) * limit));
}

const purchases: Kind[] = ["register", "renew"];

function isOne(which: WhichOperations, mine: SQL): SQL | undefined {
	const held = sql`exists (select from ${requests} r where r.operation_id = ${operations.id} and r.hold = 'access')`;
	switch (which) {
		case "running":
			// Another person's order can be in the state `quoted` while the bot waits for that person to confirm a new price.
			// For everyone else, such an order is still running.
			return and(
				or(inArray(operations.state, runningPhases), and(not(mine), eq(operations.state, "quoted"))),
				not(and(mine, held) ?? held),
			);
		case "needs_you":
			return and(mine, or(inArray(operations.state, ["needs_human", "quoted"]), held));
		case "open":
			return or(isOne("running", mine), isOne("needs_you", mine));
		case "purchases":
			return inArray(operations.kind, purchases);
		case "changes":
			return notInArray(operations.kind, purchases);
		case "failed":
			return or(
				inArray(operations.state, ["failed", "lapsed"]),
				and(
					eq(operations.state, "succeeded"),
					sql`exists (select from ${items} i where i.operation_id = ${operations.id} and i.phase = 'failed')`,
				),
			);
		case "done":
			return eq(operations.state, "succeeded");
		case "all":
			return undefined;
	}
}

interface DoubtfulOperation {
	id: number;
	reference: string;
	kind: Kind;
	personId: number;
	confirmedAt: Date;
	/**
	 * True if the bot has asked the person. Otherwise, it still tries to find out the outcome. Only an asked operation can
	 * be settled.
	 */
	asked: boolean;
	/** How often its call was sent. */
	attempts: number;
	/** The operation's domains that have an unknown outcome. */
	domains: string[];
}

/** A call is not sent again after ten minutes, so the outcome of most calls is known by then. */
const usualMinutes = 15;

/**
 * Returns the operations whose outcome is still unknown after the bot has searched for it at the registrar's service,
 * oldest first. Includes those that the bot has tried to finish for longer than usual, without progress.
 */
export async function doubtfulOperations(db: Db): Promise<DoubtfulOperation[]> {
	const rows = await db.execute<{ [Key in keyof DoubtfulOperation]: DoubtfulOperation[Key] }>(sql`
		select o.id::int, o.reference, o.kind, o.person_id::float8 as "personId", o.confirmed_at as "confirmedAt",
			bool_or(r.phase = 'needs_human') as asked, max(r.attempts) as attempts,
			json_agg(i.domain order by i.ordinal) as domains
		from bot.operations o
		join bot.requests r on r.operation_id = o.id and (r.phase = 'needs_human' or (
			r.phase in ('sent', 'unknown') and r.first_sent_at < clock() - ${usualMinutes} * interval '1 minute'))
		join bot.items i on i.request_id = r.id and i.phase in ('open', 'accepted')
		where o.settled_at is null
		group by o.id order by o.id`);
	return [...rows];
}

/**
 * Returns how many operations have no final outcome yet, by kind and state. A combination without operations is absent.
 */
export async function countUnfinishedByState(db: Db): Promise<{ kind: Kind; state: Phase; count: number }[]> {
	return db.execute<{ kind: Kind; state: Phase; count: number }>(sql`
		select kind, state, count(*)::int as count from bot.operations where settled_at is null group by kind, state`);
}

/**
 * Counts this person's confirmed orders for several domains that are still in progress. Does not count the order
 * `operationId`.
 */
export async function countRunningLists(tx: Tx, personId: number, operationId: number): Promise<number> {
	const [row] = await tx.execute<{ count: number }>(sql`
		select count(*)::int as count from bot.operations o
		where person_id = ${personId} and id <> ${operationId} and settled_at is null
			and exists (
				select from bot.requests
				where operation_id = o.id and ${inArray(requests.phase, runningPhases)})
			and (select count(*) from bot.items where operation_id = o.id) > 1`);
	return row?.count ?? 0;
}

/**
 * Returns the number of unsent notifications, and the age of the oldest. Leaves out rows that are due in more than five
 * minutes or have no due time. If a notification was held back until a time (`held_until`), its age counts from that
 * time.
 */
export async function countUnsentNotifications(db: Db): Promise<{ count: number; oldestSeconds: number }> {
	const [row] = await db.execute<{ count: number; oldestSeconds: number }>(sql`
		select count(*)::int as count,
			coalesce(greatest(extract(epoch from clock() - min(greatest(created_at, held_until))), 0), 0)::float8 as "oldestSeconds"
		from bot.outbox where state = 'waiting' and wake_at <= clock() + interval '5 minutes'`);
	return row ?? { count: 0, oldestSeconds: 0 };
}
