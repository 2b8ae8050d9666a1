import type { DomainFacts } from "../../../client/read/domains.ts";
import { prepare, type RegisterItem } from "../../../client/request.ts";
import { priceOf } from "../../../rules/money.ts";
import { referencesFor } from "../../../rules/operation/references.ts";
import { since } from "../../../rules/operation/timing.ts";
import type { ItemRow } from "../../../store/operations.ts";
import { offerOf } from "../../search/offer.ts";
import type { Offer } from "../../search/types.ts";
import {
	type Bad,
	givenReferences,
	isAboutDomain,
	type KindOfChange,
	type Reader,
	refused,
	type Seen,
	type Sent,
	type Wanted,
} from "./kind.ts";

/** How far apart our clock and the service's may be. */
const skewMs = 2 * 60_000;
/** Names of one batch search. */
const chunk = 100;

export const register: KindOfChange = {
	lock: "register",

	async examine(reader, wanted) {
		const [offers, account] = await Promise.all([
			readOffers(
				reader,
				wanted.map((each) => each.domain),
			),
			reader.client.account(reader.options),
		]);
		if (offers.kind === "bad") return offers;
		if (account.kind !== "ok") return { kind: "bad", result: account };
		const items = wanted.map((each, index) => seenOf(each, offers.items[index] ?? nothing));
		return { kind: "seen", items, balanceCents: account.value.balanceCents };
	},

	prepare(items, reference) {
		const wire = items.map((item) => wireItem(item, reference));
		const [first] = wire;
		if (wire.length === 1 && first) return prepare({ endpoint: "register", item: first });
		return prepare({ endpoint: "registerBatch", items: wire });
	},

	async look({ client, options }, item, sent) {
		const record = await client.domain(item.domain, options);
		if (record.kind === "ok") {
			const found = isOurs(item, sent, record.value) ? "done" : "unclear";
			return { kind: "found", found, expiresAt: record.value.expiresAt };
		}
		if (record.kind !== "refused" || record.status !== 404) return { kind: "bad", result: record };
		const search = await client.search(item.domain, options);
		if (search.kind !== "ok") return { kind: "bad", result: search };
		const offer = search.value.offers.find((each) => each.domain === item.domain);
		return { kind: "found", found: offer?.available === true ? "absent" : "unclear" };
	},
};

type Offered = { kind: "offer"; offer: Offer } | Extract<Seen, { kind: "refused" }>;

const nothing: Offered = { kind: "refused", code: "not_sold", message: "" };

/** One answer a name; prices that the search leaves out come from the price list. */
async function readOffers(
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
		const batch = await reader.client.searchBatch(domains.slice(start, start + chunk), reader.options);
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

function seenOf({ years }: Wanted, offered: Offered): Seen {
	if (offered.kind === "refused") return offered;
	const { available, registerCents, renewCents } = offered.offer;
	if (!available) return refused({ code: "not_available", message: "" });
	const known = registerCents !== null && (renewCents !== null || (years ?? 1) === 1);
	const price = { registerCents: registerCents ?? 0, renewCents: renewCents ?? 0 };
	const priceCents = known ? priceOf("register", price, years ?? 1) : null;
	return { kind: "fine", priceCents, renewCents, before: { available } };
}

function wireItem(item: ItemRow, reference: string): RegisterItem {
	return {
		domain: item.domain,
		years: item.years ?? 1,
		...referencesFor(reference, givenReferences(item)),
		...(item.edgeProfileKey !== null && { edge_profile_key: item.edgeProfileKey }),
	};
}

/**
 * Our reference is proof. So is a name that was free when we looked and was registered after we sent, unless it bears
 * a reference of somebody else.
 */
function isOurs(item: ItemRow, { reference, firstSentAt }: Sent, record: DomainFacts): boolean {
	const sent = item.externalRef ?? reference;
	if (item.externalRef === null && record.externalRef === reference) return true;
	if (item.before?.available !== true || firstSentAt === null) return false;
	if (record.externalRef !== null && record.externalRef !== sent) return false;
	return record.registeredAt === null || since(firstSentAt, record.registeredAt) >= -skewMs;
}
