import { parseDomain, parseHost, unicodeOf } from "./names.ts";

/** Maps the punycode of each zone, without the leading dot, to its spelling in the price list. */
export type ZoneIndex = ReadonlyMap<string, string>;

/**
 * A name split into `host`, `label` and zone. `label` and zone form the registrable domain; `host` is the part before
 * ("" if none).
 */
export interface NameInZone {
	zone: string;
	label: string;
	domain: string;
	host: string;
}

/** A zone in punycode with its leading dot; undefined if no name is possible under it. */
export function parseZone(text: string): string | undefined {
	const name = parseDomain(`a.${text.replace(/^\./, "")}`);
	return name.ok ? name.ascii.slice(1) : undefined;
}

/**
 * Builds the index for `zoneOf` from a price list's zones (`.com`, `co.uk`, `.рф`). Skips entries that are not names.
 */
export function indexZones(zones: Iterable<string>): ZoneIndex {
	const index = new Map<string, string>();
	for (const zone of zones) {
		const name = parseHost(zone.replace(/^\./, ""));
		if (name.ok) index.set(name.ascii, zone);
	}
	return index;
}

/** Finds the longest zone that a name ends in, with at least one label before it. `name` is the punycode form. */
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

/** Returns a name in the spelling of the price list: in Unicode if the list spells its zone in Unicode. */
export function spellAs(name: string, zones: ZoneIndex): string {
	const zone = zoneOf(name, zones)?.zone ?? "";
	return isAscii(zone) ? name : unicodeOf(name);
}

function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** True if an edge profile supports the zone of a domain. The domain is registrable: one label and its zone. */
export function fitsZone({ zones }: { zones: readonly string[] | null }, domain: string): boolean {
	return zones === null || zones.includes(domain.slice(domain.indexOf(".")));
}
