import { parseArgs } from "node:util";
import { plants } from "./plants.ts";
import { isSituation, type SituationName, situations } from "./situations.ts";

export interface Options {
	runs: number;
	/** `commit`: from the hash of the commit that is checked out. */
	seed: number | "commit";
	crash: "inner" | "kill";
	worlds: number;
	plant: string | undefined;
	situation: SituationName | undefined;
	recorded: boolean;
	trace: boolean;
	help: boolean;
}

export const usage = `Usage: npm run simulate -- [--runs N] [--seed S] [--crash inner|kill] [--worlds W]
                           [--plant NAME] [--situation NAME] [--recorded] [--trace]

Plays N worlds of people, faults and crashes, the first one from seed S and each further one from the next number,
and checks that money moved exactly once, that every outcome was told, and that the pace was kept.

  --runs N       how many worlds; 1 unless given
  --seed S       the first seed, a whole number; 1 unless given; commit: taken from the commit that is checked out
  --crash HOW    inner: a bot loses its memory and its connections (the default); kill: its process is killed
  --worlds W     how many worlds side by side, each in a process of its own; 1 unless given
  --plant NAME   breaks the bot on purpose, and ends with the first run that finds it; all: one way after another.
                 ${Object.keys(plants).join(", ")}
  --situation NAME
                 what is special about every world, instead of what the seed chooses.
                 ${Object.keys(situations).join(", ")}
  --recorded     plays the worlds of test/simulation/seeds.txt, which failed once, and no others
  --trace        prints what happened in every run, not only in one that failed`;

/** Throws an error whose message says what is wrong with the words. */
export function parseOptions(words: readonly string[]): Options {
	const { values } = parseArgs({
		args: [...words],
		options: {
			runs: { type: "string", default: "1" },
			seed: { type: "string", default: "1" },
			crash: { type: "string", default: "inner" },
			worlds: { type: "string", default: "1" },
			plant: { type: "string" },
			situation: { type: "string" },
			recorded: { type: "boolean", default: false },
			trace: { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	const { crash, plant, situation, recorded, trace, help } = values;
	if (crash !== "inner" && crash !== "kill") throw new Error(`--crash must be inner or kill, not ${crash}`);
	if (plant !== undefined && plant !== "all" && !(plant in plants)) {
		throw new Error(`--plant must be all or one of ${Object.keys(plants).join(", ")}, not ${plant}`);
	}
	if (plant !== undefined && crash === "kill") throw new Error("--plant goes with --crash inner only");
	if (situation !== undefined && !isSituation(situation)) {
		throw new Error(`--situation must be one of ${Object.keys(situations).join(", ")}, not ${situation}`);
	}
	const counts = { runs: count("runs", values.runs, 1), worlds: count("worlds", values.worlds, 1) };
	const seed = values.seed === "commit" ? values.seed : count("seed", values.seed, 0);
	return { ...counts, seed, crash, plant, situation, recorded, trace, help };
}

function count(name: string, text: string, least: number): number {
	const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= least)) throw new Error(`--${name} must be a whole number of at least ${least}, not ${text}`);
	return number;
}
