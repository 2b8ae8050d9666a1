import type { DnsType } from "../../../contract/dns.ts";
import { decodeEscapes, type Token } from "./tokens.ts";

/** The record's value from the tokens of a line: names are absolute, texts are quoted once. */
export function dataValue(type: DnsType, data: Token[], origin: string): string {
	if (type === "TXT") return quote(data.map((token) => decodeEscapes(token.text)).join(""));
	if (type === "CAA")
		return [
			...data.slice(0, 2).map((token) => token.text),
			quote(
				data
					.slice(2)
					.map((token) => decodeEscapes(token.text))
					.join(" "),
			),
		].join(" ");
	const names = type === "CNAME" || type === "NS" || type === "MX" || type === "SRV";
	const words = data.map((token) => token.text);
	const last = words.at(-1);
	return names && last !== undefined ? [...words.slice(0, -1), absolute(last, origin)].join(" ") : words.join(" ");
}

/** A name with its trailing dot: unchanged if it ends in one, otherwise relative to the origin. */
export function absolute(name: string, origin: string): string {
	if (name === "@") return origin;
	if (name.endsWith(".")) return name;
	return origin === "." ? `${name}.` : `${name}.${origin}`;
}

function quote(text: string): string {
	return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
