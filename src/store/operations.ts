import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { RequestState } from "../rules/operation/state.ts";
import { preventFreezes } from "./freezes.ts";
import { decodeRow, type JsonRow } from "./json-rows.ts";
import { items, operations, requests } from "./schema/operations.ts";
import { people } from "./schema/people.ts";

export type OperationRow = typeof operations.$inferSelect;
export type ItemRow = typeof items.$inferSelect;
/**
 * A request (one HTTP call) with its items (one per domain) in order. `state` contains the same data in the form that
 * `src/rules/operation` uses.
 */
export type RequestRow = typeof requests.$inferSelect & { items: ItemRow[]; state: RequestState };
/** An operation with its requests in order. `readAt`: when the operation was read, by the database's clock. */
export type WholeOperation = OperationRow & { requests: RequestRow[]; readAt: Date };

/** A request with the operation that contains it. */
export interface RequestRows {
	operation: WholeOperation;
	request: RequestRow;
}

export async function insertRequest(tx: Tx, values: typeof requests.$inferInsert): Promise<number> {
	const [row] = await tx.insert(requests).values(values).returning({ id: requests.id });
	if (!row) throw new Error("an insert returns its row");
	return row.id;
}

/** Moves items to another request of their operation. */
export async function moveItems(tx: Tx, ids: number[], requestId: number): Promise<void> {
	await tx.update(items).set({ requestId }).where(inArray(items.id, ids));
}

/** Locks an operation with its requests and items until the transaction ends, and returns it. */
export async function lockOperation(tx: Tx, id: number): Promise<WholeOperation | undefined> {
	return await lockWhere(tx, eq(operations.id, id));
}

/**
 * Does the same as `lockOperation`, and also locks the person, so that their limits and their other confirmations wait.
 * Prevents new freezes of the account and its domains until the transaction ends. The subquery takes its locks first.
 */
export async function lockOperationToConfirm(tx: Tx, id: number): Promise<WholeOperation | undefined> {
	const locked = tx
		.select({ accountId: operations.accountId })
		.from(operations)
		.innerJoin(people, eq(people.id, operations.personId))
		.where(eq(operations.id, id))
		.for("no key update")
		.as("locked");
	const [row] = await tx.select({ prevented: preventFreezes(locked.accountId) }).from(locked);
	return row && (await findOperation(tx, id));
}

/** Locks the operation that contains a request, with all its requests and items, and returns it. */
export async function lockOperationOfRequest(tx: Tx, requestId: number): Promise<WholeOperation | undefined> {
	return await lockWhere(tx, operationOfRequest(tx, requestId));
}

/**
 * Locks the operation's row first, and then reads the requests and items in a second statement. A single statement that
 * waits for the lock would return the requests and items as they were before the wait.
 */
async function lockWhere(tx: Tx, where: SQL): Promise<WholeOperation | undefined> {
	const [row] = await tx.select({ id: operations.id }).from(operations).where(where).for("update");
	return row && (await findOperation(tx, row.id));
}

/** Locks several operations in the order of their ids, so that two callers cannot deadlock. */
export async function lockOperations(tx: Tx, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	const chosen = inArray(operations.id, [...ids]);
	await tx.select({ id: operations.id }).from(operations).where(chosen).orderBy(asc(operations.id)).for("update");
}

export async function findOperation(db: Db | Tx, id: number): Promise<WholeOperation | undefined> {
	return (await findOperations(db, eq(operations.id, id)))[0];
}

export async function findOperationByReference(db: Db | Tx, reference: string): Promise<WholeOperation | undefined> {
	return (await findOperations(db, eq(operations.reference, reference)))[0];
}

/** Returns a request with the operation that contains it. Undefined if there is no such request. */
export async function findRequest(db: Db | Tx, requestId: number): Promise<RequestRows | undefined> {
	const [operation] = await findOperations(db, operationOfRequest(db, requestId));
	return rowsOf(operation, requestId);
}

/** Returns a request of the operation with the operation itself. Undefined if it has no such request. */
export function rowsOf(operation: WholeOperation | undefined, requestId: number): RequestRows | undefined {
	const request = operation?.requests.find((each) => each.id === requestId);
	return operation && request && { operation, request };
}

/** Returns at most `limit` matching operations, newest first. Only queries inside `src/store` use this function. */
export async function findOperations(
	db: Db | Tx,
	where: SQL | undefined,
	{ limit = 1, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<WholeOperation[]> {
	const rows = await db
		.select({ row: operations, parts, readAt: sql`${clock}`.mapWith(operations.createdAt) })
		.from(operations)
		.where(where)
		.orderBy(desc(operations.id))
		.limit(limit)
		.offset(offset);
	return rows.map(({ row, parts: found, readAt }) => ({
		...row,
		requests: found.map((part) => readRequest(row, part)),
		readAt,
	}));
}

/** A request with its items, as PostgreSQL returned them in JSON. */
type RequestJson = JsonRow & { items: JsonRow[] };

/**
 * The requests of an operation in order, each with its items. They are read as JSON, so that one statement reads the
 * whole operation.
 */
const parts = sql<RequestJson[]>`(
	select coalesce(json_agg(p order by p.id), '[]') from (
		select r.*, (
			select coalesce(json_agg(i order by i.ordinal), '[]') from bot.items i where i.request_id = r.id
		) as items
		from bot.requests r where r.operation_id = operations.id
	) p)`;

export function readRequest({ kind }: OperationRow, part: RequestJson): RequestRow {
	const own = part.items.map((item) => decodeRow(items, item));
	const request = decodeRow(requests, part);
	return { ...request, items: own, state: { ...request, kind, items: own } };
}

function operationOfRequest(db: Db | Tx, requestId: number): SQL {
	const id = db.select({ id: requests.operationId }).from(requests).where(eq(requests.id, requestId));
	return inArray(operations.id, id);
}

export async function updateRequest(
	tx: Db | Tx,
	id: number,
	values: Partial<typeof requests.$inferInsert>,
): Promise<void> {
	await tx.update(requests).set(values).where(eq(requests.id, id));
}

type OperationChange = {
	[Column in keyof typeof operations.$inferInsert]?: (typeof operations.$inferInsert)[Column] | SQL;
};

export async function updateOperation(tx: Tx, id: number, values: OperationChange): Promise<void> {
	await tx.update(operations).set(values).where(eq(operations.id, id));
}
