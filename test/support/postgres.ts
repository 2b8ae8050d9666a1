import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { stopServer } from "../../src/postgres/embedded/server.ts";

const prefix = "domain-trading-bot-test-";

declare module "vitest" {
	interface ProvidedContext {
		postgresDirectory: string;
	}
}

/** One database server for a whole run. The first test that wants a database starts it; here it is taken away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	await removeLeftovers();
	const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
	project.provide("postgresDirectory", directory);
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
	await stopServer({ data: join(directory, "data") });
	await rm(directory, { recursive: true, force: true });
}
