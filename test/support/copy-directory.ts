import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Keeps file modes. For the thousand files of a database cluster, Node's `cp` takes six times as long as the program,
 * and Node's `cpSync` loses the modes.
 */
export async function copyDirectory(from: string, to: string): Promise<void> {
	await promisify(execFile)("cp", ["-R", from, to]);
}
