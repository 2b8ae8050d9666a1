import { randomUUID } from "node:crypto";
import type { DomainList } from "@domains/contract/domains.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

const days = (count: number) => count * 24 * 3_600_000;

describe("GET /domains", () => {
	it("returns all domains in pages, in alphabetical order", async () => {
		const caller = await world.open();
		const names = ["delta.net", "alpha.net", "charlie.net", "bravo.net", "echo.net"];
		await caller.send("POST", "/domains/register/batch", { items: names.map((domain) => ({ domain })) });
		const seen: string[] = [];
		let path = "/domains?limit=2";
		for (let page = 0; page < 3; page += 1) {
			const list = (await caller.get(path)).body.result as DomainList;
			expect(list.total).toBe(5);
			expect(list.count).toBe(list.items.length);
			seen.push(...list.items.map(({ domain }) => domain));
			path = `/domains?limit=2&cursor=${list.next_cursor}`;
			if (page === 2) expect(list.next_cursor).toBeNull();
		}
		expect(seen).toEqual(names.toSorted());
	});

	it("filters by a part of the name in Unicode or punycode, and by status", async () => {
		const caller = await world.open();
		const items = ["пример.рф", "sunny-hill.com", "rainy_hill.com", "rainy-hill.com"].map((domain) => ({ domain }));
		await caller.send("POST", "/domains/register/batch", { items });
		const list = async (query: string) =>
			((await caller.get(`/domains?${query}`)).body.result as DomainList).items.map(({ domain }) => domain);
		expect(await list(`search=${encodeURIComponent("РИМЕР")}`)).toEqual(["xn--e1afmkfd.xn--p1ai"]);
		expect(await list("search=e1afmk")).toEqual(["xn--e1afmkfd.xn--p1ai"]);
		expect(await list("search=HILL")).toEqual(["rainy-hill.com", "sunny-hill.com"]);
		expect(await list("search=%25")).toEqual([]);
		await world.service.admin.block(randomUUID(), "sunny-hill.com");
		expect(await list("status=blocked")).toEqual(["sunny-hill.com"]);
		expect(await list("status=registered&search=hill")).toEqual(["rainy-hill.com"]);
	});

	it("normalizes the part of the name", async () => {
		const caller = await world.open();
		const items = ["кофе.рф", "thé.com", "rep-hill.com"].map((domain) => ({ domain }));
		await caller.send("POST", "/domains/register/batch", { items });
		const find = async (search: string) =>
			((await caller.get(`/domains?search=${encodeURIComponent(search)}`)).body.result as DomainList).items.map(
				({ domain }) => domain,
			);
		for (const search of ["rep-hill.com.", "REP-HILL。COM", "ｒｅｐ", "-hill.com.", "p-hill。", "rep-"]) {
			expect([search, await find(search)]).toEqual([search, ["rep-hill.com"]]);
		}
		for (const search of ["the\u0301", "THE\u0301.com.", "xn--th-cja", "XN--TH-CJA.COM", "xn--th-c"]) {
			expect([search, await find(search)]).toEqual([search, ["xn--th-cja.com"]]);
		}
		for (const search of ["кофе.xn--p1ai", "КОФЕ.РФ.", ".рф", ".xn--p1ai"]) {
			expect([search, await find(search)]).toEqual([search, ["xn--e1ajmy.xn--p1ai"]]);
		}
	});

	it("is empty for a new account and hides other accounts' domains", async () => {
		const caller = await world.open();
		expect((await caller.get("/domains")).body.result).toEqual({ items: [], count: 0, total: 0, next_cursor: null });
	});

	it.each(["0", "501", "x", "", "0x10", "1e1", "%205", "10.0", "010", "-1", "5&limit=6"])(
		"refuses ?limit=%s with a clear message",
		async (limit) => {
			const caller = await world.open();
			for (const [path, most] of [
				["/domains", 500],
				["/webhook/deliveries", 100],
			] as const) {
				expect((await caller.get(`${path}?limit=${limit}`)).body.error).toEqual({
					code: "validation_error",
					message: `limit: must be one whole number from 1 to ${most}.`,
				});
			}
		},
	);

	it.each(["status=gone", "cursor=nonsense", "search="])("refuses ?%s", async (query) => {
		const caller = await world.open();
		expect((await caller.get(`/domains?${query}`)).body.error?.code).toBe("validation_error");
	});
});

describe("GET /domains/{domain}", () => {
	it("returns the whole record for any spelling of the name", async () => {
		const caller = await world.open();
		await caller.send("POST", "/domains/register", { domain: "café.com", external_ref: "e" });
		for (const spelling of ["café.com", "CAFÉ.com.", "xn--caf-dma.com"]) {
			expect((await caller.get(`/domains/${encodeURIComponent(spelling)}`)).body.result).toEqual({
				domain: "xn--caf-dma.com",
				status: "registered",
				registered_at: expect.stringMatching(/^\d{4}-.*Z$/),
				expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
				nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"],
				dns_mode: "managed",
				edge_profile_key: null,
				external_ref: "e",
				renew_price_usd: 12.5,
			});
		}
	});

	it("returns 404 for a domain outside the account, and 422 for a malformed name", async () => {
		const [one, other] = [await world.open(), await world.open()];
		await one.send("POST", "/domains/register", { domain: "ones-own.com" });
		expect((await other.get("/domains/ones-own.com")).body.error?.code).toBe("domain_not_found");
		expect((await other.get("/domains/nobodys.zone.of.nobody")).body.error?.code).toBe("domain_not_found");
		expect((await other.get("/domains/a..b")).body.error?.code).toBe("validation_error");
	});
});

it("a domain and a list of domains are read without their records", async () => {
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "large-zone.com" });
	const { sql } = world.database;
	await sql`alter table service.domains rename column records to hidden`;
	try {
		expect((await caller.get("/domains/large-zone.com")).status).toBe(200);
		expect((await caller.get("/domains")).status).toBe(200);
	} finally {
		await sql`alter table service.domains rename column hidden to records`;
	}
	expect((await caller.get("/domains/large-zone.com/dns")).status).toBe(200);
});

describe("a domain past its expiry", () => {
	it("is expired, renewable for 30 days, and available afterwards", async () => {
		await using own = await startService();
		const [caller, other] = [await own.open(), await own.open()];
		const items = [{ domain: "kept.com" }, { domain: "lost.com" }];
		await caller.send("POST", "/domains/register/batch", { items });
		await own.database.advance(days(366));
		expect((await caller.get("/domains/kept.com")).body.result).toMatchObject({ status: "expired" });
		expect((await other.send("POST", "/domains/register", { domain: "lost.com" })).status).toBe(404);
		await own.database.advance(days(28));
		expect((await caller.send("POST", "/domains/kept.com/renew", { years: 1 })).status).toBe(200);
		expect((await caller.get("/domains/kept.com")).body.result).toMatchObject({ status: "registered" });
		await own.database.advance(days(3));
		expect((await caller.get("/domains/lost.com")).status).toBe(404);
		expect((await caller.send("POST", "/domains/lost.com/renew", { years: 1 })).status).toBe(404);
		expect((await other.send("POST", "/domains/register", { domain: "lost.com" })).status).toBe(200);
		expect((await other.get("/domains/lost.com")).body.result).toMatchObject({ status: "registered" });
	});
});
