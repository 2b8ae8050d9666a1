import { parseDomain, unicodeOf } from "@domains/contract/names.ts";
import { findTld, popularTlds, type TldIndex } from "@domains/contract/tlds.ts";

/** With another TLD, and with a varied label. */
const mostOfAKind = 8;

/**
 * Two kinds alternate: the same label with a popular TLD, and a varied label with the same TLD. Every suggestion has a
 * TLD that is on sale (in `tlds`), and is no look-alike name. Empty if the domain's TLD is not on sale.
 */
export function similarNames(domain: string, tlds: TldIndex): string[] {
	const place = findTld(domain, tlds);
	if (!place) return [];
	const { label } = place;
	const tld = place.domain.slice(label.length + 1);
	const others = popularTlds.filter((each) => tlds.has(each) && each !== tld).map((each) => `${label}.${each}`);
	const variations = variationsOf(unicodeOf(label)).map((each) => `${each}.${unicodeOf(tld)}`);
	const mixed = Array.from({ length: mostOfAKind }, (_, at) => [others[at] ?? "", variations[at] ?? ""]).flat();
	const names = mixed
		.map((each) => parseDomain(each))
		.flatMap((each) => (each.ok && !each.lookAlike ? [each.ascii] : []));
	return [...new Set(names)].filter((each) => each !== place.domain);
}

/** `shop24` -> `getshop24`, `shop-24`. */
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
