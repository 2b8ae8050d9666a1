import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, type Log } from "@domains/kit/log.ts";
import { openEmbedded } from "@domains/kit/postgres/embedded/index.ts";

export interface Environment extends AsyncDisposable {
	directory: string;
	/** Leads to a private PostgreSQL server. Its commits wait for the disk, as in production. */
	url: string;
	serverLog: string;
	log: Log;
}

/**
 * Uses a temporary folder. Closing the environment stops the server and removes the folder. `settings` are those of
 * PostgreSQL.
 */
export async function openEnvironment(settings: Record<string, string> = {}): Promise<Environment> {
	await using stack = new AsyncDisposableStack();
	const log = createLog("warn");
	const directory = await mkdtemp(join(tmpdir(), "bench-"));
	stack.defer(() => rm(directory, { recursive: true, maxRetries: 3 }));
	const { url } = stack.use(await openEmbedded({ directory: join(directory, "postgres"), log, settings }));
	const parts = stack.move();
	return {
		directory,
		url,
		serverLog: join(directory, "postgres", "server.log"),
		log,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
