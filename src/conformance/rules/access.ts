import { z } from "zod";
import { readAccount, readDeliveries } from "../../client/read/account.ts";
import { readZones } from "../../client/read/dns.ts";
import { readBatch, readDomainPage, readOffer, readSearch } from "../../client/read/domains.ts";
import { map, outcomeOf } from "../../client/result.ts";
import type { Answer, Probe } from "../probe.ts";
import {
	type Chapter,
	expectRefusal,
	expectResult,
	expectThat,
	Learned,
	RuleBroken,
	RuleSkipped,
	shorten,
} from "../rule.ts";
import { unregisteredDomain } from "./reads.ts";

export const access: Chapter = {
	title: "Access",
	spends: false,
	rules: [
		{
			statement: "A request without a token gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(await probe.raw("/account", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
		{
			statement: "A request with a token that does not exist gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(
					await probe.raw("/account", { headers: { authorization: "Bearer unknown" } }),
					401,
					"unauthorized",
				),
		},
		{
			statement: "A token without the word Bearer gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(await probe.raw("/account", { headers: { authorization: probe.token } }), 401, "unauthorized"),
		},
		{
			statement: "Every answer has an X-Request-Id: the caller's own, or a new one.",
			openInSpec: true,
			check: async (probe) => {
				const named = await probe.raw("/zones", { headers: { "x-request-id": "conformance-1" } });
				const echoed = named.headers.get("x-request-id");
				expectThat(echoed === "conformance-1", `X-Request-Id is ${echoed}`);
				expectThat(Boolean((await probe.raw("/zones")).headers.get("x-request-id")), "no X-Request-Id");
			},
		},
		{
			statement: "The API description is public and has version 1.3.0.",
			check: async (probe) => {
				const answer = await probe.raw("/openapi.json", { headers: { authorization: "" } });
				expectThat(answer.status === 200, `answered ${answer.status}`);
				expectThat(/"version":\s*"1\.3\.0"/.test(answer.text), "the description does not contain version 1.3.0");
			},
		},
		{
			statement: "An unknown path gets 404 not_found.",
			openInSpec: true,
			check: async (probe) => expectRefusal(await probe.get("/no/such/path"), 404, "not_found"),
		},
		{
			statement: "A known path with a wrong method gets 405 method_not_allowed and an Allow header.",
			openInSpec: true,
			check: async (probe) => {
				const answer = await probe.raw("/account", { method: "DELETE" });
				expectRefusal(answer, 405, "method_not_allowed");
				const allow = answer.headers.get("allow");
				expectThat(allow?.split(/, */).includes("GET") === true, `Allow is ${allow}`);
			},
		},
		{
			statement: "Without a token, an unknown path gets the same 401 as a known one.",
			openInSpec: true,
			check: async (probe) =>
				expectRefusal(await probe.raw("/no/such/path", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
	],
};

/**
 * Sent at the same time. 31 requests exceed 10 a second even if they take 3 seconds, so the service must refuse some of
 * them. Two such bursts do not cause the five-minute block.
 */
const burst = 31;

async function sendBurst(probe: Probe): Promise<{ answers: Answer[]; seconds: number }> {
	await probe.waitForFreshLimit();
	const started = performance.now();
	const answers = await Promise.all(Array.from({ length: burst }, () => probe.raw("/zones")));
	const seconds = (performance.now() - started) / 1_000;
	await probe.waitForFreshLimit();
	return { answers, seconds };
}

/** Runs last: it uses up the limit, and the service would refuse the requests of later rules. */
export const rateLimit: Chapter = {
	title: "Rate limit",
	spends: false,
	rules: [
		{
			statement: "At most ten requests per second pass; the others get 429 rate_limited.",
			check: async (probe) => {
				const { answers, seconds } = await sendBurst(probe);
				const refused = answers.filter(({ status }) => status === 429);
				for (const answer of refused) expectRefusal(answer, 429, "rate_limited");
				const passed = answers.filter(({ status }) => status !== 429);
				for (const answer of passed) expectResult(answer, z.looseObject({}));
				const allowed = 10 * (Math.floor(seconds) + 1);
				if (allowed >= burst)
					throw new RuleSkipped(`${burst} requests took ${seconds.toFixed(1)} s, too long for this test`);
				expectThat(passed.length <= allowed, `${passed.length} passed within ${seconds.toFixed(1)} s`);
			},
		},
		{
			statement: "A 429 has a Retry-After header in seconds.",
			openInSpec: true,
			check: async (probe) => {
				const refused = (await sendBurst(probe)).answers.filter(({ status }) => status === 429);
				if (refused.length === 0) throw new RuleSkipped("no request got 429");
				for (const { headers } of refused) {
					const seconds = headers.get("retry-after");
					expectThat(/^[1-9]\d*$/.test(seconds ?? ""), `Retry-After is ${seconds}`);
				}
			},
		},
	],
};

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
