import { z } from "zod";
import { account as strictAccount } from "../../contract/account.ts";
import { deliveryStatuses } from "../../contract/deliveries.ts";
import { domainList } from "../../contract/domains.ts";
import { shortlist, searchResult as strictSearchResult } from "../../contract/search.ts";
import { batch, type Chapter, expectRefusal, expectResult, expectThat, succeeded } from "../rule.ts";

export const nobodys = "this-domain-belongs-to-nobody-4k7q.com";

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
			says: "A full domain with an ending that is not sold gets 422 validation_error, and on an item invalid_domain.",
			own: true,
			check: async (probe) => {
				const query = "example.no-such-ending-4k7q";
				expectRefusal(await probe.get(`/domains/search?query=${query}`), 422, "validation_error");
				const result = expectResult(await probe.send("POST", "/domains/search/batch", { items: [query] }, null), batch);
				const code = result.items[0]?.error?.code;
				expectThat(code === "invalid_domain", `the code is ${code}`);
			},
		},
		{
			says: "A batch takes 1,000 items; one more gets 422 validation_error.",
			own: true,
			check: async (probe) => {
				const ask = (count: number) =>
					probe.send("POST", "/domains/search/batch", { items: Array.from({ length: count }, () => "a..b") }, null);
				expectThat(expectResult(await ask(1_000), batch).count === 1_000, "not 1,000 results");
				expectRefusal(await ask(1_001), 422, "validation_error");
			},
		},
		{
			says: "A body above 1 MiB gets 413 payload_too_large.",
			own: true,
			check: async (probe) => {
				const items = [{ query: "a..b", client_ref: "x".repeat(1024 * 1024) }];
				const answer = await probe.send("POST", "/domains/search/batch", { items }, null);
				expectRefusal(answer, 413, "payload_too_large");
			},
		},
		{
			says: "A body of another content type gets 400 bad_request.",
			own: true,
			check: async (probe) => {
				const headers = { "content-type": "text/plain" };
				const body = JSON.stringify({ items: [nobodys] });
				expectRefusal(await probe.raw("/domains/search/batch", { method: "POST", headers, body }), 400, "bad_request");
				await probe.rest();
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
			says: "The list takes a limit from 1 to 500 and the states that there are; others get 422 validation_error.",
			own: true,
			check: async (probe) => {
				expectResult(await probe.get("/domains?limit=500&status=expired"), domainList);
				for (const query of ["limit=0", "limit=501", "limit=x", "status=renewed", "cursor=x"]) {
					expectRefusal(await probe.get(`/domains?${query}`), 422, "validation_error");
				}
			},
		},
		{
			says: "A domain of nobody gets 404 domain_not_found, with its DNS too.",
			neededBy: ["doubt"],
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
