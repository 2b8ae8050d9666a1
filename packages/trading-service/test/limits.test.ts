import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { limits } from "@domains/contract/limits.ts";
import { validateRecords } from "@domains/contract/records/record.ts";
import type { DnsRecordInput } from "@domains/contract/records/wire.ts";
import { describe, expect, it } from "vitest";
import { createGate } from "../../../test/support/gate.ts";
import { done, fetchAnswer, startService, type TestService } from "../../../test/support/service.ts";
import type { Registrar } from "../src/registrar/port.ts";

function post(world: TestService, token: string, path: string, body: unknown, key: string = randomUUID()) {
	const headers = { "content-type": "application/json", "idempotency-key": key };
	return fetchAnswer(world.url + path, token, { method: "POST", headers, body: JSON.stringify(body) });
}

const bases = (count: number) => Array.from({ length: count }, (_, index) => `base-${index}`);

describe("names in batches", () => {
	it("are limited to 1,000 per second and token; a base counts once per zone", async () => {
		await using world = await startService();
		const [{ token }, other] = [await world.open(), await world.open()];
		const zones = (await other.get("/zones")).body.result as { zones: unknown[] };
		const search = () => post(world, token, "/domains/search/batch", { items: bases(100) });
		const began = performance.now();
		expect((await search()).body.result).toMatchObject({ success: 100 });
		const refused = await search();
		const passed = (performance.now() - began) / 1_000;
		expect({ status: refused.status, code: refused.body.error?.code }).toEqual({ status: 429, code: "rate_limited" });
		const seconds = Number(refused.headers.get("retry-after"));
		const debt = (100 * zones.zones.length) / limits.namesPerSecond - 1;
		expect(seconds).toBeLessThanOrEqual(Math.ceil(debt));
		expect(seconds).toBeGreaterThanOrEqual(Math.ceil(debt - passed));
		const orders = { items: [{ domain: "a..b", years: 1 }] };
		expect((await post(world, token, "/domains/register/batch", orders)).status).toBe(429);
		expect((await post(world, token, "/domains/renew/batch", orders)).status).toBe(429);
		// This limit counts the names in the batches of each token. An order of a single name does not count.
		expect((await post(world, token, "/domains/register", { domain: "single.com" })).status).toBe(200);
		expect((await post(world, other.token, "/domains/search/batch", { items: bases(1) })).status).toBe(200);
		await world.database.advance(seconds * 1_000);
		expect((await search()).status).toBe(200);
	});

	it("include each item that is refused before its lookup", async () => {
		await using world = await startService();
		const [caller, other] = [await world.open(), await world.open()];
		const search = (items: unknown[], { token } = caller) => post(world, token, "/domains/search/batch", { items });
		const refused = ["x".repeat(300), "-bad", "<b>", " base", "a..b", "base.notsold", {}, { query: "" }, 7, null];
		const items = Array.from({ length: limits.batchItems }, (_, index) => refused[index % refused.length]);
		expect((await search(items)).body.result).toMatchObject({ failed: limits.batchItems });
		const [debt] = await world.database.sql<{ seconds: number }[]>`
			select extract(epoch from names_until - clock())::float8 as seconds from service.rates`;
		expect(debt?.seconds).toBeLessThanOrEqual(limits.batchItems / limits.namesPerSecond);
		expect((await search(["base"], other)).status).toBe(200);
	});

	it("are counted once if the database is lost during the lookup", async () => {
		let isLost = true;
		const registrar = (sandbox: Registrar): Registrar => ({
			...sandbox,
			async available(names) {
				if (!isLost) return await sandbox.available(names);
				isLost = false;
				throw Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
			},
		});
		await using world = await startService({ registrar });
		const { token } = await world.open();
		const { status, body } = await post(world, token, "/domains/search/batch", { items: bases(100) });
		expect({ status, isLost }).toEqual({ status: 200, isLost: false });
		expect(body.result).toMatchObject({ success: 100 });
	});

	it("explain why a small batch is refused, and for how long", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const search = (count: number) => post(world, token, "/domains/search/batch", { items: bases(count) });
		expect((await search(100)).status).toBe(200);
		const { body, headers } = await search(1);
		expect(body.error).toEqual({
			code: "rate_limited",
			message: `The names and records of earlier requests used up this token's 1000 per second. Try again in ${headers.get("retry-after")} s.`,
		});
	});

	it("include DNS records, whose names take the service as long", async () => {
		await using world = await startService();
		const { token } = await world.open();
		expect((await post(world, token, "/domains/register", { domain: "records.com" })).status).toBe(200);
		const records = Array.from({ length: 1_000 }, (_, index) => ({
			type: "A",
			hostname: `h${index}`,
			value: "192.0.2.1",
		}));
		const put = () => {
			const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
			const path = `${world.url}/domains/records.com/dns`;
			return fetchAnswer(path, token, { method: "PUT", headers, body: JSON.stringify({ records }) });
		};
		expect((await put()).status).toBe(200);
		await put();
		expect((await put()).status).toBe(429);
		const configured = { domain: "configured.com", config: { records } };
		expect((await post(world, token, "/domains/register", configured)).status).toBe(429);
		const items = [{ ...configured, years: 1 }];
		expect((await post(world, token, "/domains/register/batch", { items })).status).toBe(429);
	});

	it("do not block the process when a batch sets more records of foreign names than are remembered", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const letters = "بتثجحخدذرز";
		const name = (index: number) => `${[...String(index)].map((digit) => letters[Number(digit)]).join("")}${letters}`;
		const recordsOf = (item: number) =>
			Array.from({ length: 1_000 }, (_, index) => ({
				type: "CNAME",
				hostname: name(100_000 + item * 1_000 + index),
				value: `${name(200_000 + item * 1_000 + index)}.com.`,
			}));
		const began = performance.now();
		validateRecords(recordsOf(99) as DnsRecordInput[], { domain: "cold.com", defaultTtl: 300 });
		const cold = performance.now() - began;
		const items = Array.from({ length: 7 }, (_, item) => ({
			domain: `many-${item}.com`,
			config: { records: recordsOf(item) },
		}));
		const delay = monitorEventLoopDelay({ resolution: 1 });
		delay.enable();
		const { body } = await post(world, token, "/domains/register/batch", { items });
		delay.disable();
		expect(body.result).toMatchObject({ success: 7 });
		// `cold` is how long the validation of one item takes. The event loop may be blocked for about that long, but not
		// for the whole batch. The factor 1.5 allows for other load on the machine.
		expect(delay.max / 1e6).toBeLessThan(cold * 1.5);
	});

	it("are counted across instances", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const { url } = await world.another();
		expect((await post(world, token, "/domains/search/batch", { items: bases(100) })).status).toBe(200);
		expect((await post({ ...world, url }, token, "/domains/search/batch", { items: ["a.com"] })).status).toBe(429);
	});
});

