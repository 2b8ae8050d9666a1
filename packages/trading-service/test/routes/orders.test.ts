import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller, done, ledgerOf, startService, type TestService } from "../../../../test/support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("POST /domains/register", () => {
	it("registers an available domain and charges its price", async () => {
		const caller = await world.open(100);
		const answer = await caller.send("POST", "/domains/register", {
			domain: "Sunny-Meadow.com.",
			client_ref: "shop-1",
		});
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			status: true,
			result: {
				domain: "sunny-meadow.com",
				status: "registered",
				charged_usd: 11.5,
				expires_at: expect.stringMatching(/^20/),
				client_ref: "shop-1",
			},
		});
		expect((await caller.get("/account")).body.result).toMatchObject({ balance_usd: 88.5 });
		expect((await caller.get("/domains/sunny-meadow.com")).body.result).toMatchObject({
			domain: "sunny-meadow.com",
			status: "registered",
			dns_mode: "managed",
			client_ref: "shop-1",
		});
		expect(await ledgerOf(world.database, caller.userId)).toEqual({
			sums: { balance: 8850, held: 0, charges: 1 },
			account: { balance: 8850, held: 0 },
		});
	});

	it("charges the renewal price for each year after the first", async () => {
		const caller = await world.open(100);
		const answer = await caller.send("POST", "/domains/register", { domain: "three-years.com", years: 3 });
		expect(answer.body.result).toMatchObject({ charged_usd: 11.5 + 2 * 12.5 });
	});

	it.each([
		["a malformed name", { domain: "a..b" }, 422, "validation_error"],
		["a mark of writing direction before a name", { domain: "\u202efine.com" }, 422, "validation_error"],
		["a mark of byte order before a name", { domain: "\ufefffine.com" }, 422, "validation_error"],
		["a line break after a name", { domain: "fine.com\n" }, 422, "validation_error"],
		["a space before a name", { domain: " fine.com" }, 422, "validation_error"],
		["an unsold zone", { domain: "example.notsold" }, 422, "validation_error"],
		["a subdomain", { domain: "www.example.com" }, 422, "validation_error"],
		["a zone", { domain: "co.uk" }, 422, "validation_error"],
		["a well-known name", { domain: "google.com" }, 404, "domain_not_found"],
		["a taken name", { domain: "taken-x.com" }, 404, "domain_not_found"],
		["no years", { domain: "fine.com", years: 0 }, 422, "validation_error"],
		["too many years", { domain: "fine.com", years: 11 }, 422, "validation_error"],
		["half a year", { domain: "fine.com", years: 0.5 }, 422, "validation_error"],
		["years as a string", { domain: "fine.com", years: "1" }, 422, "validation_error"],
		["no domain", {}, 422, "validation_error"],
		["an empty domain", { domain: "" }, 422, "validation_error"],
		["an unknown key of config", { domain: "fine.com", config: { nameserver: [] } }, 422, "validation_error"],
		["one nameserver", { domain: "fine.com", config: { nameservers: ["ns1.example.net"] } }, 422, "validation_error"],
		["an unknown preset", { domain: "fine.com", config: { nameserver_preset_key: "mine" } }, 422, "validation_error"],
		["an unknown edge profile", { domain: "fine.com", edge_profile_key: "shield" }, 409, "edge_not_configured"],
		[
			"two different edge profiles",
			{ domain: "fine.com", edge_profile_key: "one", config: { edge_profile_key: "two" } },
			422,
			"validation_error",
		],
		["a failing registry", { domain: "provider-error-1.com" }, 500, "provider_error"],
		["too little money", { domain: "expensive.law" }, 409, "insufficient_funds"],
	])("refuses %s", async (_case, body, status, code) => {
		const caller = await world.open(50);
		const answer = await caller.send("POST", "/domains/register", body);
		expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code });
		expect(await ledgerOf(world.database, caller.userId)).toEqual({
			sums: { balance: 5000, held: 0, charges: 0 },
			account: { balance: 5000, held: 0 },
		});
	});

	it("refuses a domain as taken after another account registered it", async () => {
		const [one, other] = [await world.open(), await world.open()];
		await one.send("POST", "/domains/register", { domain: "mine-now.com" });
		const answer = await other.send("POST", "/domains/register", { domain: "mine-now.com" });
		expect(answer.status).toBe(404);
		expect((await other.get("/domains/mine-now.com")).status).toBe(404);
	});

	it("returns the stored answer for the same key", async () => {
		const caller = await world.open();
		const key = randomUUID();
		const first = await caller.send("POST", "/domains/register", { domain: "replayed.com" }, key);
		const second = await caller.send("POST", "/domains/register", { domain: "replayed.com" }, key);
		expect(second.text).toBe(first.text);
		expect(first.headers.get("idempotency-replayed")).toBeNull();
		expect(second.headers.get("idempotency-replayed")).toBe("true");
		expect((await ledgerOf(world.database, caller.userId)).sums?.charges).toBe(1);
		const other = await caller.send("POST", "/domains/register", { domain: "replayed.net" }, key);
		expect(other.body.error?.code).toBe("idempotency_key_reused");
	});
});

