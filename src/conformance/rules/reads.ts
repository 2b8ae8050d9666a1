import { randomBytes } from "node:crypto";
import { account as strictAccount } from "@domains/contract/account.ts";
import { domainList } from "@domains/contract/domains.ts";
import { deliveryStatuses } from "@domains/contract/events.ts";
import { shortlist, searchResult as strictSearchResult } from "@domains/contract/search.ts";
import { z } from "zod";
import { batch, type Chapter, expectRefusal, expectResult, expectThat, succeeded } from "../rule.ts";

export const unregisteredDomain = "this-domain-belongs-to-nobody-4k7q.com";

export const account: Chapter = {
	title: "Account and prices",
	spends: false,
	rules: [
		{
			statement: "The account has user_id, balance_usd, api_enabled and webhook_enabled.",
			check: async (probe) => {
				const shape = z.looseObject({
					user_id: z.int(),
					balance_usd: z.number(),
					api_enabled: z.boolean(),
					webhook_enabled: z.boolean(),
				});
				expectResult(await probe.get("/account"), shape);
			},
		},
		{
			statement: "The account has its whitelist and its default configuration.",
			openInSpec: true,
			check: async (probe) => void expectResult(await probe.get("/account"), strictAccount),
		},
		{
			statement: "Each zone has a name with a leading dot, two prices and a premium flag.",
			check: async (probe) => {
				const zone = z.looseObject({
					zone: z.string().startsWith("."),
					register_price_usd: z.number().min(0),
					renew_price_usd: z.number().min(0),
					premium: z.boolean(),
				});
				expectResult(await probe.get("/zones"), z.looseObject({ zones: z.array(zone).min(1) }));
			},
		},
	],
};

export const search: Chapter = {
	title: "Search",
	spends: false,
	rules: [
		{
			statement: "A search for a full domain returns the query as sent, the availability and the price.",
			check: async (probe) => {
				const shape = z
					.looseObject({ query: z.literal(unregisteredDomain), available: z.boolean() })
					.refine(({ price_usd, register_price_usd }) => typeof (price_usd ?? register_price_usd) === "number", {
						message: "no price",
					});
				expectResult(await probe.get(`/domains/search?query=${unregisteredDomain}`), shape);
			},
		},
		{
			statement: "A search without a query gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.get("/domains/search"), 422, "validation_error"),
		},
		{
			statement: "An empty query gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.get("/domains/search?query="), 422, "validation_error"),
		},
		{
			statement: "price_usd and register_price_usd are both present and equal, also for a taken name.",
			openInSpec: true,
			check: async (probe) => {
				for (const query of [unregisteredDomain, "google.com"]) {
					const found = expectResult(await probe.get(`/domains/search?query=${query}`), strictSearchResult);
					expectThat(found.price_usd === found.register_price_usd, "the two prices differ");
				}
			},
		},
		{
			statement: "A search for a name base returns one result per zone, cheapest first.",
			openInSpec: true,
			check: async (probe) => {
				const { zones } = expectResult(await probe.get("/zones"), z.looseObject({ zones: z.array(z.unknown()) }));
				const { items } = expectResult(await probe.get("/domains/search?query=sunny"), shortlist);
				expectThat(items.length === zones.length, `${items.length} results for ${zones.length} zones`);
				const prices = items.map((item) => item.price_usd);
				expectThat(
					prices.every((price, index) => index === 0 || (prices[index - 1] ?? 0) <= price),
					"the cheapest result is not first",
				);
			},
		},
		{
			statement: "A query may use Unicode, any case and a trailing dot; the answer is in punycode.",
			openInSpec: true,
			check: async (probe) => {
				const name = "Пример-4K7Q.COM.";
				const answer = await probe.get(`/domains/search?query=${encodeURIComponent(name)}`);
				const { domain } = expectResult(answer, strictSearchResult);
				const punycode = new URL(`http://${name}`).hostname.replace(/\.$/, "");
				expectThat(domain === punycode, `the domain is ${domain}, expected ${punycode}`);
			},
		},
		{
			statement: "A batch returns one result per item, in order; a failed item does not fail the request.",
			check: async (probe) => {
				const items = [{ query: unregisteredDomain, client_ref: "one" }, { query: "a..b" }, { query: "google.com" }];
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items }, null), batch);
				const outcomes = result.items.map(succeeded).join();
				expectThat(outcomes === "true,false,true", `outcomes are ${outcomes}`);
			},
		},
		{
			statement: "A malformed batch item gets invalid_domain.",
			check: async (probe) => {
				const answer = await probe.send("POST", "/domains/search/batch", { items: [{ query: "a..b" }] }, null);
				const code = expectResult(answer, batch).items[0]?.error?.code;
				expectThat(code === "invalid_domain", `the code is ${code}`);
			},
		},
		{
			statement: "Batch items may be strings and objects, mixed.",
			check: async (probe) => {
				const items = [unregisteredDomain, { query: unregisteredDomain }];
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items }, null), batch);
				expectThat(result.success === 2, `${result.success} of 2 succeeded`);
			},
		},
		{
			statement: "A full domain in an unsold zone gets 422 validation_error; in a batch, the item gets invalid_domain.",
			openInSpec: true,
			check: async (probe) => {
				const query = "example.no-such-ending-4k7q";
				expectRefusal(await probe.get(`/domains/search?query=${query}`), 422, "validation_error");
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items: [query] }, null), batch);
				const code = result.items[0]?.error?.code;
				expectThat(code === "invalid_domain", `the code is ${code}`);
			},
		},
		{
			statement: "A batch may have 1,000 items; 1,001 get 422 validation_error.",
			openInSpec: true,
			check: async (probe) => {
				const ask = (count: number) =>
					probe.send("POST", "/domains/search/batch", { items: Array.from({ length: count }, () => "a..b") }, null);
				expectThat(expectResult(await ask(1_000), batch).count === 1_000, "not 1,000 results");
				expectRefusal(await ask(1_001), 422, "validation_error");
			},
		},
		{
			statement: "A body above 1 MiB gets 413 payload_too_large.",
			openInSpec: true,
			check: async (probe) => {
				const items = [{ query: "a..b", client_ref: "x".repeat(1024 * 1024) }];
				const answer = await probe.send("POST", "/domains/search/batch", { items }, null);
				expectRefusal(answer, 413, "payload_too_large");
			},
		},
		{
			statement: "A body of another content type gets 400 bad_request.",
			openInSpec: true,
			check: async (probe) => {
				const headers = { "content-type": "text/plain" };
				const body = JSON.stringify({ items: [unregisteredDomain] });
				expectRefusal(await probe.raw("/domains/search/batch", { method: "POST", headers, body }), 400, "bad_request");
				await probe.waitForFreshLimit();
			},
		},
		{
			statement: "A batch without items gets 422 validation_error.",
			check: async (probe) => {
				for (const body of [{}, { items: [] }]) {
					expectRefusal(await probe.send("POST", "/domains/search/batch", body, null), 422, "validation_error");
				}
			},
		},
	],
};

