import { appendFile, cp } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { scratchDirectory } from "./scratch.ts";

declare module "vitest" {
	interface ProvidedContext {
		postgresDirectory: string;
		/** A cluster that no server has run on yet: to be copied. */
		freshCluster: string;
	}
}

/**
 * One database server for a whole run, on one cluster, since making one takes longest. The first test that wants a
 * database starts it; here it is taken away.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	const [fresh, own] = [join(directory.path, "fresh"), join(directory.path, "own")];
	await openCluster(fresh);
	// A killed server loses nothing by this: only a machine that loses power does.
	await appendFile(join(fresh, "data", "postgresql.conf"), "fsync = off\nfull_page_writes = off\n");
	await cp(fresh, own, { recursive: true });
	project.provide("freshCluster", fresh);
	project.provide("postgresDirectory", own);
	return async () => directory[Symbol.asyncDispose]();
}
