import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../src/log.ts";
import { connect } from "../src/postgres/connect.ts";
import { openEmbedded } from "../src/postgres/embedded/index.ts";
import { migrate } from "../src/postgres/migrate.ts";
import { load, openAccounts, type Server, startServer } from "./service/ground.ts";

// What the service costs beside the least that any such service does, how fast a batch is, and whether memory grows.

const requests = Number(process.env["REQUESTS"] ?? 100_000);
const directory = await mkdtemp(join(tmpdir(), "bench-"));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(directory, { recursive: true }));
const { url } = stack.use(await openEmbedded({ directory, log: createLog("warn") }));
await migrate(url, ["service"]);
const { db } = stack.use(connect(url, { max: 2 }));
const service = stack.use(await startServer(url, "service"));
const bare = stack.use(await startServer(url, "bare"));
// So many that ten requests a second of each are no bound.
const tokens = await openAccounts(db, 1_000, 0);
const search = (n: number): string => `/domains/search?query=name-${n % 5_000}.com`;

await compare();
await batches();
await memory();

/** Slices of the two in turn, so that whatever else the machine does meets both. */
async function compare(): Promise<void> {
	const rates = { service: [] as number[], bare: [] as number[] };
	const slice = (server: Server, ms: number) => load(server, { tokens, path: search, until: { ms } });
	for (const server of [service, bare]) await slice(server, 4_000);
	for (let round = 0; round < 8; round += 1) {
		rates.bare.push(await slice(bare, 1_500));
		rates.service.push(await slice(service, 1_500));
	}
	const [ours, least] = [median(rates.service), median(rates.bare)];
	const ratio = median(rates.service.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
	console.log(`search: ${ours.toFixed(0)} requests/s, a bare route ${least.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`);
}

async function batches(): Promise<void> {
	const names = Array.from({ length: 1_000 }, () => `${randomUUID()}.com`);
	const [token = ""] = await openAccounts(db, 1, 1_000_000_000);
	const send = async (path: string, items: unknown[]): Promise<void> => {
		const before = await service.look();
		const begun = performance.now();
		const { body } = await service.pool.request({
			method: "POST",
			path: service.base + path,
			headers: {
				authorization: `Bearer ${token}`,
				"content-type": "application/json",
				"idempotency-key": randomUUID(),
			},
			body: JSON.stringify({ items }),
		});
		// The only shape in which a batch is answered.
		const { result } = (await body.json()) as { result: { success: number } };
		const ms = performance.now() - begun;
		if (result.success !== items.length) throw new Error(`${path}: ${result.success} of ${items.length}`);
		const busy = (await service.look()).cpu - before.cpu;
		const share = `${(busy / ms / 10).toFixed(0)} % of it the service's own processor time`;
		console.log(`${path}: ${((items.length / ms) * 1_000).toFixed(0)} items/s, ${share}`);
	};
	for (const domains of [names.slice(0, 100), names.slice(100)]) {
		await send(
			"/domains/register/batch",
			domains.map((domain) => ({ domain })),
		);
	}
	await send(
		"/domains/renew/batch",
		names.map((domain) => ({ domain, years: 1 })),
	);
}

async function memory(): Promise<void> {
	const paths = [search, () => "/account", () => "/zones", () => "/domains?limit=10", () => "/webhook/deliveries"];
	const path = (n: number): string => paths[n % paths.length]?.(n) ?? search(n);
	const looks: { heap: number; rss: number }[] = [];
	for (let part = 0; part < 10; part += 1) {
		await load(service, { tokens, path, until: { requests: requests / 10 } });
		looks.push(await service.look());
	}
	const line = (of: "heap" | "rss"): string => looks.map((look) => (look[of] / 2 ** 20).toFixed(1)).join(" ");
	console.log(`memory over ${requests} requests, MiB after each tenth: heap ${line("heap")}; resident ${line("rss")}`);
}

function median(values: readonly number[]): number {
	return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
