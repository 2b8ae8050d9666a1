import { AsyncLocalStorage } from "node:async_hooks";
import {
	boundedCents,
	boundedText,
	boundedTime,
	bounds,
	isBlank,
	isNameSized,
	parseTime,
} from "@domains/contract/bounds.ts";
import { centsOf } from "@domains/contract/money.ts";
import { canonical } from "@domains/contract/names.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The bot does not interpret it, and only displays it. */
export interface NamedValue {
	name: string;
	value: string;
}

/** The length of a displayed text. */
const longestText = 500;

export function fieldsOf(value: unknown): Fields {
	return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

const unreadable = new AsyncLocalStorage<Set<string>>();

/**
 * Also returns the names of fields that `read` could not use: of another type, or beyond the bounds of
 * `@domains/contract/bounds.ts`. They count as missing.
 */
export function readWithGaps<Value>(read: () => Value): { value: Value; gaps: string[] } {
	const gaps = new Set<string>();
	const value = unreadable.run(gaps, read);
	return { value, gaps: [...gaps] };
}

function firstIn<Value>(
	fields: Fields,
	keys: readonly string[],
	read: (value: unknown) => Value | null,
	mayBe: (value: unknown) => boolean = (value) => !saysNothing(value),
): Value | null {
	for (const key of keys) {
		const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
		const found = read(value);
		if (found !== null) return found;
		if (mayBe(value) && !isEmpty(value)) unreadable.getStore()?.add(key);
	}
	return null;
}

/** The first number or non-blank string under `keys`. Null if it is longer than an id, a key or a reference can be. */
export function textIn(fields: Fields, ...keys: string[]): string | null {
	return textWithin(fields, bounds.idCharacters, ...keys);
}

export function textWithin(fields: Fields, most: number, ...keys: string[]): string | null {
	const read = (value: unknown) => {
		if (typeof value === "number") return String(value);
		return typeof value === "string" ? boundedText(value, most) : null;
	};
	return firstIn(fields, keys, read, (value) => typeof value === "string");
}

/** Truncated for display: the words of a message, and no id. */
export function wordsIn(fields: Fields, ...keys: string[]): string | null {
	const words = textWithin(fields, Number.POSITIVE_INFINITY, ...keys);
	return words === null ? null : textOf(words);
}

/** Short enough for a domain name, well formed or not. */
export function nameIn(fields: Fields, ...keys: string[]): string | null {
	const read = (value: unknown) => {
		const text = typeof value === "number" ? String(value) : value;
		return typeof text === "string" && !isBlank(text) && isNameSized(canonical(text)) ? text : null;
	};
	return firstIn(fields, keys, read, (value) => typeof value === "string");
}

/** Leaves out what is too long for a name. */
export function serversIn(fields: Fields): string[] {
	const servers = (listIn(fields["nameservers"]) ?? []).map(textOf).filter((each) => each !== "");
	const named = servers.filter(isNameSized);
	if (named.length < servers.length) unreadable.getStore()?.add("nameservers");
	return named;
}

/** Readable or not. */
export function isSent(fields: Fields, ...keys: string[]): boolean {
	return keys.some((key) => !isEmpty(fields[key]));
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === "string" && isBlank(value));
}

/** `Number` reads hexadecimal texts too. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function numberOf(value: unknown): number | null {
	const number = typeof value === "string" && decimal.test(value.trim()) ? Number(value) : value;
	// The double nearest to `1e-400` is 0, and a price would read as free.
	const isLost = number === 0 && typeof value === "string" && /^[^e]*[1-9]/i.test(value);
	return typeof number === "number" && Number.isFinite(number) && !isLost ? number : null;
}

export function integerIn(
	fields: Fields,
	{ least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number },
	...keys: string[]
): number | null {
	return firstIn(fields, keys, (value) => {
		const number = numberOf(value);
		return number !== null && Number.isSafeInteger(number) && number >= least && number <= most ? number + 0 : null;
	});
}

/** Reads dollars. Null if the price is missing, negative, or beyond any price of a year. */
export function centsIn(fields: Fields, ...keys: string[]): number | null {
	return amountIn(fields, bounds.priceCents, ...keys);
}

/** Reads dollars, of at most `most` cents. The first field that was sent decides. */
export function amountIn(fields: Fields, most: number, ...keys: string[]): number | null {
	const sent = keys.filter((key) => !isEmpty(fields[key])).slice(0, 1);
	return firstIn(fields, sent, (value) => {
		const usd = numberOf(value);
		return usd === null ? null : boundedCents(usd, most);
	});
}

/** Reads dollars. A balance may be negative. */
export function balanceIn(fields: Fields, ...keys: string[]): number | null {
	return firstIn(fields, keys, (value) => {
		const usd = numberOf(value);
		return usd === null ? null : (centsOf(usd) ?? null);
	});
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
 * ISO 8601, or seconds since 1970. A time without a time zone is UTC, as in the specification. Null outside the years
 * of `bounds`, such as for a time in milliseconds.
 */
export function dateIn(fields: Fields, ...keys: string[]): Date | null {
	return timeIn(fields, bounds.years, keys);
}

/** Old domains were registered before 2000. */
export function registrationIn(fields: Fields, ...keys: string[]): Date | null {
	return timeIn(fields, { ...bounds.years, first: bounds.firstRegistration }, keys);
}

function timeIn(fields: Fields, years: { first: number; end: number }, keys: readonly string[]): Date | null {
	return firstIn(fields, keys, (value) => {
		const text = typeof value === "string" ? parseTime(value) : null;
		const date = typeof value === "number" ? new Date(value * 1_000) : text;
		return date && boundedTime(date, years);
	});
}

/**
 * The value itself, or the first array in it: under `keys` first, then under other keys, and last in nested objects.
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
 * Services send null, false, 0 and empty strings for "none". Also true for lists and objects that have only such
 * values.
 */
export function saysNothing(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).every(saysNothing);
	return value === undefined || value === null || value === false || value === "" || value === 0;
}

/** Truncated to 500 characters. Objects and arrays become JSON. */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	const text = typeof value === "object" ? JSON.stringify(value) : String(value);
	return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

/** A list gives one line per entry, and an object one per key. Null and empty strings give none. */
export function linesOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.map((each) => (isFields(each) ? lineOf(each) : textOf(each)));
	if (isFields(value)) return namedIn(value).map(({ name, value: text }) => `${name}: ${text}`);
	return textOf(value) === "" ? [] : [textOf(value)];
}

/** The only text in an entry such as `{"ip": "203.0.113.5", "id": 7}`. Any other entry becomes JSON. */
function lineOf(entry: Fields): string {
	const texts = Object.values(entry).filter((each) => typeof each === "string");
	return texts.length === 1 ? textOf(texts[0]) : textOf(entry);
}

export function namedIn(fields: Fields, known: readonly string[] = []): NamedValue[] {
	return Object.entries(fields)
		.filter(([name, value]) => !known.includes(name) && textOf(value) !== "")
		.map(([name, value]) => ({ name, value: textOf(value) }));
}
