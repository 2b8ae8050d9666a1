import { isUtf8 } from "node:buffer";

/** The text may not have the characters that the person wants. */
export type TextDoubt =
	/** Bytes of an escape were replaced, or DNS software would refuse the escape. */
	| "escape"
	/** Curly quotes around the text are part of it. */
	| "curly"
	/** Characters that look like a space or like nothing. */
	| "invisible";

const strings = /"(?:[^"\\]|\\.)*"/gsu;

/** Quoted strings with the escapes of a zone file. */
export function decodeStrings(value: string): string {
	return decodeEscapes(tokensOf(value));
}

/** `\# 6 0568656c6c6f` (RFC 3597, 5). Undefined if a length is wrong. */
export function decodeGeneric(value: string): string | undefined {
	const bytes = stringsIn(value);
	return bytes && Buffer.concat(bytes).toString();
}

/** Correct or not. */
export function isGeneric(value: string): boolean {
	return /^\\#(?:\s|$)/.test(value);
}

export function doubtsOfText(given: string): TextDoubt[] {
	const value = given.trim();
	const tokens = value.startsWith('"') ? tokensOf(value) : [];
	const bytes = isGeneric(value) ? stringsIn(value) : undefined;
	const isLossy = losesBytes(tokens) || (bytes !== undefined && !isUtf8(Buffer.concat(bytes)));
	const checks: [TextDoubt, boolean][] = [
		["escape", isLossy],
		["curly", /^"?[“”„«‘‚]|[“”»]"?$|^"?(['`]).*\1"?$/su.test(value)],
		["invisible", /[[\p{Cf}\p{Z}]--[ ]]/v.test(value)],
	];
	return checks.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []));
}

function tokensOf(value: string): Token[] {
	return (value.match(strings) ?? []).map((each) => ({ text: each.slice(1, -1), quoted: true }));
}

/** Each string begins with its length (RFC 1035, 3.3.14). */
function stringsIn(value: string): Buffer[] | undefined {
	const [, length, hex = ""] = /^\\#\s+(\d{1,5})((?:\s+[\da-f]+)*)$/i.exec(value.trim()) ?? [];
	const data = Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
	if (length === undefined || data.length !== Number(length) || hex.replaceAll(/\s/g, "").length % 2 > 0)
		return undefined;
	const found: Buffer[] = [];
	let at = 0;
	while (at < data.length) {
		const end = at + 1 + (data[at] ?? 0);
		found.push(data.subarray(at + 1, end));
		at = end;
	}
	return at === data.length && at > 0 ? found : undefined;
}

/** Its escapes are still encoded. A quoted token is never a keyword or a name. */
export interface Token {
	text: string;
	quoted: boolean;
	/** No white space separates it from the previous token, as in `alpn="h2,h3"`. */
	joined?: true;
}

/**
 * `\"` and `\\` are characters, `\065` is a byte. The joined bytes are UTF-8, because the bytes of one character may be
 * in two tokens.
 */
export function decodeEscapes(tokens: readonly Token[]): string {
	if (!tokens.some(({ text }) => text.includes("\\"))) return tokens.map(({ text }) => text).join("");
	return Buffer.concat(tokens.flatMap(({ text }) => bytesOf(text))).toString("utf8");
}

/**
 * DNS software refuses an escape such as `\03` or `\300` (RFC 1035, 5.1). A byte that is not part of a UTF-8 character
 * has no place in JSON.
 */
function losesBytes(tokens: readonly Token[]): boolean {
	const isOdd = ({ text }: Token) =>
		[...text.matchAll(/\\(?:(\d{1,3})|.)/gsu)].some(([, code]) => (code?.length === 3 ? Number(code) > 255 : code));
	return tokens.some(isOdd) || !isUtf8(Buffer.concat(tokens.flatMap(({ text }) => bytesOf(text))));
}

function bytesOf(text: string): Uint8Array[] {
	const pieces = text.matchAll(/\\(\d{3})|\\(.)|([^\\]+)/gsu);
	return [...pieces].map(([, code, escaped, plain]) =>
		code === undefined ? Buffer.from(escaped ?? plain ?? "") : Buffer.of(Number(code) & 0xff),
	);
}
