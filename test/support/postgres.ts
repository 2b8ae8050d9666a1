import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { stopServer } from "../../src/postgres/embedded/server.ts";

const prefix = "domain-trading-bot-test-";

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
	await removeLeftovers();
	const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
	const [fresh, own] = [join(directory, "fresh"), join(directory, "own")];
	await openCluster(fresh);
	await cp(fresh, own, { recursive: true });
	project.provide("freshCluster", fresh);
	project.provide("postgresDirectory", own);
	return () => remove(directory);
}

/** A run that was killed could not clean up after itself. */
async function removeLeftovers(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : Number.NaN;
		if (!Number.isNaN(pid) && !existsSync(`/proc/${pid}`)) await remove(join(tmpdir(), name));
	}
}

async function remove(directory: string): Promise<void> {
	await stopServer({ data: join(directory, "own", "data") });
	await rm(directory, { recursive: true, force: true });
}
