import { isInfrastructure, type SituationName } from "./situations.ts";
import { drawTraits } from "./traits.ts";

export type Crash = "inner" | "kill";

export interface World {
	seed: number;
	crash: Crash;
	/** Undefined: the seed chooses it. */
	situation: SituationName | undefined;
}

export interface Played {
	world: World;
	milliseconds: number;
}

interface NewWorlds {
	seed: number;
	/** `both`: in one world of ten, the processes of the bots are killed. */
	crash: Crash | "both";
	situation: SituationName | undefined;
}

const roundSize = 10;
const killedEvery = 10;
/** Times its expected duration. */
const margin = 2;

/** Relative to a usual world, which takes about two seconds on two cores. */
const costs = { usual: 1, infrastructure: 3, waiting: 3, crowded: 4, months: 15 };
const killedCost = 3;

type Kind = `${Crash}, ${keyof typeof costs}`;

export function kindOf(world: World): Kind {
	return `${world.crash}, ${costlyTrait(world)}`;
}

function costlyTrait(world: World): keyof typeof costs {
	const { situation, isCrowded, isLong, hasRealWaits } = drawTraits(world);
	if (isLong) return "months";
	if (isCrowded) return "crowded";
	if (isInfrastructure(situation)) return "infrastructure";
	return hasRealWaits && world.crash === "inner" ? "waiting" : "usual";
}

function costOf(world: World): number {
	return costs[costlyTrait(world)] * (world.crash === "kill" ? killedCost : 1);
}

/** The order is that of their seeds. */
export function worldsOf({ runs, ...given }: NewWorlds & { runs: number }): World[] {
	return Array.from({ length: runs }, (_, index) => newWorld(given, index));
}

function newWorld({ seed, crash, situation }: NewWorlds, index: number): World {
	const isKilled = crash === "kill" || (crash === "both" && index % killedEvery === 0);
	return { seed: seed + index, crash: isKilled ? "kill" : "inner", situation };
}

/** Ten seeds, the cheap ones first, so a slow machine still plays many worlds. */
export function worldsOfRound(given: NewWorlds, round: number): World[] {
	const worlds = Array.from({ length: roundSize }, (_, index) => newWorld(given, round * roundSize + index));
	return worlds.toSorted((one, other) => costOf(one) - costOf(other));
}

/** The mean of its kind in this run, or of the others by their costs. 0 if no world was played. */
export function expectedMs(world: World, played: readonly Played[]): number {
	const own = played.filter((each) => kindOf(each.world) === kindOf(world));
	const known = own.length > 0 ? own : played;
	const units = sum(known.map((each) => costOf(each.world)));
	return units === 0 ? 0 : (sum(known.map(({ milliseconds }) => milliseconds)) / units) * costOf(world);
}

export function createSchedule(given: NewWorlds) {
	const waiting: World[] = [];
	const played: Played[] = [];
	let rounds = 0;
	return {
		/** The first one that ends within the rest of the budget. */
		next(leftMs: number): World | undefined {
			for (let draws = 0; draws < 2; draws += 1) {
				const index = waiting.findIndex((world) => leftMs > 0 && expectedMs(world, played) * margin <= leftMs);
				if (index >= 0) return waiting.splice(index, 1)[0];
				waiting.push(...worldsOfRound(given, rounds));
				rounds += 1;
			}
			return undefined;
		},
		ended(world: World, milliseconds: number): void {
			played.push({ world, milliseconds });
		},
	};
}

function sum(values: readonly number[]): number {
	return values.reduce((total, each) => total + each, 0);
}
