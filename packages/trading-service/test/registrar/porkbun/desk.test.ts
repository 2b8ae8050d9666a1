import { createRateLimiter, createRateLimitTable } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { type FakeOptions, type Fault, startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain, type DnsRecord } from "fake-porkbun/state.ts";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../../test/support/answer.ts";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import { createTestLog } from "../../../../../test/support/log.ts";
import { createManualClock } from "../../../../../test/support/manual-clock.ts";
import { type Caller, createCaller, fetchAnswer, ledgerOf, startService } from "../../../../../test/support/service.ts";
import { claimRegistrar } from "../../../src/registrar/mirror.ts";
import { createPorkbunClient } from "../../../src/registrar/porkbun/client.ts";
import { createPorkbunRegistrar } from "../../../src/registrar/porkbun/index.ts";
import type { Registrar } from "../../../src/registrar/port.ts";

const fast = { any: 1, background: 1, check: 1, create: 1, renew: 1 };
const many = { limit: 1_000, seconds: 1 };
const unlimited = { check: many, createAttempt: many, renewAttempt: many };
const dayMs = 86_400_000;

type Fake = Awaited<ReturnType<typeof startFakePorkbun>>;

async function startFake(options: FakeOptions = {}) {
	const fake = await startFakePorkbun({ limits: unlimited, ...options });
	return { ...fake, faults: fake.faults, [Symbol.asyncDispose]: () => fake.close() };
}

function registrarOf({ url, keys }: Fake, { db, sql }: TestDatabase) {
	const client = createPorkbunClient({ url, ...keys.live });
	const limiter = createRateLimiter(sql);
	return createPorkbunRegistrar({ client, testKeys: false, db, limiter, log: createTestLog(), everyMs: fast });
}

interface DeskOptions extends FakeOptions {
	prepare?: (fake: Fake) => void;
	/** The first process learns the outcome of no order. */
	dies?: boolean;
}

type Desk = Awaited<ReturnType<typeof open>>;

