import { expect, it } from "vitest";
import type { Answer } from "./http-proxy.ts";
import { createStaleReads } from "./stale-reads.ts";

const answer = (result: unknown, status = 200): Answer => ({
	status,
	headers: {},
	body: Buffer.from(JSON.stringify({ status: true, result })),
});

/** A service whose reads lag ten seconds behind. */
function openService(zones = true) {
	let now = 0;
	const habit = createStaleReads({ lagMs: 10_000, now: () => now, zones });
	const call = async (method: string, path: string, told: Answer, body?: unknown) => {
		const headers = method === "GET" ? {} : { "idempotency-key": "key" };
		const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
		const { status, body: shown } = await habit({ method, path: `/api/v1${path}`, headers, body: bytes }, told);
		return { status, result: JSON.parse(shown.toString()).result };
	};
	return { call, pass: (milliseconds: number) => (now += milliseconds) };
}

it("tells the record from before a renewal for a while", async () => {
	const { call, pass } = openService();
	const [before, after] = [2026, 2027].map((year) => ({ domain: "a.com", expires_at: `${year}-01-01` }));
	await call("GET", "/domains?limit=500", answer({ items: [before] }));
	expect((await call("POST", "/domains/a.com/renew", answer({}), { years: 1 })).status).toBe(200);
	expect((await call("GET", "/domains/a.com", answer(after))).result).toEqual(before);
	expect((await call("GET", "/domains?limit=500", answer({ items: [after] }))).result).toEqual({ items: [before] });
	pass(10_000);
	expect((await call("GET", "/domains/a.com", answer(after))).result).toEqual(after);
});

it("tells for a while that a registered name is free and not in the account", async () => {
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

it("tells the zone from before a write, and what was refused hides nothing", async () => {
	const { call } = openService();
	const [before, after] = ["192.0.2.1", "192.0.2.2"].map((value) => ({ records: [{ type: "A", value }] }));
	await call("GET", "/domains/a.com/dns", answer(before));
	await call("PUT", "/domains/a.com/dns", answer({}, 422), { records: [] });
	expect((await call("GET", "/domains/a.com/dns", answer(before))).result).toEqual(before);
	await call("PUT", "/domains/a.com/dns", answer({}), after);
	expect((await call("GET", "/domains/a.com/dns", answer(after))).result).toEqual(before);
});

it("tells zones as they are where only registrations lag", async () => {
	const { call } = openService(false);
	const [before, after] = ["192.0.2.1", "192.0.2.2"].map((value) => ({ records: [{ type: "A", value }] }));
	await call("GET", "/domains/a.com/dns", answer(before));
	await call("PUT", "/domains/a.com/dns", answer({}), after);
	expect((await call("GET", "/domains/a.com/dns", answer(after))).result).toEqual(after);
});

it("tells nothing that is older than what stood right before the write", async () => {
	const { call, pass } = openService();
	const [first, second, third] = [1, 2, 3].map((last) => ({ records: [{ type: "A", value: `192.0.2.${last}` }] }));
	await call("GET", "/domains/a.com/dns", answer(first));
	await call("PUT", "/domains/a.com/dns", answer({}), second);
	pass(10_000);
	await call("PUT", "/domains/a.com/dns", answer({}), third);
	expect((await call("GET", "/domains/a.com/dns", answer(third))).result).toEqual(third);
	expect((await call("GET", "/domains/a.com", answer({ domain: "a.com" }))).status).toBe(200);
});
