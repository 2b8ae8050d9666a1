import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Copies a directory with its file modes to a path that does not exist yet. Uses the `cp` program. For the thousand
 * files of a database cluster, Node's `cp` takes six times as long, and Node's `cpSync` loses the modes.
 */
export async function copyDirectory(from: string, to: string): Promise<void> {
	await promisify(execFile)("cp", ["-R", from, to]);
}
