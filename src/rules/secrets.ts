/** What our own service issues; found anywhere in a text, also glued to words. */
const ownToken = /dts_[\w-]{20,}/;
/** `Authorization: Bearer …`, as copied from a program. */
const bearer = /\bbearer\s+([\w.~+/=-]{16,})/i;

/**
 * The token in a text, so that the text is never kept, logged or searched for. Ours is recognised for certain; one of
 * a foreign service (whose form nobody knows) by being a single long word that no name could be.
 */
export function findToken(text: string): string | undefined {
	const certain = ownToken.exec(text)?.[0] ?? bearer.exec(text)?.[1];
	if (certain !== undefined) return certain;
	const word = text.trim();
	return looksSecret(word) ? word : undefined;
}

/** Begins as our tokens do and is none: lost its end while it was copied. */
export function isCutToken(text: string): boolean {
	return findToken(text) === undefined && /^\s*dts_\S*\s*$|\bdts_[\w-]{8,}/i.test(text);
}

function looksSecret(word: string): boolean {
	if (word.length < 20 || word.length > 4_096 || !/^[\w.~+/=-]+$/.test(word)) return false;
	// Three parts that each begin like base64 of a brace: a JSON web token, which has dots as a name has.
	if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(word)) return true;
	if (word.includes(".") || word.includes("/")) return false;
	// `sk_live_…`: one or two short words, then characters with a digit among them.
	if (/^(?:[a-z]{2,12}_){1,2}(?=[a-z]*\d)[a-z\d]{16,}$/i.test(word)) return true;
	const mixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
	const hex = /^[\da-f]+$/.test(word) && /\d/.test(word) && /[a-f]/.test(word);
	return word.length >= 32 && (mixed || hex);
}
