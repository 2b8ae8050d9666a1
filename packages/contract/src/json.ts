import { limits } from "./limits.ts";

/**
 * More nesting levels could overflow the stack when the value is serialized later. The number of values is unlimited.
 */
const bounds = { levels: limits.bodyLevels, values: Number.POSITIVE_INFINITY };

/** JSON escapes of surrogates and of U+0000. Valid JSON in UTF-8 can contain these characters only as escapes. */
const unsafeEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * RFC 8259. Undefined if the text is invalid or nested deeper than `limits.bodyLevels`. Replaces U+0000 and unpaired
 * surrogates by U+FFFD, because PostgreSQL cannot store them.
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

export function storable(value: unknown): unknown {
	if (typeof value === "string") return storableText(value);
	if (Array.isArray(value)) return value.map(storable);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]));
}

function storableText(text: string): string {
	return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}

interface JsonBounds {
	/** A text, number, boolean or null at the top has depth 0. */
	levels: number;
	/** Includes the top one. Keys are not values. */
	values: number;
}

/**
 * Reads the text only up to the first bound that it exceeds, and is much cheaper than parsing. Does not check the
 * syntax, so the counts are exact only for valid JSON.
 */
export function passedBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
	let [levels, values] = [0, 0];
	let isFirst = true;
	for (let at = 0; at < text.length; at += 1) {
		const character = text.charCodeAt(at);
		if (isSpace(character)) continue;
		if (character === closeBracket || character === closeBrace) levels -= 1;
		// A value follows an opening bracket or a comma.
		else if (isFirst || character === comma) values += 1;
		isFirst = character === openBracket || character === openBrace;
		if (isFirst) levels += 1;
		if (levels > bounds.levels) return "levels";
		if (values > bounds.values) return "values";
		if (character === quote) at = endOfString(text, at);
	}
	return undefined;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function isSpace(character: number): boolean {
	return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09;
}

/** Or the end of the text. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at += 1) {
		const character = text.charCodeAt(at);
		if (character === quote) return at;
		if (character === backslash) at += 1;
	}
	return text.length;
}
