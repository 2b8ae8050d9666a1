import { centsIn, fieldsOf, flagIn, listIn, nameIn } from "./fields.ts";

/** `zone` has a leading dot, such as `.com`. */
export interface TldFacts {
	zone: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/** Skips entries without a TLD. Null if there is no list, or if no entry of a non-empty list has a TLD. */
export function readZones(result: unknown): TldFacts[] | null {
	const list = listIn(result, "zones", "items");
	const zones = list?.flatMap((each) => {
		const fields = fieldsOf(each);
		const zone = nameIn(typeof each === "string" ? { zone: each } : fields, "zone", "name", "tld");
		if (zone === null) return [];
		return {
			zone: zone.startsWith(".") ? zone : `.${zone}`,
			registerCents: centsIn(fields, "register_price_usd", "price_usd"),
			renewCents: centsIn(fields, "renew_price_usd"),
			premium: flagIn(fields, "premium") ?? false,
		};
	});
	return zones === undefined || (zones.length === 0 && list?.length !== 0) ? null : zones;
}
