import { passedBound } from "./json-bounds.ts";
import { limits } from "./limits.ts";

/** Writing a deeper value as JSON overflows the stack sooner or later. An answer may have any number of values. */
const bounds = { levels: limits.bodyLevels, values: Number.POSITIVE_INFINITY };

/** What only an escape can bring into a valid JSON text that came as UTF-8. */
const strange = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The value of a JSON text (RFC 8259); undefined where it is none, or is nested deeper than any message of the
 * contract. U+0000 and halves of a surrogate pair, which PostgreSQL cannot keep, become U+FFFD. So the value of any
 * text can be stored.
 */
export function parseJson(text: string): unknown {
	if (passedBound(text, bounds)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return strange.test(text) ? storable(value) : value;
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
