import { priceOf } from "@domains/contract/money.ts";
import type { DomainFacts } from "../../../client/read/domains.ts";
import { prepare, type RenewItem } from "../../../client/request.ts";
import { findRenewal, isSameExpiry, isSameReference, type SentRenewal } from "../../../rules/operation/proof.ts";
import { referencesFor } from "../../../rules/operation/references.ts";
import { yearsLeft } from "../../../rules/years.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore } from "../../../store/schema/operations.ts";
import { offerOf } from "../../search/offer.ts";
import type { Offer } from "../../search/types.ts";
import { givenReferences, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";
import { readRecords } from "./records.ts";

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
			const seen = seenOf(each, record, renewCents);
			return listed ? { ...seen, before: { ...seen.before, premium: listed.premium } } : seen;
		});
		return { kind: "seen", items, balanceCents: account.value.balanceCents };
	},

	prepare(items, reference) {
		const wire = items.map((item) => wireItem(item, reference));
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

function seenOf(
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
function wireItem(item: ItemRow, reference: string): RenewItem {
	const { clientRef = null, externalRef = null } = item.before ?? {};
	const references = referencesFor(reference, givenReferences(item), givenReferences({ clientRef, externalRef }));
	return { domain: item.domain, years: item.years ?? 1, ...references };
}

function sentReference(item: ItemRow, operation: string): Pick<SentRenewal, "reference" | "whose"> {
	const reference = wireItem(item, operation).external_ref ?? operation;
	const kept = item.before?.externalRef ?? null;
	if (typeof kept === "string" && isSameReference(kept, reference)) return { reference, whose: "kept" };
	return { reference, whose: item.externalRef === null ? "ours" : "given" };
}
