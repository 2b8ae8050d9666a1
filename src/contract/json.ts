/** Far deeper than any message of the contract. Writing a deeper value as JSON overflows the stack sooner or later. */
export const mostLevels = 32;

/** What only an escape can bring into a valid JSON text that came as UTF-8. */
const strange = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The value of a JSON text (RFC 8259); undefined where it is none, or is nested deeper than any message of the
 * contract. U+0000 and halves of a surrogate pair, which PostgreSQL cannot keep, become U+FFFD. So the value of any
 * text can be stored.
 */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		if (isDeeperThan(mostLevels, value)) return undefined;
		return strange.test(text) ? storable(value) : value;
	} catch {
		return undefined;
	}
}

/** Looks one level further than `levels` at most, so that it cannot overflow the stack itself. */
export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
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
