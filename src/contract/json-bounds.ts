export interface JsonBounds {
	/** Maximum nesting depth of arrays and objects. A text, number, boolean or null at the top has depth 0. */
	levels: number;
	/** Maximum number of values, including the top one. Keys are not values. */
	values: number;
}

/**
 * Returns the first bound that a JSON text exceeds; undefined if it exceeds none. Reads only up to that place, and is
 * much cheaper than parsing. Does not check the syntax, so the counts are exact only for valid JSON.
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

/** Returns the position of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at += 1) {
		const character = text.charCodeAt(at);
		if (character === quote) return at;
		if (character === backslash) at += 1;
	}
	return text.length;
}
