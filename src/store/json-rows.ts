import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { people } from "./schema/people.ts";

/** A row that PostgreSQL returned as JSON: its values by column name. */
export type JsonRow = Record<string, unknown>;

/**
 * Decodes a row that a statement read as JSON. In that form, one statement can read rows of several tables. Drizzle's
 * column types decode the values, so the result is the same as that of a select.
 */
export function decodeRow<Table extends PgTable>(table: Table, json: JsonRow): Table["$inferSelect"] {
	const row: Record<string, unknown> = {};
	for (const [key, column] of columnsOf(table)) {
		const value = json[column.name] ?? null;
		row[key] = value === null ? null : column.mapFromDriverValue(value);
	}
	// The cast is correct, because the values are those of the table's columns.
	return row as Table["$inferSelect"];
}

const known = new WeakMap<PgTable, [string, PgColumn][]>();

function columnsOf(table: PgTable): [string, PgColumn][] {
	const columns = known.get(table) ?? Object.entries(getTableColumns(table));
	known.set(table, columns);
	return columns;
}

/**
 * Writes rows as JSON for a statement. Text of a service or a person can contain half of a surrogate pair or U+0000,
 * which PostgreSQL refuses in JSON. Both become U+FFFD, so that a row can always be stored.
 */
export function encodeRows(rows: readonly object[]): string {
	return encodeRow(rows);
}

/** Does the same for one row. */
export function encodeRow(row: object): string {
	return JSON.stringify(row, (_key, value: unknown) => (typeof value === "string" ? storable(value) : value));
}

function storable(text: string): string {
	return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** A person who uses the bot. `id` is Telegram's user id. */
export interface Person {
	id: number;
	/** The language in which the bot writes to the person: the name of a file in `locales/`. */
	locale: string;
	/** The IANA name of the person's time zone. */
	timeZone: string;
	/** True while the bot processes the person's first update. */
	isNew: boolean;
}

export function personOf(json: JsonRow): Person {
	const { id, locale, timeZone } = decodeRow(people, json);
	return { id, locale, timeZone, isNew: false };
}