describe("a key", () => {
	it("stays with its request if the answer is not stored", async () => {
		const caller = await world.open(0);
		const register = (domain: string) => caller.send("POST", "/domains/register", { domain }, "poor");
		expect((await register("stays-1.com")).body.error?.code).toBe("insufficient_funds");
		expect((await register("stays-2.com")).body.error?.code).toBe("idempotency_key_reused");
		await world.service.admin.credit(randomUUID(), caller.userId, 2_000);
		expect((await register("stays-1.com")).status).toBe(200);
	});

	it("returns the same answer after the token is re-issued", async () => {
		const caller = await world.open();
		const body = { domain: "survives.com" };
		const first = await caller.send("POST", "/domains/register", body, "survivor");
		const { token } = done(await world.service.admin.issueToken(randomUUID(), caller.userId));
		const later = createCaller(world.url, token, world.database, world.description);
		const second = await later.send("POST", "/domains/register", body, "survivor");
		expect(second.text).toBe(first.text);
		expect(second.headers.get("idempotency-replayed")).toBe("true");
	});

	it("stays free after a body of the wrong shape, but not after a business rule refused it", async () => {
		const caller = await world.open();
		const register = (body: unknown) => caller.send("POST", "/domains/register", body, "shape");
		expect((await register({ domain: "shape-1.com", years: 11 })).status).toBe(422);
		expect((await register({ domain: "a..b" })).headers.has("idempotency-replayed")).toBe(false);
		expect((await register({ domain: "a..b" })).headers.get("idempotency-replayed")).toBe("true");
		expect((await register({ domain: "shape-1.com" })).body.error?.code).toBe("idempotency_key_reused");
	});
});

describe("POST /domains/register/batch", () => {
	it("returns one result per item and charges in order", async () => {
		const caller = await world.open(40);
		const answer = await caller.send("POST", "/domains/register/batch", {
			items: [
				{ domain: "batch-1.com", client_ref: "a" },
				{ domain: "a..b", external_ref: "b" },
				{ domain: "taken-1.com" },
				{ domain: "batch-2.law" },
				{ domain: "batch-3.com", years: 99 },
				{ domain: "BATCH-1.com" },
				{ domain: "batch-4.com", years: 2 },
				{ domain: "batch-5.com" },
			],
		});
		expect(answer.status).toBe(200);
		expect(answer.body.result).toEqual({
			count: 8,
			success: 2,
			failed: 6,
			items: [
				expect.objectContaining({ index: 0, success: true, domain: "batch-1.com", charged_usd: 11.5, client_ref: "a" }),
				expect.objectContaining({ index: 1, success: false, domain: "a..b", external_ref: "b" }),
				expect.objectContaining({ index: 2, success: false, domain: "taken-1.com" }),
				expect.objectContaining({ index: 3, success: false, domain: "batch-2.law" }),
				expect.objectContaining({ index: 4, success: false, domain: "batch-3.com" }),
				expect.objectContaining({ index: 5, success: false, domain: "batch-1.com" }),
				expect.objectContaining({ index: 6, success: true, domain: "batch-4.com", charged_usd: 24 }),
				expect.objectContaining({ index: 7, success: false, domain: "batch-5.com" }),
			],
		});
		const { items } = answer.body.result as { items: { error?: { code: string } }[] };
		expect(items.map((item) => item.error?.code)).toEqual([
			undefined,
			"invalid_domain",
			"not_available",
			"insufficient_funds",
			"validation_error",
			"not_available",
			undefined,
			"insufficient_funds",
		]);
		expect((await ledgerOf(world.database, caller.userId)).account).toEqual({ balance: 450, held: 0 });
	});

	it("refuses a repeated name as taken, even if the money is used up", async () => {
		const caller = await world.open(11.5);
		const items = ["twice-1.com", "Twice-1.com.", "twice-2.com"].map((domain) => ({ domain }));
		const { result } = (await caller.send("POST", "/domains/register/batch", { items })).body;
		expect((result as { items: { error?: { code: string } }[] }).items.map((item) => item.error?.code)).toEqual([
			undefined,
			"not_available",
			"insufficient_funds",
		]);
	});

	it.each([[{}], [{ items: [] }], [{ items: "x" }], [{ items: {} }], [[]], ["x"]])(
		"refuses the whole request for %j",
		async (body) => {
			const caller = await world.open();
			expect((await caller.send("POST", "/domains/register/batch", body)).body.error?.code).toBe("validation_error");
		},
	);

	it("refuses more than 1,000 items", async () => {
		const caller = await world.open();
		const items = Array.from({ length: 1_001 }, (_, index) => ({ domain: `many-${index}.com` }));
		expect((await caller.send("POST", "/domains/register/batch", { items })).status).toBe(422);
	});
});

