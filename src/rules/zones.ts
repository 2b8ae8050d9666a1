import { parseDomain, parseHost, unicodeOf } from "./names.ts";

/**
 * The zones on sale (domain extensions). Maps each zone in punycode, without the leading dot, to its spelling in the
 * price list.
 */
export type ZoneIndex = ReadonlyMap<string, string>;

/**
 * A name split into `host`, `label` and `zone` (its extension). `domain` is the registrable domain, `label` plus
 * `zone`. `host` is the part before the domain, or "".
 */
export interface NameInZone {
	zone: string;
	label: string;
	domain: string;
	host: string;
}

/**
 * Returns a zone (a domain extension) in punycode with its leading dot. Undefined if no valid name can have this
 * extension.
 */
export function parseZone(text: string): string | undefined {
	const name = parseDomain(`a.${text.replace(/^\./, "")}`);
	return name.ok ? name.ascii.slice(1) : undefined;
}

/** Builds the index for `zoneOf` from a price list's zones (`.com`, `co.uk`, `.рф`). Skips malformed entries. */
export function indexZones(zones: Iterable<string>): ZoneIndex {
	const index = new Map<string, string>();
	for (const zone of zones) {
		const name = parseHost(zone.replace(/^\./, ""));
		if (name.ok) index.set(name.ascii, zone);
	}
	return index;
}

/**
 * Finds the longest extension on sale (zone) in which a name ends, with at least one label before it. `name` must be in
 * punycode. Undefined if there is no such extension.
 */
export function zoneOf(name: string, zones: ZoneIndex): NameInZone | undefined {
	const labels = name.split(".");
	for (let at = 1; at < labels.length; at += 1) {
		const ending = labels.slice(at).join(".");
		const zone = zones.get(ending);
		const label = labels[at - 1];
		if (zone === undefined || label === undefined) continue;
		return { zone, label, domain: `${label}.${ending}`, host: labels.slice(0, at - 1).join(".") };
	}
	return undefined;
}

/**
 * Returns a name as the service spells it: in Unicode if its price list has the name's zone in Unicode, otherwise in
 * punycode.
 */
export function spellAs(name: string, zones: ZoneIndex): string {
	const zone = zoneOf(name, zones)?.zone ?? "";
	return isAscii(zone) ? name : unicodeOf(name);
}

function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/**
 * True if an edge profile may serve the extension (zone) of a domain. An edge profile is a named edge-proxy
 * configuration at the service. `domain` must be one label and its zone, without a host.
 */
export function fitsZone({ zones }: { zones: readonly string[] | null }, domain: string): boolean {
	return zones === null || zones.includes(domain.slice(domain.indexOf(".")));
}
