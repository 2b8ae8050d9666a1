import type { Tx } from "@domains/kit/postgres/connect.ts";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { RequestState } from "../rules/operation/state.ts";
import { encodeRows } from "./json-rows.ts";
import type { ItemRow, RequestRow, WholeOperation } from "./operations.ts";
import { items, operations, requests } from "./schema/operations.ts";

/** New values of some columns. A column whose value is undefined keeps its value. */
type Change<Row> = { [Column in keyof Row]?: Row[Column] | undefined };

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

function withChange<Row extends object>(row: Row, change: Change<Row>): Row {
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

type Row = { id: number };

/** Builds an update of the columns that differ in at least one row. Returns null if no row differs. */
function updateOf(table: PgTable, before: readonly Row[], after: readonly Row[]): SQL | null {
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
