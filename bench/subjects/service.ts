import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createJobs } from "@domains/kit/jobs/index.ts";
import { createLog } from "@domains/kit/log.ts";
import { connect, type Sql } from "@domains/kit/postgres/connect.ts";
import { createVault } from "@domains/kit/vault.ts";
import { counting, hashToken } from "@domains/trading-service/access.ts";
import { basePath, createService } from "@domains/trading-service/index.ts";
import { fastify } from "fastify";

// Runs the registrar's service. If `kind` is "bare", runs the baseline instead, which only checks the token and the
// rate limit.

const [url = "", kind] = process.argv.slice(2);
const database = connect(url, { max: 10 });
const app = kind === "bare" ? createBare(database.sql) : await createWhole();
await app.listen({ host: "127.0.0.1", port: 0 });
// The cast is safe: `address()` is an object for a server that listens on a TCP port.
const { port } = app.server.address() as AddressInfo;

process.on("message", () => {
	global.gc?.();
	process.send?.({ memory: process.memoryUsage(), cpu: process.cpuUsage() });
});
process.on("disconnect", () => process.exit());
process.send?.({ url: `http://127.0.0.1:${port}${kind === "bare" ? "" : basePath}` });

async function createWhole() {
	// As detailed as in production, but discarded.
	const log = createLog("info", { write: () => {} });
	const jobs = await createJobs({ url, log });
	return (await createService({ database, jobs, vault: createVault(randomBytes(32)), log })).app;
}

/** Reads the token's account, counts the request for the rate limit, and sends a fixed answer. */
function createBare(sql: Sql) {
	const bare = fastify();
	bare.get("/domains/search", async ({ headers }) => {
		const hash = hashToken((headers.authorization ?? "").slice("Bearer ".length));
		const [account] = await sql`select id, api_enabled, whitelist from service.accounts where token_hash = ${hash}`;
		const [permit] = await counting(sql, sql`select ${hash} as token_hash`);
		return { status: account !== undefined && permit?.go, result: { query: "example.com", available: true } };
	});
	return bare;
}
