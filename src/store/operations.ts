import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { isConflict } from "@domains/kit/postgres/errors.ts";
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Kind, RequestState } from "../rules/operation/state.ts";
import { preventFreezes } from "./freezes.ts";
import { decodeRow, encodeRows, type JsonRow } from "./json-rows.ts";
import {
	type FrozenQuote,
	type ItemBefore,
	items,
	type LockKind,
	operations,
	type PlannedChange,
	requests,
} from "./schema/operations.ts";
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

function readRequest({ kind }: OperationRow, part: RequestJson): RequestRow {
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

export interface NewItem {
	domain: string;
	lock: LockKind;
	years?: number;
	priceCents?: number;
	renewCents?: number | null;
	clientRef?: string | null;
	externalRef?: string | null;
	edgeProfileKey?: string | null;
	before?: ItemBefore;
	change?: PlannedChange;
}

interface NewOperation {
	reference: string;
	accountId: number;
	personId: number;
	kind: Kind;
	quote: FrozenQuote;
	quoteExpiresAt: Date;
	/** The requests to insert, each with its idempotency key and items. */
	requests: { key: string; items: NewItem[] }[];
}

interface InsertedRow extends Record<string, unknown> {
	operation: JsonRow;
	requests: JsonRow[];
	items: JsonRow[];
	now: Date;
}

/**
 * Inserts an operation with its requests and items, in the state `quoted`, in one statement. Returns the rows, or null
 * if another operation already uses the reference.
 */
export async function insertOperation(tx: Tx, input: NewOperation): Promise<WholeOperation | null> {
	const { reference, accountId, personId, kind, quote, quoteExpiresAt, requests: parts } = input;
	const things = parts
		.flatMap(({ key, items: own }) => own.map((thing) => ({ key, thing })))
		.map(({ key, thing }, ordinal) => ({ key, ordinal, ...thing }));
	const [row] = await tx.execute<InsertedRow>(sql`
		with operation as (
			insert into ${operations} (reference, account_id, person_id, kind, quote, quote_expires_at)
			values (
				${reference}, ${accountId}, ${personId}, ${kind}, ${JSON.stringify(quote)}::jsonb,
				${quoteExpiresAt.toISOString()}::timestamptz
			)
			on conflict (reference) do nothing
			returning *
		), request as (
			insert into ${requests} (operation_id, key, wake_at)
			select operation.id, given.key, quote_expires_at
			from operation, jsonb_array_elements_text(${JSON.stringify(parts.map(({ key }) => key))}::jsonb)
				with ordinality as given(key, place)
			order by place
			returning *
		), item as (
			insert into ${items} (
				operation_id, request_id, ordinal, account_id, domain, lock, years, price_cents, renew_cents, client_ref,
				external_ref, edge_profile_key, before, change
			)
			select
				request.operation_id, request.id, ordinal, ${accountId}, domain, lock, years, "priceCents", "renewCents",
				"clientRef", "externalRef", "edgeProfileKey", before, change
			from request join jsonb_to_recordset(${encodeRows(things)}::jsonb) as given(
				key text, ordinal integer, domain text, lock text, years integer, "priceCents" integer, "renewCents" integer,
				"clientRef" text, "externalRef" text, "edgeProfileKey" text, before jsonb, change jsonb
			) using (key)
			order by ordinal
			returning *
		)
		select to_json(operation) as operation, clock() as now,
			(select json_agg(request order by id) from request) as requests,
			(select json_agg(item order by ordinal) from item) as items
		from operation`);
	if (!row) return null;
	const operation = decodeRow(operations, row.operation);
	const own = row.requests.map((request) =>
		readRequest(operation, { ...request, items: row.items.filter((item) => item["request_id"] === request["id"]) }),
	);
	return { ...operation, requests: own, readAt: row.now };
}

/** New values of some columns. A column whose value is undefined keeps its value. */
type Change<Changed> = { [Column in keyof Changed]?: Changed[Column] | undefined };

/** Returns the request with new values in some of its columns, and in those of its items. */
export function changeRequest(
	request: RequestRow,
	columns: Change<Omit<RequestRow, "items" | "state">>,
	changeItem: (item: ItemRow, index: number) => Change<ItemRow> = () => ({}),
): RequestRow {
	const own = request.items.map((item, index) => withChange(item, changeItem(item, index)));
	const changed = { ...withChange<Omit<RequestRow, "items" | "state">>(request, columns), items: own };
	return { ...changed, state: { ...changed, kind: request.state.kind, items: own } };
}

/** Returns the request with the columns and items of its new state. */
export function withState(request: RequestRow, state: RequestState): RequestRow {
	const { phase, hold, wakeAt, confirmedAt, firstSentAt, lastSentAt, attempts } = state;
	const { reads, lastReadAt, mayHaveRun, closed } = state;
	const sent = { confirmedAt, firstSentAt, lastSentAt, attempts };
	return changeRequest(request, { phase, hold, wakeAt, ...sent, reads, lastReadAt, mayHaveRun, closed }, (_, index) => {
		const after = state.items[index];
		if (!after) return {};
		const { phase: outcome, absences, lookedAt, found, code, message } = after;
		return { phase: outcome, absences, lookedAt, found, code, message };
	});
}

/** Returns the operation with this request in place of its earlier row. */
export function withRequest(operation: WholeOperation, request: RequestRow): WholeOperation {
	return { ...operation, requests: operation.requests.map((each) => (each.id === request.id ? request : each)) };
}

function withChange<Changed extends object>(row: Changed, change: Change<Changed>): Changed {
	const changed = Object.entries(change).filter(([, value]) => value !== undefined);
	return { ...row, ...Object.fromEntries(changed) };
}

/**
 * Writes every column in which `after` differs from `before`, of the operation, its requests and its items, in one
 * statement. Does nothing if there is no difference. The transaction must have locked the operation's row before it
 * read `before`. Rows that exist only in one of the two are ignored.
 */
export async function saveOperation(tx: Tx, before: WholeOperation, after: WholeOperation): Promise<void> {
	const itemsOf = ({ requests: all }: WholeOperation): ItemRow[] => all.flatMap((request) => request.items);
	const updates = [
		updateOf(operations, [before], [after]),
		updateOf(requests, before.requests, after.requests),
		updateOf(items, itemsOf(before), itemsOf(after)),
	].filter((update) => update !== null);
	const last = updates.pop();
	if (last === undefined) return;
	const first = updates.map((update, index) => sql`${sql.identifier(`update_${index}`)} as (${update})`);
	await tx.execute(first.length === 0 ? last : sql`with ${sql.join(first, sql`, `)} ${last}`);
}

type Changed = { id: number };

/** Builds an update of the columns that differ in at least one row. Returns null if no row differs. */
function updateOf(table: PgTable, before: readonly Changed[], after: readonly Changed[]): SQL | null {
	const earlier = new Map(before.map((row) => [row.id, new Map(Object.entries(row))]));
	const pairs = after.flatMap((row) => {
		const old = earlier.get(row.id);
		return old ? [{ id: row.id, old, now: new Map<string, unknown>(Object.entries(row)) }] : [];
	});
	const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
		pairs.some(({ old, now }) => !isSame(old.get(key), now.get(key))),
	);
	if (columns.length === 0) return null;
	const rows = pairs
		.filter(({ old, now }) => columns.some(([key]) => !isSame(old.get(key), now.get(key))))
		.map(({ id, now }) => ({ id, ...Object.fromEntries(columns.map(([key, { name }]) => [name, now.get(key)])) }));
	const { schema = "public", name } = getTableConfig(table);
	const path = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
	const set = columns.map(([, column]) => sql`${sql.identifier(column.name)} = changed.${sql.identifier(column.name)}`);
	return sql`
		update ${path} as old set ${sql.join(set, sql`, `)}
		from jsonb_populate_recordset(null::${path}, ${encodeRows(rows)}::jsonb) as changed
		where old.id = changed.id`;
}

