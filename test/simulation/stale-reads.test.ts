import { expect, it } from "vitest";
import type { Answer } from "./http-proxy.ts";
import { createStaleReads } from "./stale-reads.ts";

const answer = (result: unknown, status = 200): Answer => ({
	status,
	headers: {},
	body: Buffer.from(JSON.stringify({ status: true, result })),
});

/** Reads return old data for 10 s after a write. `answered` is the answer without this delay. */
function openService(zones = true) {
	let now = 0;
	const quirk = createStaleReads({ lagMs: 10_000, now: () => now, zones });
	const call = async (method: string, path: string, answered: Answer, body?: unknown) => {
		const headers = method === "GET" ? {} : { "idempotency-key": "key" };
		const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
		const { status, body: received } = await quirk({ method, path: `/api/v1${path}`, headers, body: bytes }, answered);
		return { status, result: JSON.parse(received.toString()).result };
	};
	return { call, pass: (milliseconds: number) => (now += milliseconds) };
}

it("returns the record from before a renewal for a while", async () => {
	const { call, pass } = openService();
	const [before, after] = [2026, 2027].map((year) => ({ domain: "a.com", expires_at: `${year}-01-01` }));
	await call("GET", "/domains?limit=500", answer({ items: [before] }));
	expect((await call("POST", "/domains/a.com/renew", answer({}), { years: 1 })).status).toBe(200);
	expect((await call("GET", "/domains/a.com", answer(after))).result).toEqual(before);
	expect((await call("GET", "/domains?limit=500", answer({ items: [after] }))).result).toEqual({ items: [before] });
	pass(10_000);
	expect((await call("GET", "/domains/a.com", answer(after))).result).toEqual(after);
});

it("returns the current price with the record from before a renewal", async () => {
	const { call } = openService();
	const [before, after] = [12.5, 15.5].map((renew_price_usd) => ({ domain: "a.com", renew_price_usd }));
	await call("GET", "/domains/a.com", answer(before));
	await call("POST", "/domains/a.com/renew", answer({}), { years: 1 });
	expect((await call("GET", "/domains/a.com", answer(after))).result).toEqual(after);
	expect((await call("GET", "/domains", answer({ items: [after] }))).result).toEqual({ items: [after] });
});

it("reports a registered name as available and not in the account for a while", async () => {
	const { call, pass } = openService();
	await call("POST", "/domains/register", answer({}), { domain: "a.com" });
	const record = answer({ domain: "a.com" });
	const taken = answer({ query: "a.com", domain: "a.com", available: false });
	expect((await call("GET", "/domains/a.com", record)).status).toBe(404);
	expect((await call("GET", "/domains/search?query=a.com", taken)).result.available).toBe(true);
	expect((await call("GET", "/domains", answer({ items: [{ domain: "a.com" }] }))).result.items).toEqual([]);
	pass(10_000);
	expect((await call("GET", "/domains/a.com", record)).status).toBe(200);
	expect((await call("GET", "/domains/search?query=a.com", taken)).result.available).toBe(false);
});

it("returns the zone from before a write, and ignores refused writes", async () => {
	const { call } = openService();
	const [before, after] = ["192.0.2.1", "192.0.2.2"].map((value) => ({ records: [{ type: "A", value }] }));
	await call("GET", "/domains/a.com/dns", answer(before));
	await call("PUT", "/domains/a.com/dns", answer({}, 422), { records: [] });
	expect((await call("GET", "/domains/a.com/dns", answer(before))).result).toEqual(before);
	await call("PUT", "/domains/a.com/dns", answer({}), after);
	expect((await call("GET", "/domains/a.com/dns", answer(after))).result).toEqual(before);
});

it("returns current zones if only registrations lag", async () => {
	const { call } = openService(false);
	const [before, after] = ["192.0.2.1", "192.0.2.2"].map((value) => ({ records: [{ type: "A", value }] }));
	await call("GET", "/domains/a.com/dns", answer(before));
	await call("PUT", "/domains/a.com/dns", answer({}), after);
	expect((await call("GET", "/domains/a.com/dns", answer(after))).result).toEqual(after);
});

it("returns nothing older than the state right before the write", async () => {
	const { call, pass } = openService();
	const [first, second, third] = [1, 2, 3].map((last) => ({ records: [{ type: "A", value: `192.0.2.${last}` }] }));
	await call("GET", "/domains/a.com/dns", answer(first));
	await call("PUT", "/domains/a.com/dns", answer({}), second);
	pass(10_000);
	await call("PUT", "/domains/a.com/dns", answer({}), third);
	expect((await call("GET", "/domains/a.com/dns", answer(third))).result).toEqual(third);
	expect((await call("GET", "/domains/a.com", answer({ domain: "a.com" }))).status).toBe(200);
});