async function open({ prepare, dies = false, ...options }: DeskOptions = {}) {
	const stack = new AsyncDisposableStack();
	const fake = stack.use(await startFake(options));
	prepare?.(fake);
	let isDying = dies;
	const killed = (call: Registrar["register"]): Registrar["register"] => {
		return async (order, signal) => {
			await call(order, signal);
			throw new Error("killed");
		};
	};
	const world = stack.use(
		await startService({
			registrar: (_, database) => {
				const registrar = registrarOf(fake, database);
				if (!isDying) return registrar;
				return { ...registrar, register: killed(registrar.register), renew: killed(registrar.renew) };
			},
		}),
	);
	isDying = false;
	await createRateLimitTable(world.database.sql);
	const poll = () => world.service.queues["service.registrar"].handle("poll", new AbortController().signal);
	await poll();
	const caller = await world.open();
	return {
		fake,
		account: fake.state.live,
		world,
		caller,
		/** A new process over the same database. */
		async restart() {
			const { service, url } = await world.another();
			Object.assign(world, { service, url });
			return { ...caller, ...createCaller(url, caller.token, world.database, world.description) };
		},
		async poll() {
			await world.database.advance(181_000);
			await poll();
		},
		async lookAgain() {
			const rows = await world.database.sql<{ id: string }[]>`select id from service.orders where state = 'open'`;
			for (const { id } of rows) {
				await world.service.queues["service.order"].handle(String(id), new AbortController().signal);
			}
		},
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

const messageOf = ({ body }: Answer) => body.error?.message ?? "";

const charges = (account: Fake["state"]["live"]) => account.ledger.filter(({ cents }) => cents < 0);

describe("the desk of an account at Porkbun", () => {
	it("shows its credit, its prices and the domains that it has", async () => {
		await using desk = await open({
			prepare: ({ state }) => void addDomain(state, state.live, "older.com", Date.now()),
		});
		const { caller } = desk;
		expect((await caller.get("/account")).body.result).toMatchObject({
			balance_usd: 500,
			order_pace: { register: { seconds: 10, per_day: 10 }, renew: { seconds: 10, per_day: 25 } },
		});
		const com = { zone: ".com", register_price_usd: 11.08, renew_price_usd: 11.08, premium: false };
		expect((await caller.get("/zones")).body.result).toMatchObject({ zones: expect.arrayContaining([com]) });
		const items = [{ domain: "older.com", dns_mode: "managed" }];
		expect((await caller.get("/domains")).body.result).toMatchObject({ items });
	});

	it("refuses what needs a price before it has read one, and says so", async () => {
		await using desk = await open();
		const { caller, world } = desk;
		await world.database.sql`delete from service.prices`;
		await world.database.sql`delete from service.registrar_facts where key = 'prices'`;
		for (const path of ["/zones", "/domains/search?query=fresh.com", "/domains/search?query=fresh"]) {
			const answer = await caller.get(path);
			expect(answer.body.error?.code).toBe("provider_error");
			expect(messageOf(answer)).toContain("The price list has not been read yet.");
		}
		const order = await caller.send("POST", "/domains/register", { domain: "fresh.com" });
		expect(order.body.error?.code).toBe("provider_error");
		await desk.poll();
		expect((await caller.get("/domains/search?query=fresh.com")).body.result).toMatchObject({ available: true });
	});

	it("refuses an order for the rate if the registrar's limit leaves it no turn, and takes it with the same key", async () => {
		await using desk = await open();
		const { caller, account, world } = desk;
		await createRateLimiter(world.database.sql).block("porkbun any", 60_000);
		const order = () =>
			fetchAnswer(`${world.url}/domains/register`, caller.token, {
				method: "POST",
				headers: { "content-type": "application/json", "idempotency-key": "k1" },
				body: JSON.stringify({ domain: "fresh.com" }),
			});
		const refused = await order();
		expect([refused.status, refused.body.error?.code]).toEqual([429, "rate_limited"]);
		expect(refused.headers.get("retry-after")).toBe("2");
		expect(charges(account)).toEqual([]);
		await world.database.advance(61_000);
		expect((await order()).body.result).toMatchObject({ status: "registered" });
		expect(charges(account)).toHaveLength(1);
	});

	it("says that it did not check a name of a list", async () => {
		await using desk = await open();
		const { caller } = desk;
		const unchecked = { available: true, unchecked: true };
		const base = (await caller.get("/domains/search?query=fresh")).body.result;
		expect(base).toMatchObject({ items: expect.arrayContaining([expect.objectContaining(unchecked)]) });
		const batch = (await caller.send("POST", "/domains/search/batch", { items: ["fresh.com"] })).body.result;
		expect(batch).toMatchObject({ items: [unchecked] });
		expect((await caller.get("/domains/search?query=fresh.com")).body.result).not.toHaveProperty("unchecked");
	});

	it("has one owner, who adds credit and prices elsewhere", async () => {
		await using desk = await open();
		const { admin } = desk.world.service;
		expect(await admin.openAccount("second", {})).toMatchObject({ kind: "refused", code: "forbidden" });
		expect(await admin.credit("c", desk.caller.userId, 100)).toMatchObject({ kind: "refused" });
		expect(await admin.setPrice("p", { zone: ".com", registerCents: 1, renewCents: 1 })).toMatchObject({
			kind: "refused",
		});
	});

	it("registers a name once, for the price of its quote", async () => {
		await using desk = await open();
		const { caller, account, world } = desk;
		const found = (await caller.get("/domains/search?query=fresh.com")).body.result;
		expect(found).toMatchObject({ available: true, register_price_usd: 11.08 });
		await caller.get("/domains/search?query=fresh.com");
		expect(desk.fake.exchanges.filter(({ call }) => call === "domain/checkDomain")).toHaveLength(1);
		const bought = await caller.send("POST", "/domains/register", { domain: "fresh.com" }, "k1");
		expect(bought.body.result).toMatchObject({ status: "registered", charged_usd: 11.08 });
		expect((await caller.send("POST", "/domains/register", { domain: "fresh.com" }, "k1")).text).toBe(bought.text);
		expect((await caller.get("/domains/search?query=fresh.com")).body.result).toMatchObject({ available: false });
		expect(messageOf(await caller.get("/domains/search?query=fresh.us"))).toContain("registrations of .us by API");
		expect(charges(account)).toHaveLength(1);
		expect((await caller.get("/account")).body.result).toMatchObject({ balance_usd: 488.92 });
		await world.database.advance(31_000);
		expect((await caller.get("/account")).body.result).toMatchObject({ balance_usd: 488.92 });
		expect(await ledgerOf(world.database, caller.userId)).toMatchObject({ account: { balance: 48_892, held: 0 } });
	});

	it.each([
		["a website-only extension", { domain: "shop.us" }, 422, "does not take registrations of .us by API"],
		["another term", { domain: "two.com", years: 2 }, 422, "only for 1 year at a time"],
		["the term of a registry", { domain: "one.ai" }, 422, "only for 2 years at a time"],
		["a premium name", { domain: "gold.com" }, 422, "only on its website"],
		["a taken name", { domain: "google.com" }, 404, "is taken"],
		[
			"records of a new name",
			{ domain: "new.com", config: { records: [{ type: "A", hostname: "@", value: "192.0.2.1" }] } },
			422,
			"set them after",
		],
	])("refuses %s with a reason", async (_, body, status, words) => {
		await using desk = await open();
		const answer = await desk.caller.send("POST", "/domains/register", body);
		expect(answer.status).toBe(status);
		expect(messageOf(answer)).toContain(words);
		expect(charges(desk.account)).toEqual([]);
		expect(await ledgerOf(desk.world.database, desk.caller.userId)).toMatchObject({
			account: { balance: 50_000, held: 0 },
		});
	});

	it("refuses a price that has changed, with the new one", async () => {
		await using desk = await open();
		const { caller, fake, account } = desk;
		fake.state.extensions.set("com", {
			registration: 1299,
			renewal: 1299,
			transfer: 1299,
			years: 1,
			isRegisterable: true,
		});
		const answer = await caller.send("POST", "/domains/register", { domain: "dear.com" });
		expect(answer.status).toBe(422);
		expect(messageOf(answer)).toBe(
			"The price of dear.com is now $12.99; the order was for $11.08. Nothing was charged.",
		);
		expect(charges(account)).toEqual([]);
	});

	it("refuses what exceeds the monthly limit, with the day on which it ends", async () => {
		await using desk = await open();
		desk.account.monthlySpendLimit = 2_000;
		const items = [{ domain: "first.com" }, { domain: "second.com" }];
		const { body } = await desk.caller.send("POST", "/domains/register/batch", { items });
		const message = expect.stringMatching(/starts again on \d{4}-\d\d-01/);
		const last = { success: false, error: { code: "insufficient_funds", message } };
		expect(body.result).toMatchObject({ success: 1, failed: 1, items: [{ success: true }, last] });
	});

	it("learns the limits of the account from its answers", async () => {
		await using desk = await open({ limits: { ...unlimited, createSuccess: { limit: 12, seconds: 86_400 } } });
		desk.account.monthlySpendLimit = 1_000_000;
		await desk.caller.send("POST", "/domains/register", { domain: "first.com" });
		const items = Array.from({ length: 12 }, (_each, index) => ({ domain: `bulk${index}.com` }));
		const { body } = await desk.caller.send("POST", "/domains/register/batch", { items });
		const message = expect.stringContaining("takes 12 registrations in 24 hours by API");
		expect(body.result).toMatchObject({ success: 11, failed: 1 });
		expect(body.result).toHaveProperty("items.11.error.message", message);
	});

	it("refuses the eleventh registration of a day before it is paid", async () => {
		await using desk = await open();
		desk.account.monthlySpendLimit = 1_000_000;
		const items = Array.from({ length: 11 }, (_each, index) => ({ domain: `bulk${index}.com` }));
		const { body } = await desk.caller.send("POST", "/domains/register/batch", { items });
		const message = expect.stringContaining("takes 10 registrations in 24 hours by API");
		const bought = items.slice(1).map(() => ({ success: true }));
		expect(body.result).toMatchObject({ success: 10, failed: 1, items: [...bought, { error: { message } }] });
		expect(charges(desk.account)).toHaveLength(10);
	});

	it("does not count orders that were placed while the clock of the database was ahead", async () => {
		await using desk = await open();
		desk.account.monthlySpendLimit = 1_000_000;
		const items = Array.from({ length: 10 }, (_each, index) => ({ domain: `ahead${index}.com` }));
		await desk.caller.send("POST", "/domains/register/batch", { items });
		await desk.world.database.sql`update service.orders set created_at = created_at + interval '1 year'`;
		const { body } = await desk.caller.send("POST", "/domains/register", { domain: "today.com" });
		expect(JSON.stringify(body)).not.toContain("in 24 hours by API");
	});

	it("renews, but not within 30 days of the registration", async () => {
		await using desk = await open({
			prepare: ({ state }) => {
				addDomain(state, state.live, "young.com", Date.now() - 5 * dayMs);
				addDomain(state, state.live, "old.com", Date.now() - 100 * dayMs);
				addDomain(state, state.live, "closed.com", Date.now() - 100 * dayMs).apiAccess = false;
			},
		});
		const { caller, account } = desk;
		const young = await caller.send("POST", "/domains/young.com/renew", { years: 1 });
		expect(young.status).toBe(422);
		expect(messageOf(young)).toMatch(/renews young.com by API from \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
		const closed = await caller.send("POST", "/domains/closed.com/renew", { years: 1 });
		expect(messageOf(closed)).toContain("turn on API Access");
		const old = await caller.send("POST", "/domains/old.com/renew", { years: 1 });
		expect(old.body.result).toMatchObject({ status: "renewed", charged_usd: 11.08 });
		expect(charges(account)).toHaveLength(1);
	});
});

describe("an order whose answer was lost", () => {
	it.each(["cut", "html_502", "error_in_200"] as const)("is charged once: %s", async (kind) => {
		// This edition has no rehearsal, so the fault hits the purchase.
		await using desk = await open({ edition: "3.0" });
		const { caller, fake, account, world } = desk;
		fake.faults.add({ call: "domain/create", kind, isExecuted: true });
		const first = await caller.send("POST", "/domains/register", { domain: "lost.com" }, "k");
		expect(first.status).toBe(500);
		expect(charges(account)).toHaveLength(1);
		await desk.lookAgain();
		await world.database.advance(61_000);
		const again = await caller.send("POST", "/domains/register", { domain: "lost.com" }, "k");
		expect(again.body.result).toMatchObject({ status: "registered", charged_usd: 11.08 });
		expect(charges(account)).toHaveLength(1);
		expect(await ledgerOf(world.database, caller.userId)).toMatchObject({
			sums: { charges: 1 },
			account: { balance: 48_892, held: 0 },
		});
	});
});

describe("an order whose outcome is unknown for a while", () => {
	const register = (caller: Caller, domain: string) =>
		caller.send("POST", "/domains/register", { domain }, `key of ${domain}`);
	const renew = (caller: Caller, domain: string) =>
		caller.send("POST", `/domains/${domain}/renew`, { years: 1 }, `key of ${domain}`);
	const old = ({ state }: Fake) => void addDomain(state, state.live, "old.com", Date.now() - 100 * dayMs);

	/** The registrar's charges are the orders that the service charged, and no money is left on hold. */
	async function expectEqualLedgers({ account, world, caller }: Desk) {
		const done = await world.database.sql<{ kind: string; domain: string; cents: number }[]>`
			select case kind when 'register' then 'create' else kind end as kind, domain, -cents as cents
			from service.orders where state = 'done' order by id`;
		expect(charges(account).map(({ kind, domain, cents }) => ({ kind, domain, cents }))).toEqual([...done]);
		expect(await ledgerOf(world.database, caller.userId)).toMatchObject({
			sums: { charges: done.length },
			account: { balance: account.balance, held: 0 },
		});
	}

	it("is charged once if the answer comes a minute later", async () => {
		const clock = createManualClock(Date.now());
		await using desk = await open({ edition: "3.0", clock });
		desk.fake.faults.add({ call: "domain/create", kind: "late" });
		const first = register(desk.caller, "late.com");
		await expect.poll(() => charges(desk.account).length).toBe(1);
		// The registrar still works on the first call, so another process learns nothing.
		await desk.world.database.advance(61_000);
		await desk.lookAgain();
		expect(desk.fake.exchanges.at(-1)?.answer["code"]).toBe("IDEMPOTENCY_KEY_IN_USE");
		clock.advance(60_000);
		expect((await first).body.result).toMatchObject({ status: "registered" });
		await desk.lookAgain();
		await expectEqualLedgers(desk);
		expect(charges(desk.account)).toHaveLength(1);
	});

	const deaths: [string, Fault | undefined, number][] = [
		["before the registrar reads the call", { kind: "cut" }, 0],
		["between charge and answer", { kind: "cut", isExecuted: true }, 1],
		["between the answer and its storage", undefined, 1],
	];
	const orders = [
		["registration", "domain/create", register, "new.com"],
		["renewal", "domain/renew", renew, "old.com"],
	] as const;
	const cases = orders.flatMap((order) => deaths.map((death) => [...order, ...death] as const));

	it.each(cases)("a %s (%s) is charged at most once by a new process: %s", async (...given) => {
		const [, call, order, name, , fault, times] = given;
		await using desk = await open({ edition: "3.0", prepare: old, dies: true });
		if (fault) desk.fake.faults.add({ ...fault, call });
		expect((await order(desk.caller, name)).status).toBe(500);
		expect(charges(desk.account)).toHaveLength(times);
		const caller = await desk.restart();
		await desk.world.database.advance(200_000);
		await desk.lookAgain();
		const again = await order(caller, name);
		// What was certainly not ordered may be ordered again, and is then new.
		expect(again.status).toBe(200);
		expect(charges(desk.account)).toHaveLength(1);
		await desk.lookAgain();
		await expectEqualLedgers(desk);
	});

	it("is no purchase if the owner renewed the domain on the website meanwhile", async () => {
		await using desk = await open({ edition: "3.0", prepare: old });
		desk.fake.faults.add({ call: "domain/renew", kind: "cut" });
		expect((await renew(desk.caller, "old.com")).status).toBe(500);
		const domain = desk.account.domains.get("old.com");
		if (!domain) throw new Error("the fake lacks the domain");
		domain.expiresAt += 365 * dayMs;
		domain.renewedAt = Date.now();
		await desk.world.database.advance(200_000);
		await desk.lookAgain();
		expect(charges(desk.account)).toEqual([]);
		await expectEqualLedgers(desk);
	});
});

const kept = (id: string, name: string, content: string): DnsRecord => {
	return { id, name, type: "A", content, ttl: 600, prio: null, notes: null };
};

describe("the zone of a domain", () => {
	const record = (type: string, hostname: string, value: string, ttl = 600) => ({ type, hostname, value, ttl });
	async function openZone() {
		const desk = await open({ prepare: ({ state }) => void addDomain(state, state.live, "zone.com", Date.now()) });
		const domain = desk.account.domains.get("zone.com");
		if (!domain) throw new Error("the fake lacks the domain");
		return {
			desk,
			domain,
			put: (records: object[], key?: string) => desk.caller.send("PUT", "/domains/zone.com/dns", { records }, key),
		};
	}

	it("is replaced by difference, and keeps what our API cannot have", async () => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		domain.records.push({
			id: "77",
			name: "zone.com",
			type: "ALIAS",
			content: "a.example.net",
			ttl: 600,
			prio: null,
			notes: null,
		});
		const first = [record("A", "www", "192.0.2.1"), { ...record("MX", "@", "mx.example.net"), priority: 10 }];
		expect((await put(first)).body.result).toMatchObject({ updated: true, active: true, records: first });
		const ids = domain.records.map(({ id }) => id);
		const second = [record("A", "www", "192.0.2.2"), { ...record("MX", "@", "mx.example.net"), priority: 10 }];
		expect((await put([...second, record("TXT", "@", "v=spf1 -all")])).status).toBe(200);
		expect(domain.records.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
		expect(domain.records.map(({ type }) => type).toSorted()).toEqual(["A", "ALIAS", "MX", "TXT"]);
		expect((await put(second)).status).toBe(200);
		expect((await desk.caller.get("/domains/zone.com/dns")).body.result).toMatchObject({ records: second });
	});

	it("replaces an address by an alias, which allows nothing next to it", async () => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		await put([record("A", "www", "192.0.2.1"), record("TXT", "@", "stays")]);
		expect((await put([record("CNAME", "www", "host.example.net"), record("TXT", "@", "stays")])).status).toBe(200);
		expect(domain.records.map(({ type }) => type).toSorted()).toEqual(["CNAME", "TXT"]);
	});

	it.each([
		["A", "@", "192.0.2.1", "ALIAS", "zone.com"],
		["CNAME", "_443._tcp", "host.example.net", "TLSA", "_443._tcp.zone.com"],
	])(
		"refuses %s at %s next to a record that stays, and changes nothing",
		async (type, hostname, value, other, name) => {
			const { desk, domain, put } = await openZone();
			await using _ = desk;
			domain.records.push({ id: "77", name, type: other, content: "x", ttl: 600, prio: null, notes: null });
			const answer = await put([record("TXT", "@", "new"), record(type, hostname, value)]);
			expect(answer.status).toBe(422);
			expect(messageOf(answer)).toBe(
				`records[1]: ${name} has ${other}, which allows no ${type} next to it. Delete ${other} on Porkbun's website first.`,
			);
			expect(domain.records.map(({ id }) => id)).toEqual(["77"]);
		},
	);

	it("is finished by the same key if the registrar stops in the middle", async () => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		const records = ["a", "b", "c"].map((name) => record("A", name, "192.0.2.1"));
		desk.fake.faults.add({ call: "dns/create", kind: "cut", isExecuted: true });
		expect((await put(records, "k")).status).toBe(500);
		expect((await put(records, "k")).body.result).toMatchObject({ updated: true });
		expect(domain.records.map(({ name }) => name).toSorted()).toEqual(["a.zone.com", "b.zone.com", "c.zone.com"]);
	});

	it.each<[change: string, make: (records: DnsRecord[]) => void]>([
		["added", (records) => void records.push(kept("9", "new.zone.com", "192.0.2.9"))],
		["removed", (records) => void records.splice(0, 1)],
		["changed", ([first]) => void Object.assign(first ?? {}, { content: "192.0.2.9" })],
	])("is not written over a record that was %s on the website since it was read", async (_change, make) => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		domain.records.push(kept("1", "a.zone.com", "192.0.2.1"), kept("2", "b.zone.com", "192.0.2.1"));
		const get = async () => (await desk.caller.get("/domains/zone.com/dns")).body.result as { records: object[] };
		const { records } = await get();
		make(domain.records);
		const website = structuredClone(domain.records);
		const wanted = [...records, record("A", "c", "192.0.2.1")];
		for (const attempt of ["first", "again"]) {
			const answer = await put(wanted, "k");
			expect([answer.status, answer.body.error?.code], attempt).toEqual([409, "zone_changed"]);
			expect(messageOf(answer)).toContain("were changed at Porkbun meanwhile");
		}
		expect(domain.records).toEqual(website);
		const fresh = (await get()).records;
		expect(fresh).toHaveLength(website.length);
		expect((await put([...fresh, record("A", "c", "192.0.2.1")])).status).toBe(200);
		expect(domain.records).toHaveLength(website.length + 1);
	});

	it("is finished after a crash in the middle of a change of every kind", async () => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		domain.records.push(kept("1", "a.zone.com", "192.0.2.1"), kept("2", "b.zone.com", "192.0.2.1"));
		await desk.caller.get("/domains/zone.com/dns");
		const wanted = [record("A", "a", "192.0.2.2"), record("A", "c", "192.0.2.1")];
		for (const call of ["dns/edit", "dns/create", "dns/delete"] as const) {
			desk.fake.faults.add({ call, kind: "cut", isExecuted: true });
			expect((await put(wanted, "k")).status, call).toBe(500);
		}
		expect((await put(wanted, "k")).body.result).toMatchObject({ updated: true, records: wanted });
		expect(domain.records.map(({ name }) => name)).toEqual(["a.zone.com", "c.zone.com"]);
	});

	it("refuses a low TTL and a closed domain, and changes nothing", async () => {
		const { desk, domain, put } = await openZone();
		await using _ = desk;
		expect(messageOf(await put([record("A", "@", "192.0.2.1", 60)]))).toContain("a TTL of 600 seconds or more");
		domain.apiAccess = false;
		expect(messageOf(await put([record("A", "@", "192.0.2.1")]))).toContain("turn on API Access");
		expect(domain.records).toEqual([]);
	});

	it("goes to other nameservers, and is then external", async () => {
		const { desk, domain } = await openZone();
		await using _ = desk;
		const nameservers = ["ns1.example.net", "ns2.example.net"];
		const moved = await desk.caller.send("PATCH", "/domains/zone.com/nameservers", { nameservers });
		expect(moved.body.result).toEqual({ updated: true, nameservers });
		expect(domain.nameservers).toEqual(nameservers);
		expect((await desk.caller.get("/domains/zone.com")).body.result).toMatchObject({ dns_mode: "external" });
		const back = await desk.caller.send("PATCH", "/domains/zone.com/nameservers", { preset_key: "default" });
		expect(back.status).toBe(200);
		expect((await desk.caller.get("/domains/zone.com")).body.result).toMatchObject({ dns_mode: "managed" });
	});
});

