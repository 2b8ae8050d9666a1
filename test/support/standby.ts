import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect, type Database } from "@domains/kit/postgres/connect.ts";
import { openCluster } from "@domains/kit/postgres/embedded/cluster.ts";
import { superuserUrl } from "@domains/kit/postgres/embedded/index.ts";
import { startServer, stopServer } from "@domains/kit/postgres/embedded/server.ts";
import { inject, onTestFinished, vi } from "vitest";
import { copyDirectory } from "./copy-directory.ts";
import { createDatabase, fastSettings, openServer, type TestDatabase } from "./new-database.ts";
import { freePort } from "./port.ts";
import { scratchDirectory } from "./scratch.ts";

export interface ServerPair {
	database: TestDatabase;
	standby: Database & { url: string };
	stop(): Promise<void>;
}

/**
 * Copies of one cluster, so positions in their write-ahead logs can be compared. They are stopped when the test ends.
 */
export async function startPair(): Promise<ServerPair> {
	const scratch = await scratchDirectory();
	onTestFinished(() => scratch[Symbol.asyncDispose]());
	const [one, two] = [join(scratch.path, "one"), join(scratch.path, "two")];
	await copyDirectory(inject("freshCluster"), one);
	await copyDirectory(inject("freshCluster"), two);
	const primary = await openServer(one);
	onTestFinished(() => primary[Symbol.asyncDispose]());
	const database = await createDatabase(primary, { force: true });
	onTestFinished(() => database[Symbol.asyncDispose]());

	const cluster = await openCluster(two);
	await writeFile(join(cluster.data, "standby.signal"), "");
	const { hostname, port, password } = new URL(database.tcpUrl);
	const { port: own } = await startServer(cluster, {
		...fastSettings,
		listen_addresses: "127.0.0.1",
		port: String(await freePort()),
		primary_conninfo: `host=${hostname} port=${port} user=postgres password=${password}`,
	});
	const url = superuserUrl(cluster, { port: own, folder: "" }).replace(/\w+$/, new URL(database.url).pathname.slice(1));
	// The standby must have replayed the log entry that created the database.
	await vi.waitUntil(() => answers(url), { timeout: 30_000, interval: 50 });
	const standby = { ...connect(url, { max: 2, name: "test" }), url };
	onTestFinished(() => standby[Symbol.asyncDispose]());
	return { database, standby, stop: () => stopServer(cluster) };
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1, name: "test" });
	return await database.sql`select 1`.then(
		() => true,
		() => false,
	);
}
