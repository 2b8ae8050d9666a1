import { parseArgs } from "node:util";
import { plants } from "./plants.ts";
import type { Crash } from "./schedule.ts";
import { isSituation, type SituationName, situations } from "./situations.ts";

export interface Options {
	runs: number;
	/** With `commit`, the seed comes from the hash of the checked-out commit. */
	seed: number | "commit";
	crash: Crash | "both";
	/** Undefined if `runs` says how many worlds to play. */
	minutes: number | undefined;
	worlds: number;
	plant: string | undefined;
	situation: SituationName | undefined;
	recorded: boolean;
	trace: boolean;
	help: boolean;
}

function listMeanings(table: Readonly<Record<string, { what: string }>>): string {
	const width = Math.max(...Object.keys(table).map((name) => name.length));
	return Object.entries(table)
		.map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}`)
		.join("\n");
}

export const usage = `Usage: npm run simulate -- [--runs N | --minutes M] [--seed S] [--crash inner|kill|both]
                           [--worlds W] [--plant NAME] [--situation NAME] [--recorded] [--trace]

Runs N worlds of people, faults and crashes. Every world depends on its seed only; the seeds are S, S+1, S+2 and so on.
In each world it checks that money moved exactly once, that people were notified of every outcome, and that the rate
limit was kept.

  --runs N       number of worlds (default: 1)
  --minutes M    plays worlds until M minutes are over, the cheap ones of each ten seeds first; a world that has begun
                 is always finished
  --seed S       first seed, a whole number (default: 1); commit: derived from the checked-out commit
  --crash HOW    inner: a bot loses its memory and its connections (default); kill: its process is killed;
                 both: killed in one world of ten (default with --minutes)
  --worlds W     number of worlds that run in parallel, each in a separate process (default: 1)
  --plant NAME   adds a bug of the list below on purpose and ends with the first run that detects it;
                 all: every plant, one by one
  --situation NAME
                 special condition of every world, of the list below; by default the seed chooses it
  --recorded     runs the worlds listed in test/simulation/seeds.txt, which failed once; then ends, or plays new worlds
                 until --minutes are over
  --trace        prints the log of every run, not only of failed ones

Plants, bugs that the simulation must detect:
${listMeanings(plants)}

Situations:
${listMeanings(situations)}

Examples:
  npm run simulate -- --runs 20 --seed 7
  npm run simulate -- --runs 20 --worlds 2 --crash kill
  npm run simulate -- --minutes 60 --worlds 2 --seed commit
  npm run simulate -- --plant all`;

/** The error's message names the wrong argument. */
export function parseOptions(args: readonly string[]): Options {
	const { values } = parseArgs({
		args: [...args],
		options: {
			runs: { type: "string" },
			minutes: { type: "string" },
			seed: { type: "string", default: "1" },
			crash: { type: "string" },
			worlds: { type: "string", default: "1" },
			plant: { type: "string" },
			situation: { type: "string" },
			recorded: { type: "boolean", default: false },
			trace: { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	const { plant, situation, recorded, trace, help } = values;
	if (values.runs !== undefined && values.minutes !== undefined)
		throw new Error("--runs and --minutes exclude each other");
	const minutes = values.minutes === undefined ? undefined : minutesOf(values.minutes);
	const crash = values.crash ?? (minutes === undefined ? "inner" : "both");
	if (crash !== "inner" && crash !== "kill" && crash !== "both")
		throw new Error(`--crash must be inner, kill or both, not ${crash}`);
	if (plant !== undefined && plant !== "all" && !(plant in plants)) {
		throw new Error(`--plant must be all or one of ${Object.keys(plants).join(", ")}, not ${plant}`);
	}
	if (plant !== undefined && (crash !== "inner" || minutes !== undefined || recorded))
		throw new Error("--plant works only with --runs and --crash inner");
	if (situation !== undefined && !isSituation(situation)) {
		throw new Error(`--situation must be one of ${Object.keys(situations).join(", ")}, not ${situation}`);
	}
	const counts = { runs: count("runs", values.runs ?? "1", 1), worlds: count("worlds", values.worlds, 1) };
	const seed = values.seed === "commit" ? values.seed : count("seed", values.seed, 0);
	return { ...counts, minutes, seed, crash, plant, situation, recorded, trace, help };
}

function count(name: string, text: string, least: number): number {
	const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= least)) throw new Error(`--${name} must be a whole number of at least ${least}, not ${text}`);
	return number;
}

function minutesOf(text: string): number {
	if (!/^\d{1,4}(\.\d+)?$/.test(text) || Number(text) === 0)
		throw new Error(`--minutes must be a number above 0, such as 3 or 0.5, not ${text}`);
	return Number(text);
}
