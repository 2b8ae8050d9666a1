import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { World } from "./schedule.ts";
import { isSituation } from "./situations.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");

/** The same on every machine. */
export async function seedOfCommit(): Promise<number> {
	// The CI may check out the repository as another user, which Git refuses by default.
	const { stdout } = await run("git", ["-c", "safe.directory=*", "rev-parse", "HEAD"], { cwd: root });
	return seedOfHash(stdout.trim());
}

/** Seven hexadecimal digits have at most nine decimal ones, which is the limit for a seed. */
export function seedOfHash(hash: string): number {
	if (!/^[0-9a-f]{7,}$/.test(hash)) throw new Error(`not the hash of a commit: ${hash}`);
	return Number.parseInt(hash.slice(0, 7), 16);
}

/** An invariant was once violated in these worlds. */
export async function readRecordedSeeds(): Promise<World[]> {
	return parseRecordedSeeds(await readFile(join(import.meta.dirname, "seeds.txt"), "utf8"));
}

/** `<seed> <crash> <situation>` on each line. Ignores text after `#`. */
export function parseRecordedSeeds(text: string): World[] {
	return text.split("\n").flatMap((line) => {
		const fields = line.replace(/#.*/, "").trim();
		if (fields === "") return [];
		const [, seed = "", crash, situation = ""] = /^(\d{1,9}) (inner|kill) (\S+)$/.exec(fields) ?? [];
		if ((crash !== "inner" && crash !== "kill") || !isSituation(situation)) {
			throw new Error(`seeds.txt has a line that is not "seed crash situation": ${line}`);
		}
		return [{ seed: Number(seed), crash, situation }];
	});
}
