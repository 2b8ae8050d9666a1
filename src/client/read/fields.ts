import { isBlank } from "../../rules/blank.ts";
import { centsOf } from "../../rules/money.ts";

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** An unknown field as name and text, for display. */
export interface NamedValue {
	name: string;
	value: string;
}

const longestText = 500;

/** The value as an object; an empty object for any other type. */
export function fieldsOf(value: unknown): Fields {
	return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The first of these keys that holds a number or a visible text. Readers never guess: a missing or odd value is null.
 */
export function textIn(fields: Fields, ...keys: string[]): string | null {
	for (const key of keys) {
		const value = fields[key];
		if (typeof value === "string" && !isBlank(value)) return value;
		if (typeof value === "number") return String(value);
	}
	return null;
}

export function numberIn(fields: Fields, ...keys: string[]): number | null {
	for (const key of keys) {
		const value = fields[key];
		const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
		if (typeof number === "number" && Number.isFinite(number)) return number;
	}
	return null;
}

export function integerIn(fields: Fields, ...keys: string[]): number | null {
	const number = numberIn(fields, ...keys);
	return Number.isSafeInteger(number) ? number : null;
}

/** Converts dollars on the wire to cents. */
export function centsIn(fields: Fields, ...keys: string[]): number | null {
	const usd = numberIn(fields, ...keys);
	return usd === null ? null : (centsOf(usd) ?? null);
}

export function flagIn(fields: Fields, ...keys: string[]): boolean | null {
	for (const key of keys) {
		const value = fields[key];
		if (typeof value === "boolean") return value;
		if (value === "true" || value === 1) return true;
		if (value === "false" || value === 0) return false;
	}
	return null;
}

/** Reads ISO 8601 or seconds since 1970. A date without a zone is UTC, as in the specification. */
export function dateIn(fields: Fields, ...keys: string[]): Date | null {
	for (const key of keys) {
		const value = fields[key];
		const date = typeof value === "number" ? new Date(value * 1_000) : parseDate(value);
		if (date && !Number.isNaN(date.getTime())) return date;
	}
	return null;
}

function parseDate(value: unknown): Date | null {
	if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
	const bare = value.trim().replace(" ", "T");
	const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(bare) || !bare.includes("T");
	return new Date(zoned ? bare : `${bare}Z`);
}

/**
 * The value if it is an array, otherwise the first array in it: `keys` first, then other keys, then one level deeper.
 */
export function listIn(value: unknown, ...keys: string[]): readonly unknown[] | null {
	if (Array.isArray(value)) return value;
	if (!isFields(value)) return null;
	const ordered = [...keys.map((key) => value[key]), ...Object.values(value)];
	const list = ordered.find((each) => Array.isArray(each));
	if (list !== undefined) return list;
	return (
		ordered
			.filter(isFields)
			.map((each) => listIn(each, ...keys))
			.find((each) => each !== null) ?? null
	);
}

/** True for the values that services send for "none", in any type. */
export function saysNothing(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).every(saysNothing);
	return value === undefined || value === null || value === false || value === "" || value === 0;
}

/** Any value as text: empty for null, JSON for objects and arrays. */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	const text = typeof value === "object" ? JSON.stringify(value) : String(value);
	return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

/** Any value as lines: one per list entry or object key. */
export function linesOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.map((each) => (isFields(each) ? lineOf(each) : textOf(each)));
	if (isFields(value)) return namedIn(value).map(({ name, value: text }) => `${name}: ${text}`);
	return textOf(value) === "" ? [] : [textOf(value)];
}

/** The single text of an entry such as `{"ip": "203.0.113.5", "id": 7}`, otherwise the whole entry as JSON. */
function lineOf(entry: Fields): string {
	const texts = Object.values(entry).filter((each) => typeof each === "string");
	return texts.length === 1 ? textOf(texts[0]) : textOf(entry);
}

/** All non-empty fields that are not among the known ones. */
export function namedIn(fields: Fields, known: readonly string[] = []): NamedValue[] {
	return Object.entries(fields)
		.filter(([name, value]) => !known.includes(name) && textOf(value) !== "")
		.map(([name, value]) => ({ name, value: textOf(value) }));
}
