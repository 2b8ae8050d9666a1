import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import { median } from "../stats.ts";
import { type Started, startCommand } from "../subjects/command.ts";

const rounds = 5;
const idleMs = 10_000;

/**
 * Measures the time from `npm start` until `/ready` succeeds, with an existing data folder. Also measures the memory of
 * the process when it is idle. The baseline for both is an HTTP server with one route.
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
		const all = { bare: await start.bare(), world: await start.world() };
		await sleep(idleMs);
		const idle = { bare: megabytes(all.bare), world: megabytes(all.world) };
		await Promise.all([all.bare.stop(), all.world.stop()]);
		return [
			{
				what: "`npm start` to ready, on a warm data folder, compared with a Fastify with one route",
				ours: `${median(times.world).toFixed(2)} s`,
				bare: `${median(times.bare).toFixed(2)} s`,
				value: median(times.world),
				unit: " s",
				goal: { atMost: 1.5 },
			},
			{
				what: "resident memory when idle, the database apart",
				ours: `${idle.world.toFixed(0)} MB`,
				bare: `${idle.bare.toFixed(0)} MB`,
				value: idle.world,
				unit: " MB",
				goal: { atMost: 180 },
			},
		];
	} finally {
		await rm(directory, { recursive: true, force: true, maxRetries: 3 });
	}
}

function megabytes({ pid }: Started): number {
	return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1_024;
}
