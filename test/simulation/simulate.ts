import type { Options } from "./options.ts";
import { plants } from "./plants.ts";
import { forwardSignals, playAll } from "./players.ts";
import type { Outcome } from "./run.ts";
import { createSchedule, kindOf, type World, worldsOf } from "./schedule.ts";
import { readRecordedSeeds } from "./seeds.ts";
import { drawTraits } from "./traits.ts";

type Seeded = Options & { seed: number };

/** The exit status is 0 if no invariant was violated. */
export async function simulate(options: Seeded): Promise<number> {
	const { minutes, recorded, worlds, trace } = options;
	forwardSignals();
	const began = performance.now();
	const listed: World[] = recorded ? await readRecordedSeeds() : minutes === undefined ? worldsOf(options) : [];
	const schedule = createSchedule(options);
	// Recorded worlds alone do not count as a check of this commit.
	const least = minutes === undefined ? 1 : listed.length + 1;
	const totals = new Map<string, number>();
	const kinds = new Map<string, { count: number; ms: number }>();
	let failed = 0;
	await playAll({
		worlds,
		next() {
			const leftMs = (minutes ?? 0) * 60_000 - (performance.now() - began);
			return listed.shift() ?? schedule.next(leftMs);
		},
		ended(world, outcome) {
			schedule.ended(world, outcome.milliseconds);
			if (outcome.broken.length > 0) failed += 1;
			for (const [what, count] of outcome.counts) totals.set(what, (totals.get(what) ?? 0) + count);
			const { count, ms } = kinds.get(kindOf(world)) ?? { count: 0, ms: 0 };
			kinds.set(kindOf(world), { count: count + 1, ms: ms + outcome.milliseconds });
			report(world, outcome, trace);
		},
	});
	const played = [...kinds.values()].reduce((sum, { count }) => sum + count, 0);
	for (const [what, count] of [...totals].toSorted()) console.log(`  ${count} × ${what}`);
	for (const [kind, { count, ms }] of [...kinds].toSorted()) {
		console.log(`  ${count} worlds: ${kind}, ${(ms / count / 1_000).toFixed(1)} s each`);
	}
	const seconds = ((performance.now() - began) / 1_000).toFixed(1);
	console.log(`${played} worlds, ${failed} broken, ${seconds} s`);
	if (played < least) console.log("no new world was played: the budget is too small");
	return played >= least && failed === 0 ? 0 : 1;
}

/** Each plant ends with the first world that detects it. Returns 0 if all were detected. */
export async function tryPlants(options: Seeded): Promise<number> {
	forwardSignals();
	const names = options.plant === "all" ? Object.keys(plants) : [options.plant ?? ""];
	let missed = 0;
	const work = async (): Promise<void> => {
		for (let name = names.shift(); name !== undefined; name = names.shift()) {
			if (!(await tryPlant(options, name))) missed += 1;
		}
	};
	await Promise.all(Array.from({ length: options.worlds }, work));
	return missed === 0 ? 0 : 1;
}

async function tryPlant(options: Seeded, plant: string): Promise<boolean> {
	const listed = worldsOf(options);
	let played = 0;
	let found: string | undefined;
	await playAll({
		worlds: 1,
		plant,
		next: () => (found === undefined ? listed.shift() : undefined),
		ended(_, { broken }) {
			played += 1;
			[found] = broken;
		},
	});
	const outcome = found === undefined ? `not found in ${played} worlds` : `found in world ${played}: ${found}`;
	console.log(`plant ${plant}: ${outcome}`);
	return found !== undefined;
}

function report(world: World, { broken, trace, milliseconds }: Outcome, always: boolean): void {
	const { seed, crash } = world;
	if (broken.length > 0 || always) console.log(`\nseed ${seed}:\n${trace.join("\n")}`);
	if (broken.length === 0) return;
	const { situation } = drawTraits(world);
	console.log(`seed ${seed} is broken after ${Math.round(milliseconds)} ms:`);
	for (const line of broken) console.log(`  ✗ ${line}`);
	console.log(`to repeat it: npm run simulate -- --seed ${seed} --crash ${crash} --situation ${situation}`);
	console.log(`to record it: ${seed} ${crash} ${situation}\n`);
}
