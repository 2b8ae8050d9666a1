import { parseDomain, parseHost, unicodeOf } from "./names.ts";

/**
 * The TLDs on sale, such as `com` and `co.uk`. The contract calls them zones. Maps each TLD in punycode, without the
 * leading dot, to its spelling in the price list.
 */
export type TldIndex = ReadonlyMap<string, string>;

/**
 * A name split into `host`, `label` and `tld`. `tld` is spelled as in the price list. `domain` is the registrable
 * domain, `label` plus TLD. `host` is the part before the domain, or "".
 */
export interface NameInTld {
	tld: string;
	label: string;
	domain: string;
	host: string;
}

/** Returns a TLD in punycode with its leading dot. Undefined if no valid name can have this TLD. */
export function parseTld(text: string): string | undefined {
	const name = parseDomain(`a.${text.replace(/^\./, "")}`);
	return name.ok ? name.ascii.slice(1) : undefined;
}

/** Builds the index for `findTld` from a price list's TLDs (`.com`, `co.uk`, `.рф`). Skips malformed entries. */
export function indexTlds(tlds: Iterable<string>): TldIndex {
	const index = new Map<string, string>();
	for (const tld of tlds) {
		const name = parseHost(tld.replace(/^\./, ""));
		if (name.ok) index.set(name.ascii, tld);
	}
	return index;
}

/**
 * Finds the longest TLD on sale in which a name ends, with at least one label before it. `name` must be in punycode.
 * Undefined if there is no such TLD.
 */
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

/**
 * Returns a name as the service spells it: in Unicode if its price list has the name's TLD in Unicode, otherwise in
 * punycode.
 */
export function spellAs(name: string, tlds: TldIndex): string {
	const tld = findTld(name, tlds)?.tld ?? "";
	return isAscii(tld) ? name : unicodeOf(name);
}

function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/**
 * True if an edge profile may serve the TLD of a domain. An edge profile is a named edge-proxy configuration at the
 * service. `domain` must be one label and its TLD, without a host.
 */
export function fitsTld({ zones }: { zones: readonly string[] | null }, domain: string): boolean {
	return zones === null || zones.includes(domain.slice(domain.indexOf(".")));
}
