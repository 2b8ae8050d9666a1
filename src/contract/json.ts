/** What only an escape can bring into a valid JSON text that came as UTF-8. */
const strange = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The value of a JSON text (RFC 8259); undefined where it is none. U+0000 and halves of a surrogate pair, which
 * PostgreSQL cannot keep, become U+FFFD: whatever a stranger sends can be written down.
 */
export function parseJson(text: string): unknown {
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
