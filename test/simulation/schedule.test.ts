import { expect, it } from "vitest";
import { createSchedule, expectedMs, kindOf, type World, worldsOfRound } from "./schedule.ts";

const plain = (seed: number, crash: World["crash"] = "inner"): World => ({ seed, crash, situation: "plain" });
const given = { seed: 1, crash: "both", situation: undefined } as const;

it.each([
	[plain(4), "inner, usual"],
	[plain(4, "kill"), "kill, usual"],
	[plain(8), "inner, waiting"],
	[plain(3), "inner, crowded"],
	[plain(19), "inner, months"],
	[{ ...plain(4), situation: undefined }, "inner, usual"],
	[{ ...plain(4), situation: "database-restart" }, "inner, infrastructure"],
	[{ ...plain(4), situation: "half-year" }, "inner, months"],
] satisfies [World, string][])("knows the kind of %j", (world, kind) => {
	expect(kindOf(world)).toBe(kind);
});

it("plays every seed once, one of ten killed, and the cheap ones of a round first", () => {
	const rounds = [0, 1].map((round) => worldsOfRound(given, round));
	expect(rounds.map((worlds) => worlds.map(({ seed }) => seed))).toEqual([
		[4, 5, 6, 7, 10, 1, 2, 8, 3, 9],
		[12, 13, 14, 15, 16, 17, 20, 11, 18, 19],
	]);
	expect(rounds.flat().flatMap(({ seed, crash }) => (crash === "kill" ? [seed] : []))).toEqual([1, 11]);
	const killed = worldsOfRound({ ...given, crash: "kill" }, 0);
	expect(killed.every(({ crash }) => crash === "kill")).toBe(true);
});

it.each([
	["0 before the first world", [], plain(5), 0],
	[
		"the mean of its kind",
		[
			[plain(4), 2_000],
			[plain(5), 4_000],
			[plain(3), 90_000],
		],
		plain(6),
		3_000,
	],
	["by the cost of another kind", [[plain(4), 2_000]], plain(3), 8_000],
	["by the cost of a killed world", [[plain(4), 2_000]], plain(5, "kill"), 6_000],
] satisfies [string, [World, number][], World, number][])("expects %s", (_, played, world, milliseconds) => {
	expect(
		expectedMs(
			world,
			played.map(([each, ms]) => ({ world: each, milliseconds: ms })),
		),
	).toBe(milliseconds);
});

it("starts no world that would exceed the budget, and plays a cheaper one instead", () => {
	const schedule = createSchedule(given);
	const seeds: number[] = [];
	let left = 30_000;
	for (let world = schedule.next(left); world; world = schedule.next(left)) {
		const milliseconds = world.crash === "kill" || world.seed === 9 ? 9_000 : 2_000;
		seeds.push(world.seed);
		schedule.ended(world, milliseconds);
		left -= milliseconds;
	}
	expect(seeds).toEqual([4, 5, 6, 7, 10, 1, 12, 13, 14, 15]);
	expect(left).toBeGreaterThanOrEqual(0);
});

it("plays nothing without a budget", () => {
	expect(createSchedule(given).next(0)).toBeUndefined();
});
