import type { DomainFacts } from "../../../client/read/domains.ts";
import type { OfferFacts } from "../../../client/read/offers.ts";
import { type Mutation, prepare, type RegisterItem } from "../../../client/request.ts";
import { map, type Result } from "../../../client/result.ts";
import { priceOf } from "../../../rules/money.ts";
import { referencesFor } from "../../../rules/operation/references.ts";
import type { Finding } from "../../../rules/operation/state.ts";
import { since } from "../../../rules/operation/timing.ts";
import type { ItemRow } from "../../../store/operations.ts";
import { offerOf } from "../../search/offer.ts";
import type { Offer } from "../../search/types.ts";
import type { ItemFacts, ItemPrices } from "../facts.ts";
import { type Bad, type Examined, type KindOfChange, unread, type Work } from "./kind.ts";

/** How far apart our clock and the service's may be. */
const skewMs = 2 * 60_000;

export const register: KindOfChange = {
	async examine(work) {
		const open = openItems(work);
		const [offers, account] = await Promise.all([readOffers(work, open), work.client.account(work.options)]);
		if (account.kind !== "ok") return { kind: "unread", result: account };
		if (offers.kind !== "ok") return isRefusedName(offers) ? impossible(offers) : { kind: "unread", result: offers };
		return judge(open, offers.value, account.value.balanceCents);
	},

	prepare(work) {
		const items = openItems(work).map((item) => wireItem(item, work.operation.reference));
		const [first] = items;
		if (!first) throw new Error("a request without an open item is never prepared");
		const mutation: Mutation =
			items.length === 1 ? { endpoint: "register", item: first } : { endpoint: "registerBatch", items };
		return prepare(mutation);
	},

	async look(work, items) {
		const findings: Finding[] = [];
		const facts = new Map<number, ItemFacts>();
		for (const item of items) {
			const seen = await lookAt(work, item);
			if (seen.kind === "bad") {
				if (findings.length > 0) break;
				return { evidence: unread(seen.result, work.now) };
			}
			findings.push({ domain: item.domain, found: seen.found });
			if (seen.expiresAt) facts.set(item.id, { expiresAt: seen.expiresAt });
		}
		return { evidence: { is: "read", findings }, facts: { items: facts } };
	},
};

function openItems({ request }: Work): ItemRow[] {
	return request.items.filter((item) => item.phase === "open");
}

/** One offer an item, null where the service said nothing of it; what it left out comes from the price list. */
async function readOffers(work: Work, items: ItemRow[]): Promise<Result<(Offer | null)[]>> {
	const facts = await readFacts(
		work,
		items.map((item) => item.domain),
	);
	if (facts.kind !== "ok") return facts;
	const whole = facts.value.every((each) => each === null || each.renewCents !== null);
	const zones = whole ? undefined : await work.client.zones(work.options);
	if (zones && zones.kind !== "ok") return zones;
	return { ...facts, value: facts.value.map((each) => each && offerOf(each, zones?.value)) };
}

async function readFacts({ client, options }: Work, domains: string[]): Promise<Result<(OfferFacts | null)[]>> {
	const [only] = domains;
	if (domains.length === 1 && only !== undefined) {
		const result = await client.search(only, options);
		return map(result, ({ offers }) => [offers.find((offer) => offer.domain === only) ?? null]);
	}
	const result = await client.searchBatch(domains, options);
	return map(result, (items) => items.map((each) => (each.kind === "offer" ? each.offer : null)));
}

function judge(items: ItemRow[], offers: readonly (Offer | null)[], balanceCents: number | null): Examined {
	const prices = new Map<number, ItemPrices>();
	const before = new Map<number, Record<string, unknown>>();
	for (const [index, item] of items.entries()) {
		const offer = offers[index];
		before.set(item.id, { available: offer?.available ?? null });
		const price = offer && priceFor(item, offer);
		if (price) prices.set(item.id, price);
	}
	// In a batch each name has an outcome of its own; a single one that is gone need not be asked for.
	if (items.length === 1 && offers[0]?.available === false) {
		return { kind: "impossible", code: "not_available", message: "" };
	}
	const totalCents = items.reduce(
		(sum, { id, priceCents }) => sum + (prices.get(id)?.priceCents ?? priceCents ?? 0),
		0,
	);
	if (balanceCents !== null && balanceCents < totalCents) {
		return { kind: "impossible", code: "insufficient_funds", message: "" };
	}
	return { kind: "possible", totalCents, balanceCents, prices, before };
}

function priceFor({ years }: ItemRow, { registerCents, renewCents }: Offer): ItemPrices | null {
	if (registerCents === null || (renewCents === null && (years ?? 1) > 1)) return null;
	const price = { registerCents, renewCents: renewCents ?? 0 };
	return { priceCents: priceOf("register", price, years ?? 1), renewCents };
}

function isRefusedName(result: Bad): result is Extract<Bad, { kind: "refused" }> {
	return result.kind === "refused" && (result.status === 404 || result.status === 422);
}

function impossible({ code, message }: { code: string; message: string }): Examined {
	return { kind: "impossible", code, message };
}

function wireItem(item: ItemRow, reference: string): RegisterItem {
	const given = {
		...(item.clientRef !== null && { client_ref: item.clientRef }),
		...(item.externalRef !== null && { external_ref: item.externalRef }),
	};
	return {
		domain: item.domain,
		years: item.years ?? 1,
		...referencesFor(reference, given),
		...(item.edgeProfileKey !== null && { edge_profile_key: item.edgeProfileKey }),
	};
}

type Seen = { kind: "seen"; found: Finding["found"]; expiresAt?: Date | null } | { kind: "bad"; result: Bad };

async function lookAt(work: Work, item: ItemRow): Promise<Seen> {
	const { client, options } = work;
	const record = await client.domain(item.domain, options);
	if (record.kind === "ok") {
		const found = isOurs(work, item, record.value) ? "done" : "unclear";
		return { kind: "seen", found, expiresAt: record.value.expiresAt };
	}
	if (record.kind !== "refused" || record.status !== 404) return { kind: "bad", result: record };
	const search = await client.search(item.domain, options);
	if (search.kind !== "ok") return { kind: "bad", result: search };
	const offer = search.value.offers.find((each) => each.domain === item.domain);
	return { kind: "seen", found: offer?.available === true ? "absent" : "unclear" };
}

/**
 * Our reference is proof. So is a name that was free when we looked and was registered after we sent, unless it bears
 * a reference of somebody else.
 */
function isOurs({ operation, request }: Work, item: ItemRow, record: DomainFacts): boolean {
	const reference = item.externalRef ?? operation.reference;
	if (item.externalRef === null && record.externalRef === reference) return true;
	if (item.before?.["available"] !== true || request.firstSentAt === null) return false;
	if (record.externalRef !== null && record.externalRef !== reference) return false;
	return record.registeredAt === null || since(request.firstSentAt, record.registeredAt) >= -skewMs;
}
