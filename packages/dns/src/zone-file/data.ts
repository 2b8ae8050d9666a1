import { parseHost } from "@domains/contract/names.ts";
import type { AnyRecord } from "@domains/contract/records/any-record.ts";
import { decodeEscapes, type Token } from "@domains/contract/records/escapes.ts";
import { isWithin } from "@domains/contract/records/name.ts";
import { isGeneric } from "@domains/contract/records/text-value.ts";
import { type DnsType, endsInText, hasTarget, valueFields } from "@domains/contract/records/types.ts";
import type { FileZone } from "./parsed-zone.ts";
import { wordsOf } from "./tokens.ts";

/**
 * Builds the value of a record from the tokens of this value in a zone file. `absolute` completes the names. Texts get
 * one pair of quotes.
 */
export function dataValue(type: DnsType, data: Token[], absolute: (name: string) => string): string {
	const fields = valueFields(type);
	const lastField = fields.at(-1);
	if (lastField === "text")
		return isGeneric(data[0]?.text ?? "") ? wordsOf(data).join(" ") : quote(decodeEscapes(data));
	if (lastField === "quoted") {
		const words = data.slice(0, fields.length - 1).map((token) => token.text);
		// The value is one string. More strings, or none, are refused later.
		return [...words, ...data.slice(words.length).map((token) => quote(decodeEscapes([token])))].join(" ");
	}
	const words = data.map((token) => token.text);
	const last = words.at(-1);
	return hasTarget(type) && last !== undefined ? [...words.slice(0, -1), absolute(last)].join(" ") : words.join(" ");
}

/** Returns a name with a trailing dot. Appends the origin to a name without one, because such a name is relative. */
export function absolute(name: string, origin: string): string {
	if (name === "@") return origin;
	if (name.endsWith(".")) return name;
	return origin === "." ? `${name}.` : `${name}.${origin}`;
}

/**
 * Replaces the domain of the file (`movedFrom`) in a name by the domain that the person uses the file for. Other names
 * are unchanged.
 */
export function moved(name: string, { domain, movedFrom }: FileZone): string {
	if (movedFrom === undefined) return name;
	const [, before = "", dot = ""] = /^(.*?)(\.?)$/s.exec(name) ?? [];
	const host = parseHost(before);
	// The name may be in Unicode, so compare its punycode. A name that is already below `movedFrom` keeps its spelling.
	const plain = host.ok && !isWithin(before, movedFrom) ? host.ascii : before;
	if (!isWithin(plain, movedFrom)) return name;
	return `${plain.slice(0, plain.length - movedFrom.length)}${domain}${dot}`;
}

/** True if the value of a record names this domain or a name below it. Always false for a type that ends in a text. */
export function leadsTo({ type, value }: AnyRecord, domain: string): boolean {
	if (endsInText(type)) return false;
	return value.split(/\s+/).some((word) => isWithin(word.replace(/\.$/, ""), domain));
}

function quote(text: string): string {
	return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
