import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { copyDirectory } from "./copy-directory.ts";
import { scratchDirectory } from "./scratch.ts";

declare module "vitest" {
	interface ProvidedContext {
		postgresDirectory: string;
		/** An initialized cluster that no server has used yet. Tests copy it. */
		freshCluster: string;
	}
}

/**
 * Provides one database server for the whole run, because creating a cluster takes longest. The first test that needs
 * a database starts it; the teardown stops it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	const [fresh, own] = [join(directory.path, "fresh"), join(directory.path, "own")];
	await openCluster(fresh);
	// These settings lose data only in a power failure, not when the server is killed.
	await appendFile(join(fresh, "data", "postgresql.conf"), "fsync = off\nfull_page_writes = off\n");
	await copyDirectory(fresh, own);
	project.provide("freshCluster", fresh);
	project.provide("postgresDirectory", own);
	return async () => directory[Symbol.asyncDispose]();
}