describe("POST /domains/{domain}/renew", () => {
	it("extends the expiry and charges the renewal price", async () => {
		const caller = await world.open();
		await caller.send("POST", "/domains/register", { domain: "renewed.com", client_ref: "one", external_ref: "two" });
		const before = (await caller.get("/domains/renewed.com")).body.result as { expires_at: string };
		const answer = await caller.send("POST", "/domains/RENEWED.com/renew", { years: 2, client_ref: "three" });
		expect(answer.body.result).toMatchObject({
			domain: "renewed.com",
			status: "renewed",
			charged_usd: 25,
			client_ref: "three",
		});
		const after = (await caller.get("/domains/renewed.com")).body.result as { expires_at: string };
		expect(new Date(after.expires_at).getFullYear()).toBe(new Date(before.expires_at).getFullYear() + 2);
		expect(after).toMatchObject({ client_ref: "three", external_ref: "two" });
	});

	it("refuses an expiry more than ten years from now", async () => {
		const caller = await world.open();
		await caller.send("POST", "/domains/register", { domain: "ten-years.com" });
		expect((await caller.send("POST", "/domains/ten-years.com/renew", { years: 10 })).status).toBe(422);
		expect((await caller.send("POST", "/domains/ten-years.com/renew", { years: 9 })).status).toBe(200);
		expect((await caller.send("POST", "/domains/ten-years.com/renew", { years: 1 })).status).toBe(422);
	});

	it.each([
		["an unregistered domain", "/domains/nobody.com/renew", { years: 1 }, 404],
		["no years", "/domains/nobody.com/renew", {}, 422],
		["a malformed name", "/domains/a..b/renew", { years: 1 }, 422],
	])("refuses %s", async (_case, path, body, status) => {
		const caller = await world.open();
		expect((await caller.send("POST", path, body)).status).toBe(status);
	});

	it("also works in a batch", async () => {
		const caller = await world.open();
		await caller.send("POST", "/domains/register/batch", { items: [{ domain: "r-1.com" }, { domain: "r-2.com" }] });
		const answer = await caller.send("POST", "/domains/renew/batch", {
			items: [
				{ domain: "r-1.com", years: 1 },
				{ domain: "r-2.com", years: 1, client_ref: "x" },
				{ domain: "r-1.com", years: 9 },
				{ domain: "r-3.com", years: 1 },
				{ domain: "r-1.com" },
			],
		});
		const { items } = answer.body.result as { items: { success: boolean; error?: { code: string } }[] };
		expect(items.map((item) => item.error?.code ?? item.success)).toEqual([
			true,
			true,
			"validation_error",
			"not_available",
			"validation_error",
		]);
	});
});
