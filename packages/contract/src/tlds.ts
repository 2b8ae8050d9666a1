import { parseDomain, parseHost, unicodeOf } from "./names.ts";

/**
 * The keys are in punycode, without the leading dot, such as `com` and `co.uk`. The values are spelled as in the price
 * list.
 */
export type TldIndex = ReadonlyMap<string, string>;

/**
 * `tld` is spelled as in the price list. `domain` is the registrable domain, `label` plus TLD. `host` is the part
 * before the domain, or "".
 */
interface NameInTld {
	tld: string;
	label: string;
	domain: string;
	host: string;
}

/** Punycode with its leading dot. Undefined if no valid name can have this TLD. */
export function parseTld(text: string): string | undefined {
	const name = parseDomain(`a.${text.replace(/^\./, "")}`);
	return name.ok ? name.ascii.slice(1) : undefined;
}

/** A price list has `.com`, `co.uk`, `.рф`. Skips malformed entries. */
export function indexTlds(tlds: Iterable<string>): TldIndex {
	const index = new Map<string, string>();
	for (const tld of tlds) {
		const name = parseHost(tld.replace(/^\./, ""));
		if (name.ok) index.set(name.ascii, tld);
	}
	return index;
}

/** The longest TLD on sale, with at least one label before it. `name` must be in punycode. */
export function findTld(name: string, tlds: TldIndex): NameInTld | undefined {
	const labels = name.split(".");
	for (let at = 1; at < labels.length; at += 1) {
		const ending = labels.slice(at).join(".");
		const tld = tlds.get(ending);
		const label = labels[at - 1];
		if (tld === undefined || label === undefined) continue;
		return { tld, label, domain: `${label}.${ending}`, host: labels.slice(0, at - 1).join(".") };
	}
	return undefined;
}

/** In Unicode if the service's price list has the name's TLD in Unicode, otherwise in punycode. */
export function spellAs(name: string, tlds: TldIndex): string {
	const tld = findTld(name, tlds)?.tld ?? "";
	return isAscii(tld) ? name : unicodeOf(name);
}

function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** `domain` must be one label and its TLD, without a host. */
export function fitsTld({ zones }: { zones: readonly string[] | null }, domain: string): boolean {
	return zones === null || zones.includes(domain.slice(domain.indexOf(".")));
}

/** Without the dot, in the order in which a search shows them. */
export const popularTlds: readonly string[] = [
	"com",
	"net",
	"org",
	"io",
	"co",
	"app",
	"dev",
	"ai",
	"me",
	"xyz",
	"shop",
	"online",
];

/** The person's favorites come first. Infinity for any other TLD. */
export function popularity(tld: string, favorites: readonly string[] = []): number {
	const at = [...favorites, ...popularTlds].indexOf(tld);
	return at === -1 ? Number.POSITIVE_INFINITY : at;
}
