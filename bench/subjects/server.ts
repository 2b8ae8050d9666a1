import type { Db } from "@domains/kit/postgres/connect.ts";
import { createToken, hashToken } from "@domains/trading-service/access.ts";
import { accounts } from "@domains/trading-service/schema.ts";
import { Pool } from "undici";
import { startChild } from "./child.ts";

export interface Server extends AsyncDisposable {
	/** Includes `base`. */
	url: string;
	/** Begins the path of every request. May be empty. */
	base: string;
	pool: Pool;
	/**
	 * Memory in bytes, and processor time in microseconds since the start. The program `service.ts` first collects
	 * garbage, so that `heap` contains no unused objects.
	 */
	look(): Promise<{ heap: number; rss: number; cpu: number }>;
}

interface Look {
	memory: NodeJS.MemoryUsage;
	cpu: NodeJS.CpuUsage;
}

/** For a baseline, `args[1]` is `bare`. */
export async function startServer(file: string, args: string[]): Promise<Server> {
	const child = await startChild(file, args, { isBaseline: args[1] === "bare" });
	// The cast is safe: each server program sends an object of this type as its first message.
	const { url } = child.said as { url: string };
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: 16 });
	return {
		url,
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

/** Returns their tokens. The accounts accept calls from this machine's address. */
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
	request: (n: number) => { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: Buffer };
	until: { requests: number } | { ms: number };
}

const atOnce = 16;
let turn = 0;

/** Returns the successes per second. Throws if any request fails. */
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
