import { parseArgs } from "node:util";
import { plants } from "./plants.ts";

export interface Options {
	runs: number;
	seed: number;
	crash: "inner" | "kill";
	worlds: number;
	plant: string | undefined;
	trace: boolean;
	patient: boolean;
	help: boolean;
}

export const usage = `Usage: npm run simulate -- [--runs N] [--seed S] [--crash inner|kill] [--worlds W] [--plant NAME] [--trace] [--patient]

Plays N worlds of people, faults and crashes, the first one from seed S and each further one from the next number,
and checks that money moved exactly once, that every outcome was told, and that the pace was kept.

  --runs N       how many worlds; 1 unless given
  --seed S       the first seed, a whole number; 1 unless given
  --crash HOW    inner: a bot loses its memory and its connections (the default); kill: its process is killed
  --worlds W     how many worlds side by side, each in a process of its own; 1 unless given
  --plant NAME   breaks the bot on purpose, and ends with the first run that finds it; all: one way after another.
                 ${Object.keys(plants).join(", ")}
  --trace        prints what happened in every run, not only in one that failed
  --patient      for a machine with other work: plays a world once more in which something was told or asked for at
                 the wrong moment; what is about money or a domain gets no second chance`;

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
			trace: { type: "boolean", default: false },
			patient: { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	const { crash, plant, trace, patient, help } = values;
	if (crash !== "inner" && crash !== "kill") throw new Error(`--crash must be inner or kill, not ${crash}`);
	if (plant !== undefined && plant !== "all" && !(plant in plants)) {
		throw new Error(`--plant must be all or one of ${Object.keys(plants).join(", ")}, not ${plant}`);
	}
	if (plant !== undefined && crash === "kill") throw new Error("--plant goes with --crash inner only");
	const counts = { runs: count("runs", values.runs, 1), worlds: count("worlds", values.worlds, 1) };
	return { ...counts, seed: count("seed", values.seed, 0), crash, plant, trace, patient, help };
}

function count(name: string, text: string, least: number): number {
	const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= least)) throw new Error(`--${name} must be a whole number of at least ${least}, not ${text}`);
	return number;
}
