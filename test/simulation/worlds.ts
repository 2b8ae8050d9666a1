import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Options } from "./options.ts";
import { plants } from "./plants.ts";
import { readRecordedSeeds } from "./seeds.ts";

type Seeded = Options & { seed: number };

/** Divides the runs among parallel processes. Returns the highest exit status. */
export async function runInParallel({ runs, seed, crash, worlds, plant, situation, trace }: Seeded): Promise<number> {
	forwardSignals();
	const shares = Array.from({ length: Math.min(worlds, runs) }, (_, index) => ({
		first: Math.floor((runs * index) / worlds),
		end: Math.floor((runs * (index + 1)) / worlds),
	}));
	const statuses = await Promise.all(
		shares.map(({ first, end }) => {
			const args = ["--runs", String(end - first), "--seed", String(seed + first), "--crash", crash];
			const options = [...(plant ? ["--plant", plant] : []), ...(situation ? ["--situation", situation] : [])];
			return runProcess([...args, ...options, ...(trace ? ["--trace"] : [])]);
		}),
	);
	return Math.max(...statuses);
}

/**
 * Tests that the simulation detects each plant (a bug added on purpose). Each plant runs in a separate process, with
 * `worlds` processes at a time. Returns 0 if all plants were detected.
 */
export async function tryAllPlants({ runs, seed, worlds }: Seeded): Promise<number> {
	const args = ["--runs", String(runs), "--seed", String(seed)];
	return runEach(
		Object.keys(plants).map((name) => [...args, "--plant", name]),
		worlds,
	);
}

/**
 * Repeats the simulated runs that once failed (seeds.txt), each in a separate process. Returns the highest exit status.
 */
export async function runRecorded({ worlds, trace }: Options): Promise<number> {
	const recorded = await readRecordedSeeds();
	const args = recorded.map(({ seed, crash, situation }) => {
		const world = ["--seed", String(seed), "--crash", crash, "--situation", situation];
		return [...world, ...(trace ? ["--trace"] : [])];
	});
	return runEach(args, worlds);
}

/** Starts a process for each list of arguments, `worlds` at a time. Returns the highest exit status. */
async function runEach(all: readonly (readonly string[])[], worlds: number): Promise<number> {
	forwardSignals();
	const waiting = [...all];
	const statuses: number[] = [0];
	const work = async (): Promise<void> => {
		for (let args = waiting.shift(); args !== undefined; args = waiting.shift()) statuses.push(await runProcess(args));
	};
	await Promise.all(Array.from({ length: worlds }, work));
	return Math.max(...statuses);
}

const children = new Set<ChildProcess>();

function forwardSignals(): void {
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => {
			for (const child of children) child.kill(name);
		});
	}
}

function runProcess(args: readonly string[]): Promise<number> {
	const program = join(import.meta.dirname, "index.ts");
	const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
		stdio: ["ignore", "inherit", "inherit"],
	});
	children.add(child);
	return new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code) => resolve(code ?? 1));
	}).finally(() => children.delete(child));
}
