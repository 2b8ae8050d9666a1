const named: ReadonlyMap<string, string> = new Map(Object.entries<string>({ lt: "<", gt: ">", amp: "&", quot: '"' }));

/**
 * Begins with the `&` at `at`. Telegram decodes only `&lt; &gt; &amp; &quot;` and numeric references, and the semicolon
 * is optional (TDLib, decode_html_entity). Null for anything else, which stays as text.
 */
export function characterReference(source: string, at: number): { character: string; end: number } | null {
	const found = /&(?:#x([0-9a-f]*)|#([0-9]*)|([a-z]+))/iy;
	found.lastIndex = at;
	const match = found.exec(source);
	if (match === null) return null;
	const end = at + match[0].length;
	const character = match[3] === undefined ? numbered(match, end - at) : named.get(match[3]);
	return character === undefined ? null : { character, end: source[end] === ";" ? end + 1 : end };
}

function numbered(match: RegExpExecArray, length: number): string | undefined {
	const code = match[1] === undefined ? Number.parseInt(match[2] ?? "", 10) : Number.parseInt(match[1], 16);
	if (Number.isNaN(code) || code === 0 || code >= 0x10ffff || length >= 10) return undefined;
	return String.fromCodePoint(code);
}
