import { parseDomain, parseHost, unicodeOf } from "./names.ts";

/** Zones by their punycode without the leading dot; the value is the zone as the price list spells it. */
export type ZoneIndex = ReadonlyMap<string, string>;

/** A name cut at its zone: `label` + `zone` is what can be registered, `host` is what stands before it ("" if nothing). */
export interface NameInZone {
	zone: string;
	label: string;
	domain: string;
	host: string;
}

/** A zone in punycode with its leading dot; undefined where no name could stand under it. */
export function parseZone(text: string): string | undefined {
	const name = parseDomain(`a.${text.replace(/^\./, "")}`);
	return name.ok ? name.ascii.slice(1) : undefined;
}

/** Prepares a price list's zones (`.com`, `co.uk`, `.рф`) for `zoneOf`. What is no name at all is left out. */
export function indexZones(zones: Iterable<string>): ZoneIndex {
	const index = new Map<string, string>();
	for (const zone of zones) {
		const name = parseHost(zone.replace(/^\./, ""));
		if (name.ok) index.set(name.ascii, zone);
	}
	return index;
}

/** The longest zone that a name (`ascii` of a parsed one) ends in, with at least one label before it. */
export function zoneOf(name: string, zones: ZoneIndex): NameInZone | undefined {
	const labels = name.split(".");
	for (let cut = 1; cut < labels.length; cut += 1) {
		const ending = labels.slice(cut).join(".");
		const zone = zones.get(ending);
		const label = labels[cut - 1];
		if (zone === undefined || label === undefined) continue;
		return { zone, label, domain: `${label}.${ending}`, host: labels.slice(0, cut - 1).join(".") };
	}
	return undefined;
}

/** A name in the form in which the price list has its zone: Unicode where the zone is in Unicode there. */
export function spellAs(name: string, zones: ZoneIndex): string {
	const zone = zoneOf(name, zones)?.zone ?? "";
	return isAscii(zone) ? name : unicodeOf(name);
}

function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** Whether a profile serves the ending of a domain; what can be ordered is one label and its zone. */
export function fitsZone({ zones }: { zones: readonly string[] | null }, domain: string): boolean {
	return zones === null || zones.includes(domain.slice(domain.indexOf(".")));
}