export const domains: Chapter = {
	title: "Domains and deliveries",
	spends: false,
	rules: [
		{
			statement: "The account's domains are listed.",
			check: async (probe) =>
				void expectResult(await probe.get("/domains"), z.union([z.array(z.unknown()), z.looseObject({})])),
		},
		{
			statement: "The domain list has items, count, total and next_cursor, and respects its limit.",
			openInSpec: true,
			check: async (probe) => {
				const list = expectResult(await probe.get("/domains?limit=1"), domainList);
				expectThat(list.items.length <= 1 && list.count === list.items.length, `${list.items.length} items`);
				expectThat((list.next_cursor !== null) === list.total > 1, `total ${list.total}, next ${list.next_cursor}`);
			},
		},
		{
			statement: "The domain list accepts a limit from 1 to 500 and known states; others get 422 validation_error.",
			openInSpec: true,
			check: async (probe) => {
				expectResult(await probe.get("/domains?limit=500&status=expired"), domainList);
				for (const query of ["limit=0", "limit=501", "limit=x", "status=renewed", "cursor=x"]) {
					expectRefusal(await probe.get(`/domains?${query}`), 422, "validation_error");
				}
			},
		},
		{
			statement: "An unregistered domain gets 404 domain_not_found, and so do its DNS records.",
			neededBy: ["doubt"],
			check: async (probe) => {
				expectRefusal(await probe.get(`/domains/${unregisteredDomain}`), 404, "domain_not_found");
				expectRefusal(await probe.get(`/domains/${unregisteredDomain}/dns`), 404, "domain_not_found");
			},
		},
		{
			statement: "The delivery log has limit, count and items; the default limit is ten.",
			check: async (probe) => {
				const item = z.looseObject({
					event_key: z.string(),
					event_type: z.string(),
					attempt_number: z.int(),
					status: z.enum(deliveryStatuses),
					status_code: z.int(),
					error: z.string().nullable(),
				});
				const shape = z.looseObject({ limit: z.literal(10), count: z.int(), items: z.array(item).max(10) });
				const log = expectResult(await probe.get("/webhook/deliveries"), shape);
				expectThat(log.count === log.items.length, `count ${log.count} for ${log.items.length} items`);
			},
		},
		{
			statement: "The delivery log accepts a limit from 1 to 100.",
			check: async (probe) => {
				const shape = z.looseObject({ limit: z.literal(100) });
				expectResult(await probe.get("/webhook/deliveries?limit=100"), shape);
				for (const limit of [0, 101]) {
					expectRefusal(await probe.get(`/webhook/deliveries?limit=${limit}`), 422, "validation_error");
				}
			},
		},
	],
};

