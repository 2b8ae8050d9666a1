import { lookUp } from "../../search/look-up.ts";
import { offerOf } from "../../search/offer.ts";
import type { Offer } from "../../search/types.ts";
import { type Bad, isAboutDomain, type Reader, type Seen } from "./kind.ts";

/** The number of names in one call of the batch search. */
const chunk = 100;

export type Offered = { kind: "offer"; offer: Offer } | Extract<Seen, { kind: "refused" }>;

export const nothing: Offered = { kind: "refused", code: "not_sold", message: "" };

/** Returns an offer or a refusal for each name. If a renewal price is missing, fills in prices from the price list. */
export async function readOffers(
	reader: Reader,
	domains: string[],
): Promise<{ kind: "offers"; items: Offered[] } | { kind: "bad"; result: Bad }> {
	const found = await search(reader, domains);
	if (found.kind === "bad") return found;
	const whole = found.items.every((each) => each.kind === "refused" || each.offer.renewCents !== null);
	if (whole) return found;
	const zones = await reader.client.zones(reader.options);
	if (zones.kind !== "ok") return { kind: "bad", result: zones };
	const complete = (each: Offered): Offered =>
		each.kind === "offer" ? { kind: "offer", offer: offerOf(each.offer, zones.value) } : each;
	return { kind: "offers", items: found.items.map(complete) };
}

async function search(
	reader: Reader,
	domains: string[],
): Promise<{ kind: "offers"; items: Offered[] } | { kind: "bad"; result: Bad }> {
	const [only] = domains;
	if (domains.length === 1 && only !== undefined) return searchOne(reader, only);
	const items: Offered[] = [];
	for (let start = 0; start < domains.length; start += chunk) {
		const batch = await lookUp(reader.client, domains.slice(start, start + chunk), reader.options);
		if (batch.kind !== "ok") return { kind: "bad", result: batch };
		for (const each of batch.value) {
			if (each.kind === "offer") items.push({ kind: "offer", offer: offerOf(each.offer) });
			else items.push(each.kind === "refused" ? each : nothing);
		}
	}
	return { kind: "offers", items };
}

async function searchOne({ client, options }: Reader, domain: string): ReturnType<typeof search> {
	const result = await client.search(domain, options);
	if (result.kind === "ok") {
		const facts = result.value.offers.find((offer) => offer.domain === domain);
		return { kind: "offers", items: [facts ? { kind: "offer", offer: offerOf(facts) } : nothing] };
	}
	if (!isAboutDomain(result)) return { kind: "bad", result };
	const code = result.code === "domain_not_found" ? "not_available" : result.code;
	return { kind: "offers", items: [{ kind: "refused", code, message: result.message }] };
}
