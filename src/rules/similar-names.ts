import { parseDomain, unicodeOf } from "./names.ts";
import { popularZones } from "./popular-zones.ts";
import { type ZoneIndex, zoneOf } from "./zones.ts";

/** Maximum number of suggestions with another extension, and of suggestions with a varied label. */
const mostOfAKind = 8;

/**
 * Returns names to suggest instead of a domain. Two kinds alternate: the same label with a popular extension, and a
 * varied label with the same extension. Every suggestion has an extension that is on sale (in `zones`). Leaves out
 * look-alike names, which can be mistaken for another name. Empty if the domain's extension is not on sale.
 */
export function similarNames(domain: string, zones: ZoneIndex): string[] {
	const place = zoneOf(domain, zones);
	if (!place) return [];
	const { label } = place;
	const zone = place.domain.slice(label.length + 1);
	const extensions = popularZones.filter((each) => zones.has(each) && each !== zone).map((each) => `${label}.${each}`);
	const variations = variationsOf(unicodeOf(label)).map((each) => `${each}.${unicodeOf(zone)}`);
	const mixed = Array.from({ length: mostOfAKind }, (_, at) => [extensions[at] ?? "", variations[at] ?? ""]).flat();
	const names = mixed
		.map((each) => parseDomain(each))
		.flatMap((each) => (each.ok && !each.warning ? [each.ascii] : []));
	return [...new Set(names)].filter((each) => each !== place.domain);
}

/** Returns the label with affixes and with another hyphenation: `shop24` -> `getshop24`, `shop-24`. */
function variationsOf(label: string): string[] {
	const hyphened = label.replace(/(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu, "-");
	return [
		`get${label}`,
		...(label.includes("-") ? [label.replaceAll("-", "")] : hyphened === label ? [] : [hyphened]),
		`${label}app`,
		`${label}hq`,
		`get-${label}`,
		`${label}-app`,
		`try${label}`,
		`my${label}`,
	];
}
