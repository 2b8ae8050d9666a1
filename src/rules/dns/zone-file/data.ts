import type { DnsType } from "../../../contract/dns.ts";
import { decodeEscapes, type Token } from "./tokens.ts";

/**
 * Builds the value of a record from the tokens of this value in a zone file. Names become absolute, and texts get one
 * pair of quotes.
 */
export function dataValue(type: DnsType, data: Token[], origin: string): string {
	if (type === "TXT") return quote(decodeEscapes(data));
	if (type === "CAA") {
		const words = data.slice(0, 2).map((token) => token.text);
		return [
			...words,
			quote(
				data
					.slice(2)
					.map((token) => decodeEscapes([token]))
					.join(" "),
			),
		].join(" ");
	}
	const names = type === "CNAME" || type === "NS" || type === "MX" || type === "SRV";
	const words = data.map((token) => token.text);
	const last = words.at(-1);
	return names && last !== undefined ? [...words.slice(0, -1), absolute(last, origin)].join(" ") : words.join(" ");
}

/** Returns a name with a trailing dot. Appends the origin to a name without one, because such a name is relative. */
export function absolute(name: string, origin: string): string {
	if (name === "@") return origin;
	if (name.endsWith(".")) return name;
	return origin === "." ? `${name}.` : `${name}.${origin}`;
}

function quote(text: string): string {
	return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
