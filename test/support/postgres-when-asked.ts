import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchDirectory } from "./scratch.ts";

/**
 * Like `postgres.ts`, but the first test that needs a database creates the cluster. Few runs of mutation testing need
 * one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	project.provide("postgresDirectory", join(directory.path, "own"));
	return async () => directory[Symbol.asyncDispose]();
}
