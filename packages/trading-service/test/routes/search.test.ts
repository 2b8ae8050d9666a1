import type { SearchBatchResult, Shortlist } from "@domains/contract/search.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";

let world: TestService;
let caller: Awaited<ReturnType<TestService["open"]>>;
beforeAll(async () => {
	world = await startService();
	caller = await world.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const find = async (query: string) => (await caller.get(`/domains/search?query=${encodeURIComponent(query)}`)).body;

describe("GET /zones", () => {
	it("lists at least sixty zones, some premium, some in other scripts", async () => {
		const { zones } = (await caller.get("/zones")).body.result as { zones: { zone: string; premium: boolean }[] };
		expect(zones.length).toBeGreaterThanOrEqual(60);
		expect(zones.some(({ premium }) => premium)).toBe(true);
		expect(zones.filter(({ zone }) => zone.startsWith(".xn--")).length).toBeGreaterThan(5);
		expect(zones.every(({ zone }) => /^(\.[a-z\d-]+)+$/.test(zone))).toBe(true);
		expect(zones.map(({ zone }) => zone)).toEqual(zones.map(({ zone }) => zone).toSorted());
		expect(zones).toContainEqual({ zone: ".com", register_price_usd: 11.5, renew_price_usd: 12.5, premium: false });
	});
});

describe("GET /domains/search", () => {
	it("returns one result for a full domain, with the query as sent", async () => {
		expect(await find("Sunny-Meadow.COM.")).toEqual({
			status: true,
			result: {
				query: "Sunny-Meadow.COM.",
				domain: "sunny-meadow.com",
				available: true,
				price_usd: 11.5,
				register_price_usd: 11.5,
				renew_price_usd: 12.5,
				premium: false,
			},
		});
	});

	it("contains the price of a taken name", async () => {
		expect((await find("google.com")).result).toMatchObject({ available: false, price_usd: 11.5 });
		expect((await find("taken-anything.io")).result).toMatchObject({ available: false, premium: true });
	});

	it("accepts Unicode and returns punycode", async () => {
		expect((await find("пример.рф")).result).toMatchObject({ domain: "xn--e1afmkfd.xn--p1ai", available: true });
	});

	it("accepts zones of two labels", async () => {
		expect((await find("sunny.co.uk")).result).toMatchObject({ domain: "sunny.co.uk", available: true });
	});

	it("returns one result per zone for a name base, cheapest first", async () => {
		const { query, items } = (await find("Sunny")).result as Shortlist;
		const { zones } = (await caller.get("/zones")).body.result as { zones: unknown[] };
		expect(query).toBe("Sunny");
		expect(items).toHaveLength(zones.length);
		expect(items[0]).toMatchObject({ query: items[0]?.domain, available: true });
		const prices = items.map((item) => item.price_usd);
		expect(prices).toEqual(prices.toSorted((one, other) => one - other));
	});

	it.each(["example.notsold", "a..b", "<b>", "www.example.com", "co.uk", "com.", "192.0.2.1", "-bad", "."])(
		"refuses %j",
		async (query) => {
			const body = await find(query);
			// The service removes the final dot. What remains, "com", is a valid search word.
			if (query === "com.") expect(body.status).toBe(true);
			else expect(body.error?.code).toBe("validation_error");
		},
	);

	it.each(["/domains/search", "/domains/search?query=", "/domains/search?q=x"])("returns 422 for %s", async (path) => {
		expect((await caller.get(path)).status).toBe(422);
	});
});

describe("a name with surrounding characters", () => {
	const around = ["\u202ewrapped.com", "wrapped.com\u200f", " wrapped", "wrapped.com\n"];

	it.each(around)("is refused: %j", async (query) => {
		expect((await find(query)).error).toEqual({
			code: "validation_error",
			message: `${query} begins or ends with a space, a line break or an invisible mark.`,
		});
	});

	it("is refused alone in every batch and returned unchanged", async () => {
		for (const [path, key] of [
			["/domains/search/batch", "query"],
			["/domains/register/batch", "domain"],
			["/domains/renew/batch", "domain"],
		] as const) {
			const items = around.map((name) => ({ [key]: name, years: 1 }));
			const { result } = (await caller.send("POST", path, { items })).body;
			expect(result).toMatchObject({
				failed: around.length,
				items: around.map((name) => ({ [key]: name, error: { code: "invalid_domain" } })),
			});
		}
	});
});

describe("POST /domains/search/batch", () => {
	it("accepts objects and strings, mixed, and answers each item in order", async () => {
		const answer = await caller.send("POST", "/domains/search/batch", {
			items: [
				{ query: "Free-Name.com", client_ref: "one", external_ref: "two" },
				"taken-x.com",
				{ query: "a..b", client_ref: "three" },
				"nothing.notsold",
				"sunny",
				{ query: "" },
			],
		});
		const { items, ...counts } = answer.body.result as SearchBatchResult;
		expect(counts).toEqual({ count: 6, success: 3, failed: 3 });
		expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(items[0]).toEqual({
			index: 0,
			success: true,
			query: "Free-Name.com",
			domain: "free-name.com",
			available: true,
			price_usd: 11.5,
			register_price_usd: 11.5,
			renew_price_usd: 12.5,
			premium: false,
			client_ref: "one",
			external_ref: "two",
		});
		expect(items[1]).toMatchObject({ success: true, available: false });
		expect(items[2]).toMatchObject({
			success: false,
			query: "a..b",
			client_ref: "three",
			error: { code: "invalid_domain" },
		});
		expect(items[3]).toMatchObject({ success: false, error: { code: "invalid_domain" } });
		expect(items[4]).toMatchObject({ success: true, query: "sunny", items: expect.any(Array) });
		expect(items[5]).toMatchObject({ success: false, query: "", error: { code: "invalid_domain" } });
	});

	it("answers a batch of the maximum size", { timeout: 60_000 }, async () => {
		const items = Array.from({ length: 1_000 }, (_, index) => (index < 720 ? `base${index}` : longName(index)));
		const answer = await caller.send("POST", "/domains/search/batch", { items });
		expect(answer.body.result).toMatchObject({ count: 1_000, success: 720, failed: 280 });
		const renewals = Array.from({ length: 1_000 }, (_, index) => ({ domain: longName(index), years: 1 }));
		const renewed = await caller.send("POST", "/domains/renew/batch", { items: renewals });
		expect(renewed.body.result).toMatchObject({ count: 1_000, failed: 1_000 });
	});

	it("uses less than 300 bytes per zone for a name base, as documented", async () => {
		const items = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(63, "a"));
		const { text } = await caller.send("POST", "/domains/search/batch", { items });
		const zones = (await caller.get("/zones")).body.result as { zones: unknown[] };
		expect(zones.zones.length).toBeGreaterThan(80);
		expect(text.length).toBeLessThan(items.length * zones.zones.length * 300);
	});

	it("needs no Idempotency-Key", async () => {
		const { token } = await world.open();
		const answer = await fetch(`${world.url}/domains/search/batch`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify({ items: ["a.com"] }),
		});
		expect(answer.status).toBe(200);
	});

	it.each([[{}], [{ items: [] }], [{ items: "x.com" }], [{ items: { query: "x.com" } }]])(
		"refuses the whole request for %j",
		async (body) => {
			expect((await caller.send("POST", "/domains/search/batch", body)).status).toBe(422);
		},
	);

	it.each([
		["/domains/search/batch", "query", "shape.com"],
		["/domains/register/batch", "domain", "shape.com"],
		["/domains/renew/batch", "domain", "shape.com"],
	])("refuses only the item of the wrong shape: %s", async (path, key, name) => {
		await caller.send("POST", "/domains/register", { domain: name });
		const overlong = `${"x".repeat(700_000)}.com`;
		const items = [
			7,
			null,
			[],
			{},
			{ name },
			{ [key]: 7, client_ref: "a" },
			{ [key]: overlong },
			{ [key]: name, years: 1 },
		];
		const { body, text } = await caller.send("POST", path, { items });
		const { items: results, ...counts } = body.result as SearchBatchResult;
		expect(counts).toMatchObject({ count: 8 });
		expect(results.slice(0, 7).map((item) => !item.success && item.error.code)).toEqual(
			results.slice(0, 7).map(() => "validation_error"),
		);
		expect(results[5]).toMatchObject({ index: 5, client_ref: "a" });
		expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(["error", "index", "success"]);
		expect(results[7]).toMatchObject({ index: 7, [key]: name });
		expect(results[7]).not.toMatchObject({ error: { code: "validation_error" } });
		expect(text.length).toBeLessThan(3_000);
	});
});

/** Returns a name of 111 labels. Each index gives it a different top-level domain. */
function longName(index: number): string {
	return `${"a.".repeat(110)}z${index}`;
}
