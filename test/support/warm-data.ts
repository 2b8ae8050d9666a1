import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createJobs } from "@domains/kit/jobs/index.ts";
import { openCluster } from "@domains/kit/postgres/embedded/cluster.ts";
import { superuserUrl } from "@domains/kit/postgres/embedded/index.ts";
import { startServer, stopServer } from "@domains/kit/postgres/embedded/server.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { inject } from "vitest";
import { copyDirectory } from "./copy-directory.ts";
import { createTestLog } from "./log.ts";
import { fastSettings, withServerLock } from "./new-database.ts";
import { createDirectory } from "./process.ts";

const warmLock = 2;

/**
 * The first call creates and migrates a cluster, and every call copies it, which takes a tenth of the time. Another
 * test covers the first start of a program.
 */
export async function createWarmData(): Promise<string> {
	const [warm, directory] = [`${inject("postgresDirectory")}-warm`, await createDirectory()];
	await withServerLock(inject("postgresDirectory"), warmLock, async () => {
		if (!existsSync(warm)) await makeWarm(warm);
	});
	await copyDirectory(warm, join(directory, "postgres"));
	return directory;
}

async function makeWarm(warm: string): Promise<void> {
	const draft = `${warm}-draft`;
	await rm(draft, { recursive: true, force: true });
	await copyDirectory(inject("freshCluster"), draft);
	const cluster = await openCluster(draft);
	const url = superuserUrl(cluster, await startServer(cluster, fastSettings));
	await migrate(url, ["bot", "service"]);
	await (await createJobs({ url, log: createTestLog() }))[Symbol.asyncDispose]();
	await stopServer(cluster);
	await rename(draft, warm);
}
