import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchDirectory } from "./scratch.ts";

/**
 * Vitest setup for mutation testing. Few mutants need a database, so the cluster is created only when a test needs it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	project.provide("postgresDirectory", join(directory.path, "own"));
	return async () => directory[Symbol.asyncDispose]();
}
