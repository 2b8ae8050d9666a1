import { isBlank } from "../../rules/blank.ts";
import { centsOf } from "../../rules/money.ts";

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field that the bot does not interpret, as name and text for display. */
export interface NamedValue {
	name: string;
	value: string;
}

const longestText = 500;

/** Returns the value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
	return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the first value under `keys` that is a number or a non-blank string, as a string. Returns null if there is
 * none.
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

/** Reads an amount in dollars and returns cents. Returns null if the value is missing or not an amount. */
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

/**
 * Returns the first value under `keys` that is a time, in ISO 8601 or in seconds since 1970. A time without a time zone
 * is UTC, as in the specification. Returns null if there is none.
 */
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
 * Finds a list: the value itself, or the first array in the value. Looks under `keys` first, then under other keys, and
 * last in nested objects. Returns null if there is no array.
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

/**
 * True for values that services send for "none": null, false, 0 and empty strings. Also true for lists and objects that
 * are empty or have only such values.
 */
export function saysNothing(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).every(saysNothing);
	return value === undefined || value === null || value === false || value === "" || value === 0;
}

/**
 * Returns any value as text, truncated to 500 characters. Null becomes an empty string. Objects and arrays become JSON.
 */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	const text = typeof value === "object" ? JSON.stringify(value) : String(value);
	return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

/**
 * Returns any value as lines. A list gives one line per entry, and an object one per key. Null and empty strings give
 * none.
 */
export function linesOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.map((each) => (isFields(each) ? lineOf(each) : textOf(each)));
	if (isFields(value)) return namedIn(value).map(({ name, value: text }) => `${name}: ${text}`);
	return textOf(value) === "" ? [] : [textOf(value)];
}

/** Returns the only text in an entry such as `{"ip": "203.0.113.5", "id": 7}`. Returns any other entry as JSON. */
function lineOf(entry: Fields): string {
	const texts = Object.values(entry).filter((each) => typeof each === "string");
	return texts.length === 1 ? textOf(texts[0]) : textOf(entry);
}

/** Returns all fields with a non-empty value, except the `known` ones, for display. */
export function namedIn(fields: Fields, known: readonly string[] = []): NamedValue[] {
	return Object.entries(fields)
		.filter(([name, value]) => !known.includes(name) && textOf(value) !== "")
		.map(([name, value]) => ({ name, value: textOf(value) }));
}
