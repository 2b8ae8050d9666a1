import { readAccount } from "../../client/read/account.ts";
import { readBatch } from "../../client/read/batch.ts";
import { readDeliveries } from "../../client/read/deliveries.ts";
import { readDomainPage } from "../../client/read/domains.ts";
import { readOffer, readSearch } from "../../client/read/offers.ts";
import { readZones } from "../../client/read/zones.ts";
import { map, outcomeOf } from "../../client/result.ts";
import type { Answer } from "../probe.ts";
import { type Chapter, expectThat, Learned, RuleBroken, shorten } from "../rule.ts";
import { unregisteredDomain } from "./reads.ts";

/**
 * The bot's own client accepts more forms than the specification describes. Throws `RuleBroken` if it cannot use the
 * answer.
 */
function read<Value>(answer: Answer, reader: (result: unknown) => Value | null): Value {
	const { status, headers, text } = answer;
	const raw = { status, headers: Object.fromEntries(headers), body: text };
	const result = map(outcomeOf(raw, new Date()), reader);
	if (result.kind !== "ok") throw new RuleBroken(`answered ${status}, which the bot cannot use: ${shorten(text)}`);
	return result.value;
}

/** They cost nothing. */
export const bot: Chapter = {
	title: "What the bot reads",
	spends: false,
	rules: [
		{
			statement: "The bot can read the account and its balance.",
			features: ["connect"],
			check: async (probe) => {
				const { balanceCents } = read(await probe.get("/account"), readAccount);
				expectThat(balanceCents !== null, "the account has no balance");
			},
		},
		{
			statement: "The bot can read the price list.",
			features: ["prices"],
			check: async (probe) => {
				const zones = read(await probe.get("/zones"), readZones);
				expectThat(zones.length > 0, "the price list is empty");
			},
		},
		{
			statement: "The bot can read whether a domain is free, and its price.",
			features: ["search"],
			neededBy: ["register"],
			check: async (probe) => {
				const answer = await probe.get(`/domains/search?query=${unregisteredDomain}`);
				const [offer] = read(answer, (result) => readSearch(result, unregisteredDomain)).offers;
				const isWhole = offer !== undefined && offer.available !== null && offer.registerCents !== null;
				expectThat(isWhole, `no availability or no price: ${shorten(answer.text)}`);
			},
		},
		{
			statement: "The bot can read a search of several names, sent as objects or as strings.",
			features: ["lists"],
			check: async (probe) => {
				const names = [unregisteredDomain, "google.com"];
				const asObjects = { items: names.map((query) => ({ query })) };
				const first = await probe.send("POST", "/domains/search/batch", asObjects, null);
				const answer =
					first.status === 422 ? await probe.send("POST", "/domains/search/batch", { items: names }, null) : first;
				const items = read(answer, (result) => readBatch(result, names));
				const offers = items.flatMap((item, index) =>
					item.kind === "done" ? [readOffer(item.fields, names[index] ?? "")] : [],
				);
				expectThat(offers.length === names.length, `${offers.length} of ${names.length} names were answered`);
				return new Learned(`a batch search takes ${first.status === 422 ? "strings" : "objects"}`);
			},
		},
		{
			statement: "The bot can read the list of domains.",
			features: ["domains"],
			check: async (probe) => void read(await probe.get("/domains"), readDomainPage),
		},
		{
			statement: "The bot can read the delivery log.",
			features: ["deliveries"],
			check: async (probe) => void read(await probe.get("/webhook/deliveries"), readDeliveries),
		},
	],
};