function isSame(one: unknown, other: unknown): boolean {
	return one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
}

/** The first key of the advisory lock in `lockItems`: an arbitrary number. The second key is the account's id. */
const accountLock = 7_051_007;

/**
 * Locks the domains of these items. Throws an error (`isLockConflict`) if an item of another operation holds the lock
 * of one of them. An advisory lock makes such transactions of one account run one after another. Otherwise, two of
 * them that lock the same domains in different order could deadlock.
 *
 * A transaction that also changes a row of `bot.spend_days` must lock or unlock the items first. All transactions use
 * this order, so they cannot deadlock.
 */
export async function lockItems(tx: Tx, accountId: number, ids: number[]): Promise<void> {
	await tx
		.update(items)
		.set({ locked: true })
		// The update needs the row of this subquery, so it waits for the lock before it changes the first item.
		.from(sql`(select pg_advisory_xact_lock(${accountLock}::int, ${accountId}::int)) as held`)
		.where(inArray(items.id, ids));
}

/** True if `lockItems` threw this error because an item of another operation holds a lock. */
export function isLockConflict(error: unknown): boolean {
	return isConflict(error, "items_lock");
}

export async function unlockItems(tx: Tx, ids: number[]): Promise<void> {
	await tx.update(items).set({ locked: false }).where(inArray(items.id, ids));
}

/** Returns those of `domains` that are locked, each with the operation that holds the lock. */
export async function lockHolders(
	db: Db | Tx,
	accountId: number,
	lock: LockKind,
	domains: string[],
): Promise<{ domain: string; operation: OperationRow }[]> {
	const rows = await db
		.select()
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(and(eq(items.accountId, accountId), eq(items.lock, lock), inArray(items.domain, domains), items.locked));
	return rows.map((row) => ({ domain: row.items.domain, operation: row.operations }));
}