describe("requests in flight", () => {
	it("are limited to 20 per token, and end with the answer or the connection", async () => {
		let working = 0;
		await using world = await startService({
			registrar: (sandbox) => ({
				...sandbox,
				available: async (names) => {
					working += 1;
					await gate.opened;
					return await sandbox.available(names);
				},
			}),
		});
		using gate = createGate();
		const [{ token }, other] = [await world.open(), await world.open()];
		const lost = new AbortController();
		/** Sends a search that stays in flight until the test aborts it. Throws if it ends in any other way. */
		async function search(): Promise<void> {
			const asked = fetchAnswer(`${world.url}/domains/search?query=a.com`, token, { signal: lost.signal });
			const answer = await asked.catch((error: unknown) => {
				if (error !== lost.signal.reason) throw error;
			});
			if (answer) throw new Error(`a pending search was answered: ${answer.status} ${answer.text}`);
		}
		const flying: Promise<void>[] = [];
		while (flying.length < limits.requestsInFlight) {
			flying.push(search(), search());
			const arrived = expect.poll(() => working).toBe(flying.length);
			await Promise.race([arrived, Promise.all(flying)]);
			await world.database.advance(1_100);
		}
		const refused = await account(world, token);
		expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
		expect(refused.headers.get("retry-after")).toBe("1");
		expect((await other.get("/account")).status).toBe(200);
		lost.abort();
		await Promise.all(flying);
		gate.open();
		await expect.poll(async () => (await account(world, token)).status).toBe(200);
	});
});

async function account(world: TestService, token: string) {
	await world.database.advance(1_100);
	return await fetchAnswer(`${world.url}/account`, token, { signal: AbortSignal.timeout(20_000) });
}

