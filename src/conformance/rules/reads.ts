import { z } from "zod";
import { account as strictAccount } from "../../contract/account.ts";
import { deliveryStatuses } from "../../contract/deliveries.ts";
import { domainList } from "../../contract/domains.ts";
import { shortlist, searchResult as strictSearchResult } from "../../contract/search.ts";
import { batch, type Chapter, expectRefusal, expectResult, expectThat, succeeded } from "../rule.ts";

const nobodys = "this-domain-belongs-to-nobody-4k7q.com";

export const account: Chapter = {
	title: "Account and prices",
	spends: false,
	rules: [
		{
			says: "The account has user_id, balance_usd, api_enabled and webhook_enabled.",
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
			says: "The account carries its whitelist and its default configuration.",
			own: true,
			check: async (probe) => void expectResult(await probe.get("/account"), strictAccount),
		},
		{
			says: "Each zone has a name with a leading dot, two prices and a premium flag.",
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
			says: "A full domain is answered with the query as sent, whether it is available, and its price.",
			check: async (probe) => {
				const shape = z
					.looseObject({ query: z.literal(nobodys), available: z.boolean() })
					.refine(({ price_usd, register_price_usd }) => typeof (price_usd ?? register_price_usd) === "number", {
						message: "no price",
					});
				expectResult(await probe.get(`/domains/search?query=${nobodys}`), shape);
			},
		},
		{
			says: "A search without a query gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.get("/domains/search"), 422, "validation_error"),
		},
		{
			says: "An empty query gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.get("/domains/search?query="), 422, "validation_error"),
		},
		{
			says: "price_usd and register_price_usd are both sent and equal, also for a taken name.",
			own: true,
			check: async (probe) => {
				for (const query of [nobodys, "google.com"]) {
					const found = expectResult(await probe.get(`/domains/search?query=${query}`), strictSearchResult);
					expectThat(found.price_usd === found.register_price_usd, "the two prices differ");
				}
			},
		},
		{
			says: "A name base is answered with one result per zone, cheapest first.",
			own: true,
			check: async (probe) => {
				const { zones } = expectResult(await probe.get("/zones"), z.looseObject({ zones: z.array(z.unknown()) }));
				const { items } = expectResult(await probe.get("/domains/search?query=sunny"), shortlist);
				expectThat(items.length === zones.length, `${items.length} results for ${zones.length} zones`);
				const prices = items.map((item) => item.price_usd);
				expectThat(
					prices.every((price, index) => index === 0 || (prices[index - 1] ?? 0) <= price),
					"not cheapest first",
				);
			},
		},
		{
			says: "Unicode, any case and the last dot are read, and answered in punycode.",
			own: true,
			check: async (probe) => {
				const name = "Пример-4K7Q.COM.";
				const answer = await probe.get(`/domains/search?query=${encodeURIComponent(name)}`);
				const { domain } = expectResult(answer, strictSearchResult);
				const punycode = new URL(`http://${name}`).hostname.replace(/\.$/, "");
				expectThat(domain === punycode, `answered ${domain} and not ${punycode}`);
			},
		},
		{
			says: "A batch answers one result per item, in order, and one that fails does not fail the request.",
			check: async (probe) => {
				const items = [{ query: nobodys, client_ref: "one" }, { query: "a..b" }, { query: "google.com" }];
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items }, null), batch);
				const outcomes = result.items.map(succeeded).join();
				expectThat(outcomes === "true,false,true", `outcomes are ${outcomes}`);
			},
		},
		{
			says: "A batch item that is not well formed is invalid_domain.",
			check: async (probe) => {
				const answer = await probe.send("POST", "/domains/search/batch", { items: [{ query: "a..b" }] }, null);
				const code = expectResult(answer, batch).items[0]?.error?.code;
				expectThat(code === "invalid_domain", `the code is ${code}`);
			},
		},
		{
			says: "Batch items may be plain strings, mixed with objects.",
			check: async (probe) => {
				const items = [nobodys, { query: nobodys }];
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items }, null), batch);
				expectThat(result.success === 2, `${result.success} of 2 succeeded`);
			},
		},
		{
			says: "A batch without items gets 422 validation_error.",
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
			says: "The account's domains are listed.",
			check: async (probe) =>
				void expectResult(await probe.get("/domains"), z.union([z.array(z.unknown()), z.looseObject({})])),
		},
		{
			says: "The list has items, count, total and next_cursor, and keeps to its limit.",
			own: true,
			check: async (probe) => {
				const list = expectResult(await probe.get("/domains?limit=1"), domainList);
				expectThat(list.items.length <= 1 && list.count === list.items.length, `${list.items.length} items`);
				expectThat((list.next_cursor !== null) === list.total > 1, `total ${list.total}, next ${list.next_cursor}`);
			},
		},
		{
			says: "A domain of nobody gets 404 domain_not_found, with its DNS too.",
			check: async (probe) => {
				expectRefusal(await probe.get(`/domains/${nobodys}`), 404, "domain_not_found");
				expectRefusal(await probe.get(`/domains/${nobodys}/dns`), 404, "domain_not_found");
			},
		},
		{
			says: "The delivery log has limit, count and items, ten unless told otherwise.",
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
			says: "The delivery log takes a limit from 1 to 100.",
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

/** Changes that cannot come about: tried without leave to spend. */
export const refusals: Chapter = {
	title: "Changes that are refused",
	spends: false,
	rules: [
		...(
			[
				["POST", "/domains/register", { domain: "a..b" }],
				["POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }],
				["POST", `/domains/${nobodys}/renew`, { years: 1 }],
				["POST", "/domains/renew/batch", { items: [{ domain: "a..b", years: 1 }] }],
				["PUT", `/domains/${nobodys}/dns`, { records: [{ type: "A", hostname: "@", value: "203.0.113.5" }] }],
				["PATCH", `/domains/${nobodys}/nameservers`, { nameservers: ["ns1.example.net", "ns2.example.net"] }],
				["POST", `/domains/${nobodys}/edge/bind`, { edge_profile_key: "none" }],
			] as const
		).map(([method, path, body]) => ({
			says: `${method} ${path.replace(nobodys, "{domain}")} without an Idempotency-Key gets 400.`,
			check: async (probe: Parameters<Chapter["rules"][number]["check"]>[0]) =>
				expectRefusal(await probe.send(method, path, body, null), 400),
		})),
		{
			says: "A registration of what is no domain gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain: "a..b" }), 422, "validation_error"),
		},
		{
			says: "A registration without a domain gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.send("POST", "/domains/register", {}), 422, "validation_error"),
		},
		{
			says: "A registration for no years gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(
					await probe.send("POST", "/domains/register", { domain: nobodys, years: 0 }),
					422,
					"validation_error",
				),
		},
		{
			says: "A renewal without years gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${nobodys}/renew`, {}), 422, "validation_error"),
		},
		{
			says: "A renewal of a domain of nobody gets 404 domain_not_found.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${nobodys}/renew`, { years: 1 }), 404, "domain_not_found"),
		},
		{
			says: "A batch whose items all fail is still answered item by item.",
			check: async (probe) => {
				const items = [{ domain: "a..b" }, { domain: "-x.com" }];
				const result = expectResult(await probe.send("POST", "/domains/register/batch", { items }), batch);
				const codes = result.items.map(({ error }) => error?.code).join();
				expectThat(result.failed === 2 && codes === "invalid_domain,invalid_domain", `codes are ${codes}`);
			},
		},
		{
			says: "A body that is not JSON gets 400.",
			check: async (probe) => {
				const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
				expectRefusal(await probe.raw("/domains/register", { method: "POST", headers, body: "{" }), 400);
				await probe.rest();
			},
		},
		{
			says: "A key that was used for another body gets 409 idempotency_key_reused, and the same body is replayed.",
			own: true,
			check: async (probe) => {
				const key = crypto.randomUUID();
				const first = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				const again = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectThat(again.text === first.text, "the second answer differs");
				expectThat(again.headers.get("idempotency-replayed") === "true", "no Idempotency-Replayed");
				const other = await probe.send("POST", "/domains/register", { domain: "a..c" }, key);
				expectRefusal(other, 409, "idempotency_key_reused");
			},
		},
		{
			says: "Nameservers and preset_key together, or neither, get 422 validation_error.",
			own: true,
			check: async (probe) => {
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				for (const body of [{}, { nameservers, preset_key: "default" }]) {
					const answer = await probe.send("PATCH", `/domains/${nobodys}/nameservers`, body);
					expectRefusal(answer, 422, "validation_error");
				}
			},
		},
	],
};
