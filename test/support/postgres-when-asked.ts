import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchDirectory } from "./scratch.ts";

/** As `postgres.ts`, but no cluster is made before a test wants a database: few runs of mutation testing come to that. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	project.provide("postgresDirectory", join(directory.path, "own"));
	return async () => directory[Symbol.asyncDispose]();
}