function randomKey(characters: number): string {
	return randomBytes(characters).toString("hex").slice(0, characters);
}

/**
 * They cost nothing, because the domain names are malformed or belong to no account. Refusals of orders for available
 * domains are tested by rules that may spend money, because a faulty service could accept such an order.
 */
export const refusals: Chapter = {
	title: "Refused changes",
	spends: false,
	rules: [
		...(
			[
				["POST", "/domains/register", { domain: "a..b" }],
				["POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }],
				["POST", `/domains/${unregisteredDomain}/renew`, { years: 1 }],
				["POST", "/domains/renew/batch", { items: [{ domain: "a..b", years: 1 }] }],
				[
					"PUT",
					`/domains/${unregisteredDomain}/dns`,
					{ records: [{ type: "A", hostname: "@", value: "203.0.113.5" }] },
				],
				[
					"PATCH",
					`/domains/${unregisteredDomain}/nameservers`,
					{ nameservers: ["ns1.example.net", "ns2.example.net"] },
				],
				["POST", `/domains/${unregisteredDomain}/edge/bind`, { edge_profile_key: "none" }],
			] as const
		).map(([method, path, body]) => ({
			statement: `${method} ${path.replace(unregisteredDomain, "{domain}")} without an Idempotency-Key gets 400.`,
			check: async (probe: Parameters<Chapter["rules"][number]["check"]>[0]) =>
				expectRefusal(await probe.send(method, path, body, null), 400),
		})),
		{
			statement: "An empty Idempotency-Key, or one above 255 characters, gets 400 bad_request.",
			openInSpec: true,
			check: async (probe) => {
				const register = (key: string) => probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectRefusal(await register(""), 400, "bad_request");
				expectRefusal(await register(randomKey(256)), 400, "bad_request");
				expectRefusal(await register(randomKey(255)), 422, "validation_error");
			},
		},
		{
			statement: "A registration of a malformed domain gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain: "a..b" }), 422, "validation_error"),
		},
		{
			statement: "A registration without a domain gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.send("POST", "/domains/register", {}), 422, "validation_error"),
		},
		{
			statement: "A renewal without years gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${unregisteredDomain}/renew`, {}), 422, "validation_error"),
		},
		{
			statement: "A renewal of an unregistered domain gets 404 domain_not_found.",
			check: async (probe) =>
				expectRefusal(
					await probe.send("POST", `/domains/${unregisteredDomain}/renew`, { years: 1 }),
					404,
					"domain_not_found",
				),
		},
		{
			statement: "A batch whose items all fail still returns one result per item.",
			check: async (probe) => {
				const items = [{ domain: "a..b" }, { domain: "-x.com" }];
				const result = expectResult(await probe.send("POST", "/domains/register/batch", { items }), batch);
				const codes = result.items.map(({ error }) => error?.code).join();
				expectThat(result.failed === 2 && codes === "invalid_domain,invalid_domain", `codes are ${codes}`);
			},
		},
		{
			statement: "A body that is not JSON gets 400.",
			check: async (probe) => {
				const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
				expectRefusal(await probe.raw("/domains/register", { method: "POST", headers, body: "{" }), 400);
				await probe.waitForFreshLimit();
			},
		},
		{
			statement:
				"A key used for another path or body gets 409 idempotency_key_reused; the same request gets the stored answer.",
			openInSpec: true,
			check: async (probe) => {
				const key = crypto.randomUUID();
				const first = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				const again = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectThat(again.text === first.text, "the second answer differs");
				expectThat(again.headers.get("idempotency-replayed") === "true", "no Idempotency-Replayed");
				const other = await probe.send("POST", "/domains/register", { domain: "a..c" }, key);
				expectRefusal(other, 409, "idempotency_key_reused");
				const elsewhere = await probe.send("POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }, key);
				expectRefusal(elsewhere, 409, "idempotency_key_reused");
			},
		},
		{
			statement: "Nameservers and preset_key together, or neither, get 422 validation_error.",
			openInSpec: true,
			check: async (probe) => {
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				for (const body of [{}, { nameservers, preset_key: "default" }]) {
					const answer = await probe.send("PATCH", `/domains/${unregisteredDomain}/nameservers`, body);
					expectRefusal(answer, 422, "validation_error");
				}
			},
		},
	],
};
