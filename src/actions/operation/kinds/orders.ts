import { priceOf } from "@domains/contract/money.ts";
import { fitsTld } from "@domains/contract/tlds.ts";
import { type DomainFacts, type OfferFacts, orderStatus } from "../../../client/read/domains.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import { prepare, type RegisterItem, type RenewItem } from "../../../client/request.ts";
import { yearsLeft } from "../../../rules/input-words.ts";
import {
	findRegistration,
	findRenewal,
	isSameExpiry,
	isSameReference,
	type SentRenewal,
} from "../../../rules/operation/timing.ts";
import { referencesFor } from "../../../rules/reference.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore } from "../../../store/schema/operations.ts";
import { type Deps, managedAccount } from "../../deps.ts";
import { lookUp, type Offer, offerOf, passingCodes } from "../../offer.ts";
import type { FailedResult } from "../../trouble.ts";
import type { OrderDefaults } from "../types.ts";
import {
	givenReferences,
	isAboutDomain,
	type KindOfChange,
	type Reader,
	readRecords,
	refused,
	type Seen,
	type Wanted,
} from "./kind.ts";

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
		const { balanceCents, defaults, pace } = account.value;
		const keys = defaultKeys(defaults);
		const items = wanted.map((each, index) => seenOffer(each, offers.items[index] ?? nothing, keys));
		return { kind: "seen", items, balanceCents, defaults, pace: pace?.register ?? null };
	},

	prepare(items, reference) {
		const wire = items.map((item) => registerItem(item, reference));
		const [first] = wire;
		if (wire.length === 1 && first) return prepare({ endpoint: "register", item: first });
		return prepare({ endpoint: "registerBatch", items: wire });
	},

	async look({ client, options }, item, sent) {
		const record = await client.domain(item.domain, options);
		if (record.kind === "ok") {
			const { externalRef: givenRef, before, years } = item;
			const wasFree = before?.available ?? null;
			const whose = findRegistration({ ...sent, givenRef, years: years ?? 1, wasFree }, record.value);
			const status = orderStatus(record.value.status);
			const found = status === "registered" || whose === "elsewhere" ? whose : findingOverrides[status][whose];
			return { kind: "found", found, expiresAt: record.value.expiresAt };
		}
		if (record.kind !== "refused" || record.status !== 404) return { kind: "bad", result: record };
		const search = await client.search(item.domain, options);
		if (search.kind !== "ok") return { kind: "bad", result: search };
		const offer = search.value.offers.find((each) => each.domain === item.domain);
		if (offer === undefined || offer.available === null) return { kind: "found", found: "unclear" };
		return { kind: "found", found: offer.available ? "absent" : "taken" };
	},
};

/**
 * Replaces the finding of a lookup if the service reports that the registration is still running or has failed. While
 * it is running, the order's outcome is `unclear`. If it has failed, the order has failed only if the finding is
 * `done`, because only `done` proves that the registration belongs to this order.
 */
const findingOverrides = {
	running: { done: "unclear", unattributed: "unclear", unclear: "unclear" },
	failed: { done: "failed", unattributed: "unclear", unclear: "unclear" },
} as const;

function seenOffer({ years }: Wanted, offered: Offered, defaults: ReturnType<typeof defaultKeys>): Seen {
	if (offered.kind !== "offer") return offered;
	const { available, registerCents, renewCents, premium } = offered.offer;
	if (!available) return refused({ code: "not_available", message: "" });
	const known = registerCents !== null && (renewCents !== null || (years ?? 1) === 1);
	const price = { registerCents: registerCents ?? 0, renewCents: renewCents ?? 0 };
	const priceCents = known ? priceOf("register", price, years ?? 1) : null;
	return { kind: "fine", priceCents, renewCents, before: { available, premium, defaults } };
}

function registerItem(item: ItemRow, reference: string): RegisterItem {
	return {
		domain: item.domain,
		years: item.years ?? 1,
		...referencesFor(reference, givenReferences(item)),
		...(item.edgeProfileKey !== null && { edge_profile_key: item.edgeProfileKey }),
	};
}

/** The number of names in one call of the batch search. */
const chunk = 100;

type Offered = { kind: "offer"; offer: Offer } | Extract<Seen, { kind: "refused" | "unknown" }>;

const nothing: Offered = { kind: "refused", code: "not_sold", message: "" };

