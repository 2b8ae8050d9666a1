import { Pool } from "undici";
import type { Db } from "../../src/postgres/connect.ts";
import { accounts } from "../../src/service/schema/accounts.ts";
import { createToken, hashToken } from "../../src/service/token.ts";
import { startChild } from "./child.ts";

export interface Server extends AsyncDisposable {
	/** The path prefix of all endpoints. */
	base: string;
	pool: Pool;
	/**
	 * Returns the memory in bytes after a garbage collection, and the processor time in microseconds since the start.
	 */
	look(): Promise<{ heap: number; rss: number; cpu: number }>;
}

interface Look {
	memory: NodeJS.MemoryUsage;
	cpu: NodeJS.CpuUsage;
}

/** Starts a server in a separate process, which reports its address. */
export async function startServer(file: string, args: string[]): Promise<Server> {
	const child = await startChild(file, args);
	// The first message of each server program has this shape.
	const { origin, pathname } = new URL((child.said as { url: string }).url);
	const pool = new Pool(origin, { connections: 16 });
	return {
		base: pathname === "/" ? "" : pathname,
		pool,
		async look() {
			const { memory, cpu } = await child.ask<Look>("look");
			return { heap: memory.heapUsed, rss: memory.rss, cpu: cpu.user + cpu.system };
		},
		async [Symbol.asyncDispose]() {
			await pool.close();
			await child[Symbol.asyncDispose]();
		},
	};
}

/** Creates accounts that may call from this machine. Returns their tokens. */
export async function openAccounts(db: Db, count: number, balanceCents: number): Promise<string[]> {
	const tokens = Array.from({ length: count }, createToken);
	const rows = tokens.map((token) => ({
		balanceCents,
		tokenHash: hashToken(token),
		whitelist: ["127.0.0.1"],
	}));
	await db.insert(accounts).values(rows);
	return tokens;
}

interface Load {
	/** Returns the n-th request. */
	request: (n: number) => { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: Buffer };
	/** Ends after this number of requests, or after this time. */
	until: { requests: number } | { ms: number };
}

const atOnce = 16;
let turn = 0;

/** Keeps `atOnce` requests in flight. Returns successes per second; throws on any failure. */
export async function load({ base, pool }: Server, { request, until }: Load): Promise<number> {
	const begun = performance.now();
	const first = turn;
	const more = (): boolean =>
		"requests" in until ? turn - first < until.requests : performance.now() - begun < until.ms;
	const callers = Array.from({ length: atOnce }, async () => {
		while (more()) {
			const { path, ...rest } = request(turn++);
			const { statusCode, body } = await pool.request({ ...rest, path: base + path });
			const text = await body.text();
			if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
		}
	});
	await Promise.all(callers);
	return (turn - first) / ((performance.now() - begun) / 1_000);
}
