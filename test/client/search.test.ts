import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { createTestLog } from "../support/log.ts";
import { json, oddService, refusal, success, token } from "./odd-service.ts";

const offer = (query: string) => ({ query, success: true, available: true, price_usd: 9 });

describe("a batch search", () => {
	it("sends objects and returns one item per query, in order", async () => {
		const items = [
			offer("b.com"),
			{ query: "x", success: false, error: { code: "invalid_domain", message: "no" } },
			offer("A.com"),
		];
		await using service = await oddService((response) => success(response, { count: 3, items }));
		const result = await service.client.searchBatch(["a.com", "x", "b.com", "c.com"]);
		expect(JSON.parse(service.asked[0]?.body ?? "")).toEqual({
			items: [{ query: "a.com" }, { query: "x" }, { query: "b.com" }, { query: "c.com" }],
		});
		expect(result).toMatchObject({
			kind: "ok",
			value: [
				{ kind: "offer", offer: { domain: "a.com", registerCents: 900 } },
				{ kind: "refused", code: "invalid_domain" },
				{ kind: "offer", offer: { domain: "b.com" } },
				{ kind: "unknown" },
			],
		});
	});

	it("sends strings once to a service that refuses objects", async () => {
		await using service = await oddService((response, { body }) =>
			body.includes("query")
				? json(response, refusal("validation_error"), 422)
				: success(response, { items: [offer("a.com")] }),
		);
		expect(await service.client.searchBatch(["a.com"])).toMatchObject({ kind: "ok", value: [{ kind: "offer" }] });
		expect(service.asked.map((each) => each.body)).toEqual(['{"items":[{"query":"a.com"}]}', '{"items":["a.com"]}']);
	});

	it("begins with strings once the service has refused objects, in every client of the process", async () => {
		const dialects = new Map();
		await using service = await oddService(
			(response, { body }) =>
				body.includes("query")
					? json(response, refusal("validation_error"), 422)
					: success(response, { items: [offer("a.com")] }),
			{ dialects },
		);
		await service.client.searchBatch(["a.com"]);
		const { baseUrl } = service;
		const limiter = Object.assign(async () => ({ go: true as const }), { blocked: async () => undefined });
		const other = createClient({ baseUrl, token, limiter, log: createTestLog(), dialects });
		for (let n = 0; n < 3; n += 1) expect(await other.searchBatch(["a.com"])).toMatchObject({ kind: "ok" });
		expect(service.asked.map((each) => each.body.includes("query"))).toEqual([true, false, false, false, false]);
	});

	it("stops if both forms are refused", async () => {
		await using service = await oddService((response) => json(response, refusal("validation_error"), 422));
		expect(await service.client.searchBatch(["a.com"])).toMatchObject({ kind: "refused", status: 422 });
		expect(service.asked).toHaveLength(2);
	});
});

describe("reads", () => {
	it("send their names and parameters", async () => {
		await using service = await oddService((response) => success(response, {}));
		const { client } = service;
		await client.account();
		await client.search("пример.рф");
		await client.domains({ limit: 10, search: "a" });
		await client.domain("a.com");
		await client.dns("a.com");
		await client.deliveries(50);
		expect(service.asked.map((each) => each.path.replace("/api/v1", ""))).toEqual([
			"/account",
			"/domains/search?query=%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84",
			"/domains?limit=10&search=a",
			"/domains/a.com",
			"/domains/a.com/dns",
			"/webhook/deliveries?limit=50",
		]);
	});
});