/**
 * Returns an offer or a refusal for each name. If any renewal price is missing, reads the price list and fills in all
 * missing prices.
 */
async function readOffers(
	reader: Reader,
	domains: string[],
): Promise<{ kind: "offers"; items: Offered[] } | { kind: "bad"; result: FailedResult }> {
	const found = await search(reader, domains);
	if (found.kind === "bad") return found;
	const whole = found.items.every((each) => each.kind !== "offer" || each.offer.renewCents !== null);
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
): Promise<{ kind: "offers"; items: Offered[] } | { kind: "bad"; result: FailedResult }> {
	const [only] = domains;
	if (domains.length === 1 && only !== undefined) return searchOne(reader, only);
	const items: Offered[] = [];
	for (let start = 0; start < domains.length; start += chunk) {
		const batch = await lookUp(reader.client, domains.slice(start, start + chunk), reader.options);
		if (batch.kind !== "ok") return { kind: "bad", result: batch };
		for (const each of batch.value) {
			items.push(each.kind === "offer" ? offeredAs(each.offer) : withoutOffer(each));
		}
	}
	return { kind: "offers", items };
}

async function searchOne({ client, options }: Reader, domain: string): ReturnType<typeof search> {
	const result = await client.search(domain, options);
	if (result.kind === "ok") {
		const facts = result.value.offers.find((offer) => offer.domain === domain);
		return { kind: "offers", items: [facts ? offeredAs(facts) : nothing] };
	}
	if (!isAboutDomain(result)) return { kind: "bad", result };
	return { kind: "offers", items: [withoutOffer(result)] };
}

function offeredAs(facts: OfferFacts): Offered {
	return facts.available === null ? { kind: "unknown" } : { kind: "offer", offer: offerOf(facts) };
}

/** A refusal that is not about the name, such as a failure of the registry, says nothing about it. */
function withoutOffer(found: { kind: "refused"; code: string; message: string } | { kind: "unknown" }): Offered {
	if (found.kind === "unknown" || passingCodes.has(found.code)) return { kind: "unknown" };
	const { code, message } = found;
	return { kind: "refused", code: code === "domain_not_found" ? "not_available" : code, message };
}

/** The keys of the account's default edge profile and nameserver preset, as the service reports them. */
function defaultKeys(fields: readonly NamedValue[]) {
	const keyUnder = (key: string) => fields.find(({ name }) => name === key)?.value ?? null;
	return { edgeProfileKey: keyUnder("edge_profile_key"), nameserverPresetKey: keyUnder("nameserver_preset_key") };
}

/**
 * Returns the edge profile and nameserver preset that the domains get whose order names no profile. Returns null if
 * there are no such domains, or if the service reports neither.
 */
export async function defaultsOf(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
	fields: readonly NamedValue[],
	items: readonly Pick<ItemRow, "domain" | "edgeProfileKey">[],
): Promise<OrderDefaults | null> {
	const bare = items.filter((item) => item.edgeProfileKey === null);
	const { edgeProfileKey, nameserverPresetKey } = defaultKeys(fields);
	if (bare.length === 0) return null;
	if (edgeProfileKey === null) return nameserverPresetKey === null ? null : { edgeProfileKey, nameserverPresetKey };
	const known = await managedAccount(deps, account);
	if (!known) return { edgeProfileKey, nameserverPresetKey };
	const profile = known.edgeProfiles.find(({ key }) => key === edgeProfileKey);
	const fits = profile && bare.every(({ domain }) => fitsTld(profile, domain));
	const edgeProblem = profile?.enabled ? (fits ? undefined : "zone") : "off";
	// On the built-in service, an edge profile includes its nameservers, so a default preset does not apply.
	return { edgeProfileKey, nameserverPresetKey: null, ...(edgeProblem && { edgeProblem }) };
}

