import { join } from "node:path";
import type { Config } from "../config.ts";
import { createJobs, type Jobs } from "../jobs/index.ts";
import type { Log } from "../log.ts";
import { connect, type Db, type Sql } from "../postgres/connect.ts";
import { openEmbedded } from "../postgres/embedded/index.ts";
import { stopAtExit } from "../postgres/embedded/stop-at-exit.ts";
import { type MigrationFolder, migrate } from "../postgres/migrate.ts";
import { createVault, keepKey, type Vault } from "../vault/index.ts";
import { makeDataDir } from "./data-dir.ts";
import { checkKey } from "./key-check.ts";

/** What every process that works on the data has. */
export interface Infrastructure extends AsyncDisposable {
	/** Where a connection is a session of its own: for locks that outlive a transaction, and for LISTEN. */
	sessionUrl: string;
	db: Db;
	sql: Sql;
	jobs: Jobs;
	vault: Vault;
}

interface BaseOptions {
	config: Config;
	log: Log;
	folders: readonly MigrationFolder[];
	/** On the embedded database one process at a time has a role; on a shared one any number have. */
	role?: string;
	/** Told how long each statement took. */
	onStatement?: (milliseconds: number) => void;
	/** Ends the opening. */
	signal?: AbortSignal;
}

/** The database, embedded unless an address is set, brought up to date; its jobs; and the key of its secrets. */
export async function openInfrastructure({
	config,
	log,
	folders,
	role,
	onStatement,
	signal,
}: BaseOptions): Promise<Infrastructure> {
	await using stack = new AsyncDisposableStack();
	if (!config.databaseUrl || !config.keys.current) await makeDataDir(config.dataDir);
	const directory = join(config.dataDir, "postgres");
	const embedded = { directory, log, ...(role && { role }), ...(signal && { signal }) };
	// A command that waits for a signal has a deadline to close within. Others end by themselves.
	if (!config.databaseUrl && signal) stack.use(stopAtExit(directory));
	const url = config.databaseUrl ?? stack.use(await openEmbedded(embedded)).url;
	const sessionUrl = config.databaseDirectUrl ?? url;
	signal?.throwIfAborted();
	await migrate(sessionUrl, folders, signal);
	const pool = { max: 10, pooled: sessionUrl !== url, ...(onStatement && { onStatement }) };
	const { db, sql } = stack.use(connect(url, pool));
	const jobs = stack.use(await createJobs({ url: sessionUrl, log }));
	signal?.throwIfAborted();
	const path = join(config.dataDir, "secret.key");
	const vault = createVault(config.keys.current ?? (await keepKey(path)), config.keys.old);
	await checkKey(sql, vault, config.keys.current ? "SECRET_KEY" : `The content of ${path}`);
	const opened = stack.move();
	return { sessionUrl, db, sql, jobs, vault, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
