import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { median } from "../stats.ts";
import { type Started, startCommand } from "../subjects/command.ts";
import { startCrowd } from "../subjects/crowd.ts";
import { startServer } from "../subjects/server.ts";
import { measureIdleTime } from "./idle.ts";

const rounds = 5;
/** The garbage collector has then returned what it can. */
const idleMs = 60_000;

/**
 * From `npm start` until `/ready` succeeds, with an existing data folder. Also processor time and memory of the idle
 * process. The baseline is an HTTP server with one route.
 */
export async function measureStart(): Promise<Figure[]> {
	const directory = await mkdtemp(join(tmpdir(), "bench-"));
	try {
		const env = { DATA_DIR: directory, PORT: "0", SERVICE_PORT: "0", NO_BROWSER: "1" };
		const start = {
			bare: () => startCommand("bench/subjects/bare.ts", {}),
			world: () => startCommand("src/commands/start.ts", env),
		};
		const times = { bare: [] as number[], world: [] as number[] };
		await (await start.world()).stop();
		for (let round = 0; round < rounds; round += 1) {
			for (const kind of ["bare", "world"] as const) {
				const started = await start[kind]();
				times[kind].push(started.seconds);
				await started.stop();
			}
		}
		const world = await start.world();
		const idleTime = await measureIdleTime(world, directory);
		const idle = {
			bare: await idleMegabytes(await start.bare()),
			world: await idleMegabytes(world),
			bot: await measureBotAlone(),
		};
		return [
			{
				what: "`npm start` to ready, on a warm data folder, compared with a Fastify with one route",
				ours: `${median(times.world).toFixed(2)} s`,
				bare: `${median(times.bare).toFixed(2)} s`,
				value: median(times.world),
				unit: " s",
				goal: { atMost: 0.7 },
			},
			idleTime,
			{
				what: "resident memory when idle, with the service and the local Telegram, the database apart",
				ours: `${idle.world.toFixed(0)} MB`,
				bare: `${idle.bare.toFixed(0)} MB`,
				value: idle.world,
				unit: " MB",
				goal: { atMost: 150 },
			},
			{
				what: "resident memory of the bot alone when idle",
				ours: `${idle.bot.toFixed(0)} MB`,
				bare: `${idle.bare.toFixed(0)} MB`,
				value: idle.bot,
				unit: " MB",
				goal: { atMost: 110 },
			},
		];
	} finally {
		await rm(directory, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Telegram, the service and the database run outside the process. */
async function measureBotAlone(): Promise<number> {
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment());
	await migrate(url, ["service"]);
	const crowd = stack.use(await startCrowd());
	const service = stack.use(await startServer("service.ts", [url, "service"]));
	const env = {
		DATABASE_URL: url,
		SECRET_KEY: randomBytes(32).toString("base64"),
		BOT_TOKEN: "1000:bench",
		TELEGRAM_API_ROOT: crowd.url,
		SERVICE_URL: service.url,
		PORT: "0",
		NO_BROWSER: "1",
	};
	return await idleMegabytes(await startCommand("src/commands/start.ts", env));
}

/** Resident memory. Stops the program. */
async function idleMegabytes(program: Started): Promise<number> {
	await sleep(idleMs);
	const found = megabytes(program);
	await program.stop();
	return found;
}

function megabytes({ pid }: Started): number {
	return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1_024;
}