export const renew: KindOfChange = {
	lock: "renew",

	async examine(reader, wanted) {
		const domains = wanted.map((each) => each.domain);
		// A quote always reads the price list, because only that list marks premium names. A read right before the order is
		// sent needs the price list only if a price is missing.
		const isQuote = wanted.every((each) => each.renewCents === null);
		const [records, account, list] = await Promise.all([
			readRecords(reader, domains),
			reader.client.account(reader.options),
			isQuote ? reader.client.zones(reader.options) : null,
		]);
		if (records.kind === "bad") return records;
		if (account.kind !== "ok") return { kind: "bad", result: account };
		const priced = [...records.byName.values()].every((record) => record.renewCents !== null);
		const zones = list ?? (priced ? null : await reader.client.zones(reader.options));
		if (zones && zones.kind !== "ok" && !priced) return { kind: "bad", result: zones };
		const prices = zones?.kind === "ok" ? zones.value : null;
		if (wanted.some((each) => isBehind(each, records.byName.get(each.domain)))) return { kind: "behind" };
		const items = wanted.map((each) => {
			const record = records.byName.get(each.domain);
			if (!record) return refused({ code: "domain_not_found", message: "" });
			const listed = prices && listedOffer(each.domain, prices);
			const renewCents = record.hasOddPrice ? null : (record.renewCents ?? listed?.renewCents ?? null);
			const seen = seenRecord(each, record, renewCents);
			return listed ? { ...seen, before: { ...seen.before, premium: listed.premium } } : seen;
		});
		const { balanceCents, pace } = account.value;
		return { kind: "seen", items, balanceCents, pace: pace?.renew ?? null };
	},

	prepare(items, reference) {
		const wire = items.map((item) => renewItem(item, reference));
		const [first] = wire;
		if (wire.length === 1 && first) return prepare({ endpoint: "renew", item: first });
		return prepare({ endpoint: "renewBatch", items: wire });
	},

	async look({ client, options }, item, { reference, firstSentAt }) {
		const record = await client.domain(item.domain, options);
		if (record.kind !== "ok") return { kind: "bad", result: record };
		const { expiresAt } = item.before ?? {};
		const before = typeof expiresAt === "string" ? new Date(expiresAt) : null;
		const sent = { ...sentReference(item, reference), years: item.years ?? 1, before, firstSentAt };
		return { kind: "found", found: findRenewal(sent, record.value), expiresAt: record.value.expiresAt };
	},
};

/**
 * Returns the longest renewal that is possible now, in years; undefined if the service does not report the expiry date.
 */
export function mostYears({ expiresAt }: ItemBefore = {}, now: Date): number | undefined {
	return typeof expiresAt === "string" ? yearsLeft(new Date(expiresAt), now) : undefined;
}

/** Returns the prices of a name, and whether it is a premium name, from the price list. */
function listedOffer(domain: string, zones: Parameters<typeof offerOf>[1]): Offer {
	const unknown = { domain, available: null, registerCents: null, renewCents: null, premium: null };
	return offerOf(unknown, zones);
}

/** True if the service still shows the expiry date from before one of this bot's last renewals. */
function isBehind({ renewals }: Wanted, record: DomainFacts | undefined): boolean {
	const { expiresAt } = record ?? {};
	return !!expiresAt && !!renewals?.recentBefore.some((before) => isSameExpiry(new Date(before), expiresAt));
}

function seenRecord(
	{ years, renewals }: Wanted,
	record: DomainFacts,
	renewCents: number | null,
): Extract<Seen, { kind: "fine" }> {
	const { expiresAt, clientRef, externalRef } = record;
	const price = { registerCents: 0, renewCents: renewCents ?? 0 };
	return {
		kind: "fine",
		priceCents: renewCents === null ? null : priceOf("renew", price, years ?? 1),
		renewCents,
		before: { expiresAt: expiresAt?.toISOString() ?? null, renewals: renewals?.count ?? 0, clientRef, externalRef },
	};
}

/**
 * Builds the item to send. It repeats the references (`client_ref`, `external_ref`) that the domain already has at the
 * service. A renewal without them would delete them. References that the person entered replace them.
 */
function renewItem(item: ItemRow, reference: string): RenewItem {
	const { clientRef = null, externalRef = null } = item.before ?? {};
	const references = referencesFor(reference, givenReferences(item), givenReferences({ clientRef, externalRef }));
	return { domain: item.domain, years: item.years ?? 1, ...references };
}

function sentReference(item: ItemRow, operation: string): Pick<SentRenewal, "reference" | "whose"> {
	const reference = renewItem(item, operation).external_ref ?? operation;
	const kept = item.before?.externalRef ?? null;
	if (typeof kept === "string" && isSameReference(kept, reference)) return { reference, whose: "kept" };
	return { reference, whose: item.externalRef === null ? "ours" : "given" };
}
