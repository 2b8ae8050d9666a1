import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchDirectory } from "./scratch.ts";

/**
 * Vitest setup for mutation testing: provides a directory for a database server. The cluster is created there only when
 * a test needs a database, because few mutants need such a test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	project.provide("postgresDirectory", join(directory.path, "own"));
	return async () => directory[Symbol.asyncDispose]();
}
