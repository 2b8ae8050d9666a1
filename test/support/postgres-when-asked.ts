import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchDirectory } from "./scratch.ts";

/**
 * Provides a database server like `postgres.ts`, but creates its cluster only when a test needs a database. In mutation
 * testing, few runs need one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	project.provide("postgresDirectory", join(directory.path, "own"));
	return async () => directory[Symbol.asyncDispose]();
}
