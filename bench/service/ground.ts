import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Pool } from "undici";
import type { Db } from "../../src/postgres/connect.ts";
import { accounts } from "../../src/service/schema/accounts.ts";
import { createToken, hashToken } from "../../src/service/token.ts";

export interface Server extends AsyncDisposable {
	/** The path before each endpoint's own. */
	base: string;
	pool: Pool;
	/** After a collection of garbage; the processor's time in microseconds since the process began. */
	look(): Promise<{ heap: number; rss: number; cpu: number }>;
}

interface Look {
	memory: NodeJS.MemoryUsage;
	cpu: NodeJS.CpuUsage;
}

/** A process that answers, started as `npm run service` starts it. */
export async function startServer(url: string, kind: "service" | "bare"): Promise<Server> {
	const execArgv = ["-r", "./src/commands/preload.cjs", "--max-semi-space-size=4", "--expose-gc"];
	const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
	const child = fork(join(import.meta.dirname, "process.ts"), [url, kind], { execArgv, stdio: [...stdio] });
	const { url: address } = await hear<{ url: string }>(child);
	const { origin, pathname } = new URL(address);
	const pool = new Pool(origin, { connections: 16 });
	return {
		base: pathname === "/" ? "" : pathname,
		pool,
		async look() {
			const heard = hear<Look>(child);
			child.send("look");
			const { memory, cpu } = await heard;
			return { heap: memory.heapUsed, rss: memory.rss, cpu: cpu.user + cpu.system };
		},
		async [Symbol.asyncDispose]() {
			await pool.close();
			const gone = once(child, "exit");
			child.disconnect();
			await gone;
		},
	};
}

/** The next message of our own process, in the shape that it sends there. */
async function hear<Message>(child: ChildProcess): Promise<Message> {
	const heard = new AbortController();
	const gone = once(child, "exit", { signal: heard.signal }).then(() => {
		throw new Error("a server of the benchmark ended");
	});
	try {
		const [message] = await Promise.race([once(child, "message"), gone]);
		return message as Message;
	} finally {
		heard.abort();
		await gone.catch(() => {});
	}
}

/** Accounts that may call from here, by their tokens. */
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
	tokens: readonly string[];
	/** The path of the n-th request. */
	path: (n: number) => string;
	/** Ends after so many requests, or so many milliseconds. */
	until: { requests: number } | { ms: number };
}

const atOnce = 16;
let turn = 0;

/** Keeps `atOnce` requests under way, each token in its turn. Answers with successes per second; throws at anything else. */
export async function load({ base, pool }: Server, { tokens, path, until }: Load): Promise<number> {
	const begun = performance.now();
	const first = turn;
	const more = (): boolean =>
		"requests" in until ? turn - first < until.requests : performance.now() - begun < until.ms;
	const callers = Array.from({ length: atOnce }, async () => {
		while (more()) {
			const n = turn++;
			const authorization = `Bearer ${tokens[n % tokens.length]}`;
			const { statusCode, body } = await pool.request({
				method: "GET",
				path: base + path(n),
				headers: { authorization },
			});
			const text = await body.text();
			if (statusCode !== 200 || !text.startsWith('{"status":true'))
				throw new Error(`${path(n)}: ${statusCode} ${text}`);
		}
	});
	await Promise.all(callers);
	return (turn - first) / ((performance.now() - begun) / 1_000);
}
