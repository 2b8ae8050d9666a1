import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isSituation, type SituationName } from "./situations.ts";

/** One world that failed once. */
export interface RecordedSeed {
	seed: number;
	crash: "inner" | "kill";
	situation: SituationName;
}

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");

/** The first seed of a commit: other worlds for every commit, and the same ones for everybody who has it. */
export async function seedOfCommit(): Promise<number> {
	// CI may check the repository out as another user.
	const { stdout } = await run("git", ["-c", "safe.directory=*", "rev-parse", "HEAD"], { cwd: root });
	return seedOfHash(stdout.trim());
}

/** Seven hexadecimal digits: at most nine decimal ones, which a seed may have. */
export function seedOfHash(hash: string): number {
	if (!/^[0-9a-f]{7,}$/.test(hash)) throw new Error(`this is no commit: ${hash}`);
	return Number.parseInt(hash.slice(0, 7), 16);
}

export async function readRecordedSeeds(): Promise<RecordedSeed[]> {
	return parseRecordedSeeds(await readFile(join(import.meta.dirname, "seeds.txt"), "utf8"));
}

/** One line a world: `seed crash situation`; what follows `#` is a comment. */
export function parseRecordedSeeds(text: string): RecordedSeed[] {
	return text.split("\n").flatMap((line) => {
		const words = line.replace(/#.*/, "").trim();
		if (words === "") return [];
		const [, seed = "", crash, situation = ""] = /^(\d{1,9}) (inner|kill) (\S+)$/.exec(words) ?? [];
		if ((crash !== "inner" && crash !== "kill") || !isSituation(situation)) {
			throw new Error(`seeds.txt has a line that is not "seed crash situation": ${line}`);
		}
		return [{ seed: Number(seed), crash, situation }];
	});
}
