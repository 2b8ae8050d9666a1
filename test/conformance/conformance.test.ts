import { createServer } from "node:http";
import { parseDomain } from "@domains/contract/names.ts";
import { describe, expect, it } from "vitest";
import { runConformance } from "../../src/conformance/index.ts";
import type { Finding } from "../../src/conformance/rule.ts";
import { listenLocally } from "../support/port.ts";
import { startService, type TestService } from "../support/service.ts";

async function run(world: TestService, urls: readonly string[], spendCents: number) {
	const { token } = await world.open(200);
	const sums: number[] = [];
	const sleep = (ms: number) => world.database.advance(ms);
	const findings = await runConformance({ urls, token, spendCents, sleep, onSum: (cents) => sums.push(cents) });
	return { findings, sums };
}

const failing = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome !== "kept");

describe("this service follows every rule of the specification", () => {
	it("alone", { timeout: 120_000 }, async () => {
		await using world = await startService();
		const { findings, sums } = await run(world, [world.url], 2_500);
		expect(failing(findings)).toEqual([]);
		expect(findings.length).toBeGreaterThan(70);
		expect(sums).toEqual([2 * 299 + 4 * 399]);
	});

	it("with two instances", { timeout: 120_000 }, async () => {
		await using world = await startService();
		const { findings } = await run(world, [world.url, (await world.another()).url], 2_500);
		expect(failing(findings)).toEqual([]);
	});
});

describe("without permission to spend", () => {
	it("buys nothing and marks purchase rules as skipped", async () => {
		await using world = await startService();
		const { findings, sums } = await run(world, [world.url], 0);
		expect(sums).toEqual([]);
		expect(failing(findings).every(({ outcome, why }) => outcome === "skipped" && why === "needs --spend")).toBe(true);
		expect(await world.database.sql`select from service.orders`).toHaveLength(0);
	});

	it("buys nothing if the sum exceeds the allowed amount", async () => {
		await using world = await startService();
		const { findings, sums } = await run(world, [world.url], 100);
		expect(sums).toHaveLength(1);
		expect(failing(findings)[0]?.why).toMatch(/^needs \d+\.\d\d USD$/);
		expect(await world.database.sql`select from service.orders`).toHaveLength(0);
	});
});

it("never requests an available domain without permission to spend", async () => {
	const asked: { path: string; body: string }[] = [];
	// This fake service answers every request with success, so every valid name seems to be available. The run has no
	// permission to spend, so it must not order any name.
	const server = createServer(async (request, response) => {
		const body = (await request.toArray()).join("");
		if (request.method !== "GET") asked.push({ path: request.url ?? "", body });
		response.writeHead(200, { "content-type": "application/json" }).end('{"status":true,"result":{}}');
	});
	const url = `http://127.0.0.1:${await listenLocally(server)}`;
	await runConformance({ urls: [url], token: "x", spendCents: 0, sleep: async () => {} });
	server.close();
	const registrations = asked.filter(({ path }) => path.startsWith("/domains/register"));
	expect(registrations.length).toBeGreaterThan(5);
	const names = registrations.flatMap(({ body }) => [...body.matchAll(/"domain":"([^"]*)"/g)].map(([, name]) => name));
	expect(names.filter((name) => parseDomain(name ?? "").ok)).toEqual([]);
	const renewals = asked.filter(({ path }) => path.endsWith("/renew") || path.endsWith("/renew/batch"));
	expect(renewals.map(({ path, body }) => path + body).filter((text) => !/nobody|a\.\.b/.test(text))).toEqual([]);
});

it("reports every rule as broken for a server of another kind", async () => {
	const server = createServer((_request, response) => void response.writeHead(502).end("<html>Bad Gateway</html>"));
	const url = `http://127.0.0.1:${await listenLocally(server)}`;
	const findings = await runConformance({ urls: [url], token: "x", spendCents: 0, sleep: async () => {} });
	const kept = findings.filter(({ outcome }) => outcome === "kept").map(({ statement }) => statement);
	expect(kept).toEqual([]);
	// This server never answers 429, so the rule about its Retry-After header cannot be checked.
	expect(findings.find(({ statement }) => statement.startsWith("A 429 has"))).toMatchObject({
		outcome: "skipped",
		why: "no request got 429",
	});
	server.close();
});
