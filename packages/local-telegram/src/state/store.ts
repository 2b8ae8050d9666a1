import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Change, Journal } from "./journal.ts";

export interface Table<Row> {
	get(key: string | number): Row | undefined;
	put(key: string | number, row: Row): void;
	delete(key: string | number): void;
	/** In the order in which they were added. */
	rows(): Row[];
	/** In the order in which they were added. The table's `group` function determines the group of each row. */
	grouped(group: string | number): Row[];
}

/** `before` is undefined for a new row, `after` for a deleted one. */
export interface Changed {
	table: string;
	key: string;
	before: unknown;
	after: unknown;
}

export type Store = ReturnType<typeof createStore>;

interface Cells {
	set(key: string, row: unknown): void;
	entries(): Iterable<readonly [string, unknown]>;
}

/** Tables are in memory. Each change is also written to the journal. */
export function createStore(journal: Journal) {
	const kept = new Map<string, Map<string, unknown>>();
	const tables = new Map<string, Cells>();
	const listeners = new Set<(changes: readonly Changed[]) => void>();
	let pending: Changed[] = [];
	let depth = 0;

	for (const step of journal.read()) {
		for (const [table, key, value] of step) {
			const rows = kept.get(table) ?? new Map<string, unknown>();
			kept.set(table, rows);
			if (value === null) rows.delete(String(key));
			else rows.set(String(key), value);
		}
	}

	function commit(): void {
		if (pending.length === 0) return;
		const changes = pending;
		pending = [];
		journal.append(changes.map(({ table, key, after }): Change => [table, key, after ?? null]));
		if (journal.isLong()) journal.compact(snapshot());
		for (const listener of listeners) listener(changes);
	}

	function* snapshot(): Iterable<Change[]> {
		for (const [name, cells] of tables) {
			for (const [key, row] of cells.entries()) yield [[name, key, row]];
		}
	}

	function rollBack(): void {
		for (const { table, key, before } of pending.reverse()) tables.get(table)?.set(key, before);
		pending = [];
	}

	return {
		/** Rows must not be modified. To change a row, `put` a new one. */
		table<Row>(name: string, group?: (row: Row) => string | number): Table<Row> {
			// The cast is safe: this table wrote all values under this name in the journal.
			const cells = createCells((kept.get(name) ?? new Map()) as Map<string, Row>, group);
			kept.delete(name);
			// The cast is safe: `rollBack` and `snapshot` give each table only rows of that table.
			tables.set(name, cells as Cells);
			const change = (key: string, after: Row | undefined): void => {
				pending.push({ table: name, key, before: cells.get(key), after });
				cells.set(key, after);
				if (depth === 0) commit();
			};
			return {
				get: (key) => cells.get(String(key)),
				put: (key, row) => change(String(key), row),
				delete: (key) => change(String(key), undefined),
				rows: () => [...cells.values()],
				grouped: (key) => [...(cells.group(key)?.values() ?? [])],
			};
		},
		/** Rolled back if `act` throws. A nested transaction joins the outer one. */
		transact<Result>(act: () => Result): Result {
			depth++;
			try {
				const result = act();
				if (depth === 1) commit();
				return result;
			} catch (error) {
				if (depth === 1) rollBack();
				throw error;
			} finally {
				depth--;
			}
		},
		/** Called after each transaction. Returns a function that removes the listener. */
		onCommit(listener: (changes: readonly Changed[]) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close(): void {
			journal.compact(snapshot());
			journal.close();
		},
	};
}

function createCells<Row>(rows: Map<string, Row>, groupOf?: (row: Row) => string | number) {
	const groups = new Map<string | number, Map<string, Row>>();
	const join = (key: string, row: Row): void => {
		const group = groupOf?.(row);
		if (group === undefined) return;
		const members = groups.get(group) ?? new Map<string, Row>();
		groups.set(group, members.set(key, row));
	};
	for (const [key, row] of rows) join(key, row);
	return {
		get: (key: string) => rows.get(key),
		set(key: string, row: Row | undefined): void {
			const before = rows.get(key);
			const group = before === undefined ? undefined : groupOf?.(before);
			const stays = row !== undefined && group === groupOf?.(row);
			if (group !== undefined && !stays) groups.get(group)?.delete(key);
			if (row === undefined) {
				rows.delete(key);
			} else {
				rows.set(key, row);
				join(key, row);
			}
		},
		values: () => rows.values(),
		entries: () => rows.entries(),
		group: (key: string | number) => groups.get(key),
	};
}

/** By their `file_unique_id`. */
export interface Blobs {
	put(id: string, bytes: Buffer): void;
	get(id: string): Buffer | undefined;
	delete(id: string): void;
}

export function memoryBlobs(): Blobs {
	const kept = new Map<string, Buffer>();
	return {
		put: (id, bytes) => void kept.set(id, bytes),
		get: (id) => kept.get(id),
		delete: (id) => void kept.delete(id),
	};
}

/** Store the content before the `FileRow` that refers to it, so that no row lacks its content after a crash. */
export function diskBlobs(directory: string): Blobs {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	return {
		put: (id, bytes) => writeFileSync(join(directory, id), bytes, { mode: 0o600 }),
		get(id) {
			try {
				return readFileSync(join(directory, id));
			} catch {
				return undefined;
			}
		},
		delete: (id) => rmSync(join(directory, id), { force: true }),
	};
}
