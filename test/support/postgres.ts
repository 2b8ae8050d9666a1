import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { openCluster } from "@domains/kit/postgres/embedded/cluster.ts";
import type { TestProject } from "vitest/node";
import { copyDirectory } from "./copy-directory.ts";
import { scratchDirectory } from "./scratch.ts";

declare module "vitest" {
	interface ProvidedContext {
		postgresDirectory: string;
		/** No server has used it. Tests copy it. */
		freshCluster: string;
	}
}

/**
 * Vitest setup: one database server for the whole run, because creating a cluster takes long. The first test that needs
 * a database starts it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await scratchDirectory();
	const [fresh, own] = [join(directory.path, "fresh"), join(directory.path, "own")];
	await openCluster(fresh);
	// The server may lose data in a power failure. A killed server still loses nothing.
	await appendFile(join(fresh, "data", "postgresql.conf"), "fsync = off\nfull_page_writes = off\n");
	await copyDirectory(fresh, own);
	project.provide("freshCluster", fresh);
	project.provide("postgresDirectory", own);
	return async () => directory[Symbol.asyncDispose]();
}
