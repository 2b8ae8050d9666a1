import { isUtf8 } from "node:buffer";

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
export function losesBytes(tokens: readonly Token[]): boolean {
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
