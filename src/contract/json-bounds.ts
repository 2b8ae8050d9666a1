export interface JsonBounds {
	/** How many arrays and objects may be open inside each other. A scalar at the top has no level. */
	levels: number;
	/** How many values there may be, the one at the top included. Keys are not values. */
	values: number;
}

/**
 * The first bound that a JSON text passes, or undefined. Reads the text once and stops there, so it costs a fraction of
 * a parser. Whether the text is JSON is for the parser to say: the counts of a text that is JSON are exact, and no
 * prefix of one counts more than the whole.
 */
export function passedBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
	let [levels, values] = [0, 0];
	let isFirst = true;
	for (let at = 0; at < text.length; at += 1) {
		const character = text.charCodeAt(at);
		if (isSpace(character)) continue;
		if (character === closeBracket || character === closeBrace) levels -= 1;
		// A value is the first one after its opening bracket, or follows a comma.
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

/** Where the string that begins at `start` has its closing quote; the end of the text if it has none. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at += 1) {
		const character = text.charCodeAt(at);
		if (character === quote) return at;
		if (character === backslash) at += 1;
	}
	return text.length;
}
