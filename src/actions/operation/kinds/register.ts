import { orderStatus } from "../../../client/read/orders.ts";
import { prepare, type RegisterItem } from "../../../client/request.ts";
import { priceOf } from "../../../rules/money.ts";
import { findRegistration } from "../../../rules/operation/proof.ts";
import { referencesFor } from "../../../rules/operation/references.ts";
import type { ItemRow } from "../../../store/operations.ts";
import { givenReferences, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";
import { nothing, type Offered, readOffers } from "./offers.ts";

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
		const { balanceCents, defaults } = account.value;
		return { kind: "seen", items, balanceCents, defaults };
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
			const { externalRef: givenRef, before, years } = item;
			const wasFree = before?.available ?? null;
			const whose = findRegistration({ ...sent, givenRef, years: years ?? 1, wasFree }, record.value);
			const status = orderStatus(record.value.status);
			const found = status === "registered" || whose === "elsewhere" ? whose : notDone[status][whose];
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
 * Replaces the finding of a lookup (`done`, `unattributed` or `unclear`) if the service reports that the registration
 * of the domain is still running or has failed. Only `done` proves that it is the registration of this order. So only
 * then does a failed registration mean that the order has failed.
 */
const notDone = {
	running: { done: "unclear", unattributed: "unclear", unclear: "unclear" },
	failed: { done: "failed", unattributed: "unclear", unclear: "unclear" },
} as const;

function seenOf({ years }: Wanted, offered: Offered): Seen {
	if (offered.kind === "refused") return offered;
	const { available, registerCents, renewCents, premium } = offered.offer;
	if (!available) return refused({ code: "not_available", message: "" });
	const known = registerCents !== null && (renewCents !== null || (years ?? 1) === 1);
	const price = { registerCents: registerCents ?? 0, renewCents: renewCents ?? 0 };
	const priceCents = known ? priceOf("register", price, years ?? 1) : null;
	return { kind: "fine", priceCents, renewCents, before: { available, premium } };
}

function wireItem(item: ItemRow, reference: string): RegisterItem {
	return {
		domain: item.domain,
		years: item.years ?? 1,
		...referencesFor(reference, givenReferences(item)),
		...(item.edgeProfileKey !== null && { edge_profile_key: item.edgeProfileKey }),
	};
}
