import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import type { Started } from "../subjects/command.ts";

/** The start-up work must be done before the measurement. */
const settleMs = 20_000;
const idleMs = 60_000;
const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Processor time of the idle application with its embedded PostgreSQL. `directory` is its data folder. */
export async function measureIdleTime(program: Started, directory: string): Promise<Figure> {
	const pidFile = join(directory, "postgres", "data", "postmaster.pid");
	const server = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
	const read = async () => [(await processSeconds(program.pid)).own, await serverSeconds(server)] as const;
	await sleep(settleMs);
	const before = await read();
	await sleep(idleMs);
	const after = await read();
	const [node, postgres] = [0, 1].map((side) => ((after[side] ?? 0) - (before[side] ?? 0)) * (100_000 / idleMs));
	return {
		what: "processor time when idle, as a share of one core, PostgreSQL included",
		ours: `Node ${node?.toFixed(2)} %, PostgreSQL ${postgres?.toFixed(2)} %`,
		bare: "",
		value: (node ?? 0) + (postgres ?? 0),
		unit: " %",
		goal: { atMost: 0.5 },
	};
}

/** Children of the server that have ended count too. */
async function serverSeconds(pid: number): Promise<number> {
	const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean);
	const times = await Promise.all([pid, ...children].map(processSeconds));
	return times.reduce((sum, { own }) => sum + own, 0) + (times[0]?.ended ?? 0);
}

/** In seconds. `ended`: of the ended children. */
async function processSeconds(pid: number | string): Promise<{ own: number; ended: number }> {
	// The name in parentheses may contain spaces: see proc_pid_stat(5).
	const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ").map(Number) ?? [];
	const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
	return { own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond };
}
