import { passedBound } from "./json-bounds.ts";
import { limits } from "./limits.ts";

/**
 * The bounds for `parseJson`. A value that is nested more deeply could overflow the stack when it is serialized later.
 * The number of values is unlimited.
 */
const bounds = { levels: limits.bodyLevels, values: Number.POSITIVE_INFINITY };

/**
 * Matches the JSON escapes of surrogates and of U+0000. Valid JSON in UTF-8 can contain these characters only as
 * escapes.
 */
const unsafeEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Parses a JSON text (RFC 8259). Returns undefined if it is invalid or nested deeper than `limits.bodyLevels`. Replaces
 * U+0000 and unpaired surrogates by U+FFFD, because PostgreSQL cannot store them.
 */
export function parseJson(text: string): unknown {
	if (passedBound(text, bounds)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return unsafeEscape.test(text) ? storable(value) : value;
	} catch {
		return undefined;
	}
}

function storable(value: unknown): unknown {
	if (typeof value === "string") return storableText(value);
	if (Array.isArray(value)) return value.map(storable);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]));
}

function storableText(text: string): string {
	return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}