describe("while Porkbun is down", () => {
	it("answers reads from the copy, with its time, and takes no orders", async () => {
		await using desk = await open({
			prepare: ({ state }) => void addDomain(state, state.live, "older.com", Date.now()),
		});
		const { caller, fake, world } = desk;
		expect((await caller.get("/domains/older.com/dns")).body.result).not.toHaveProperty("as_of");
		fake.faults.isDown = true;
		await world.database.advance(dayMs);
		await desk.poll();
		for (const path of ["/account", "/zones", "/domains", "/domains/older.com", "/domains/older.com/dns"]) {
			expect((await caller.get(path)).body.result, path).toMatchObject({ as_of: expect.any(String) });
		}
		const order = await caller.send("POST", "/domains/register", { domain: "fresh.com" });
		expect(order.status).toBe(500);
		expect(messageOf(order)).toMatch(/^Porkbun does not answer .* Nothing was ordered\.$/);
		const servers = { nameservers: ["ns1.example.net", "ns2.example.net"] };
		expect((await caller.send("PATCH", "/domains/older.com/nameservers", servers)).status).toBe(500);
	});
});

describe("a poll", () => {
	it("tells what was done on the website", async () => {
		await using desk = await open({
			prepare: ({ state }) => void addDomain(state, state.live, "older.com", Date.now() - 100 * dayMs),
		});
		const { account, fake, world } = desk;
		const eventsOf = async () =>
			(
				await world.database.sql<{ type: string; domain: string }[]>`
				select type, domain from service.events order by id`
			).map(({ type, domain }) => `${type} ${domain}`);
		await desk.poll();
		expect(await eventsOf()).toEqual([]);
		addDomain(fake.state, account, "website.com", Date.now());
		const older = account.domains.get("older.com");
		if (older) older.expiresAt += 365 * dayMs;
		await desk.poll();
		expect((await eventsOf()).toSorted()).toEqual(["domain.registered website.com", "domain.renewed older.com"]);
		await desk.poll();
		expect(await eventsOf()).toHaveLength(2);
	});
});

it("does not start on a database of another registrar", async () => {
	await using sandbox = await startService();
	await sandbox.open();
	await using fake = await startFake();
	await expect(claimRegistrar(sandbox.database.db, registrarOf(fake, sandbox.database))).rejects.toThrow(
		"another registrar (sandbox)",
	);
});
