import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Options } from "./options.ts";
import { plants } from "./plants.ts";
import { readRecordedSeeds } from "./seeds.ts";

type Seeded = Options & { seed: number };

/** Shares the seeds out among processes of their own; the exit status. */
export async function shareOut({ runs, seed, crash, worlds, plant, situation, trace }: Seeded): Promise<number> {
	endTogether();
	const shares = Array.from({ length: Math.min(worlds, runs) }, (_, index) => ({
		first: Math.floor((runs * index) / worlds),
		end: Math.floor((runs * (index + 1)) / worlds),
	}));
	const statuses = await Promise.all(
		shares.map(({ first, end }) => {
			const words = ["--runs", String(end - first), "--seed", String(seed + first), "--crash", crash];
			const more = [...(plant ? ["--plant", plant] : []), ...(situation ? ["--situation", situation] : [])];
			return play([...words, ...more, ...(trace ? ["--trace"] : [])]);
		}),
	);
	return Math.max(...statuses);
}

/** Each planted fault in a process of its own, a few side by side; the exit status says whether all were found. */
export async function tryAllPlants({ runs, seed, worlds }: Seeded): Promise<number> {
	const words = ["--runs", String(runs), "--seed", String(seed)];
	return playEach(
		Object.keys(plants).map((name) => [...words, "--plant", name]),
		worlds,
	);
}

/** The worlds that failed once, each in a process of its own. */
export async function playRecorded({ worlds, trace }: Options): Promise<number> {
	const recorded = await readRecordedSeeds();
	const words = recorded.map(({ seed, crash, situation }) => {
		const world = ["--seed", String(seed), "--crash", crash, "--situation", situation];
		return [...world, ...(trace ? ["--trace"] : [])];
	});
	return playEach(words, worlds);
}

/** Each of these in a process of its own, so many side by side. */
async function playEach(all: readonly (readonly string[])[], worlds: number): Promise<number> {
	endTogether();
	const waiting = [...all];
	const statuses: number[] = [0];
	const work = async (): Promise<void> => {
		for (let words = waiting.shift(); words !== undefined; words = waiting.shift()) statuses.push(await play(words));
	};
	await Promise.all(Array.from({ length: worlds }, work));
	return Math.max(...statuses);
}

const children = new Set<ChildProcess>();

/** Passes on to the processes what asks this one to end. */
function endTogether(): void {
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => {
			for (const child of children) child.kill(name);
		});
	}
}

function play(words: readonly string[]): Promise<number> {
	const program = join(import.meta.dirname, "index.ts");
	const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
		stdio: ["ignore", "inherit", "inherit"],
	});
	children.add(child);
	return new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code) => resolve(code ?? 1));
	}).finally(() => children.delete(child));
}
