import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Copies a directory with its modes to a path that does not exist yet. Node's `cp` takes six times as long for the
 * thousand files of a cluster, and its `cpSync` loses the modes.
 */
export async function copyDirectory(from: string, to: string): Promise<void> {
	await promisify(execFile)("cp", ["-R", from, to]);
}