describe("kept answers", () => {
	it("do not repeat a text that is too long for a name", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const domain = "x".repeat(685_000);
		for (const [path, body] of [
			["/domains/register", { domain }],
			["/domains/register/batch", { items: [{ domain }] }],
			["/domains/register/batch", { items: [{ domain: "a.com", config: { ["k".repeat(685_000)]: 1 } }] }],
			["/domains/renew/batch", { items: [{ domain, years: 1 }] }],
		] as const) {
			const answer = await post(world, token, path, body);
			expect(answer.text.length).toBeLessThan(1_000);
			expect(answer.text).toContain("validation_error");
		}
		const [kept] = await world.database.sql`select max(length(body))::int as longest from service.requests`;
		expect(kept?.["longest"]).toBeLessThan(1_000);
	});

	it("are limited to 256 MiB per token and day", async () => {
		await using world = await startService();
		const { token, userId } = await world.open();
		const register = (key?: string) => post(world, token, "/domains/register", { domain: "a..b" }, key);
		expect((await register()).status).toBe(422);
		const [paid] = await world.database.sql`
			select kept_until > seen_at as charged from service.rates`;
		expect(paid).toEqual({ charged: true });
		await world.database.sql`
			update service.rates set kept_until = clock() + interval '1 day 100 seconds'
			from service.accounts where accounts.token_hash = rates.token_hash and accounts.id = ${userId}`;
		const refused = await register();
		expect({ status: refused.status, code: refused.body.error?.code }).toEqual({ status: 429, code: "rate_limited" });
		const seconds = Number(refused.headers.get("retry-after"));
		expect(seconds).toBeGreaterThan(90);
		expect((await fetchAnswer(`${world.url}/account`, token)).status).toBe(200);
		await world.database.advance(seconds * 1_000);
		expect((await register()).status).toBe(422);
	});
});

describe("a re-issued token", () => {
	it("inherits the used allowance of the previous one", async () => {
		await using world = await startService();
		const { token, userId } = await world.open();
		expect((await fetchAnswer(`${world.url}/account`, token)).status).toBe(200);
		await world.database.sql`
			update service.rates
			set names_until = clock() + interval '100 seconds', kept_until = clock() + interval '1 day 100 seconds'`;
		const next = done(await world.service.admin.issueToken(randomUUID(), userId)).token;
		expect((await post(world, next, "/domains/search/batch", { items: bases(1) })).status).toBe(429);
		expect((await post(world, next, "/domains/register", { domain: "a..b" })).status).toBe(429);
		expect((await fetchAnswer(`${world.url}/account`, next)).status).toBe(200);
	});

	it("inherits the block of the previous one", async () => {
		await using world = await startService();
		const { token, userId } = await world.open();
		expect((await fetchAnswer(`${world.url}/account`, token)).status).toBe(200);
		await world.database.sql`update service.rates set blocked_until = clock() + interval '300 seconds'`;
		const next = done(await world.service.admin.issueToken(randomUUID(), userId)).token;
		const blocked = await fetchAnswer(`${world.url}/account`, next);
		expect({ status: blocked.status, code: blocked.body.error?.code }).toEqual({ status: 429, code: "rate_limited" });
		await world.database.advance(300_000);
		expect((await fetchAnswer(`${world.url}/account`, next)).status).toBe(200);
	});
});

describe("a body", () => {
	const send = (world: TestService, token: string, body: string) =>
		fetchAnswer(`${world.url}/domains/search/batch`, token, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body,
		});

	it("is refused if it has more values than any valid request", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const junk = Array.from({ length: limits.bodyValues }, () => 0);
		const answer = await send(world, token, JSON.stringify({ items: ["a.com"], junk }));
		expect({ status: answer.status, code: answer.body.error?.code }).toEqual({
			status: 413,
			code: "payload_too_large",
		});
	});

	it("is refused before parsing if it is too deep or has too many values", async () => {
		await using world = await startService();
		const { token } = await world.open();
		const deep = await send(world, token, "[".repeat(500_000));
		expect({ status: deep.status, error: deep.body.error }).toEqual({
			status: 422,
			error: { code: "validation_error", message: "The body is nested deeper than 32 levels." },
		});
		const wide = await send(world, token, `[${"0,".repeat(500_000)}`);
		expect({ status: wide.status, error: wide.body.error }).toEqual({
			status: 413,
			error: { code: "payload_too_large", message: "The body has more than 100000 values." },
		});
		expect((await send(world, token, "[0,")).body.error?.code).toBe("bad_request");
	});
});
