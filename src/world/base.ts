import { join } from "node:path";
import type { Config } from "../config.ts";
import { createJobs, type Jobs } from "../jobs/index.ts";
import type { Log } from "../log.ts";
import { connect, type Db, type Sql } from "../postgres/connect.ts";
import { openEmbedded } from "../postgres/embedded/index.ts";
import { type MigrationFolder, migrate } from "../postgres/migrate.ts";
import { createVault, keepKey, type Vault } from "../vault.ts";
import { makeDataDir } from "./data-dir.ts";

/** What every process that works on the data has. */
export interface Base extends AsyncDisposable {
	url: string;
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
export async function openBase({ config, log, folders, role, onStatement, signal }: BaseOptions): Promise<Base> {
	await using stack = new AsyncDisposableStack();
	if (!config.databaseUrl || !config.keys.current) await makeDataDir(config.dataDir);
	const directory = join(config.dataDir, "postgres");
	const embedded = { directory, log, ...(role && { role }), ...(signal && { signal }) };
	const url = config.databaseUrl ?? stack.use(await openEmbedded(embedded)).url;
	signal?.throwIfAborted();
	await migrate(url, folders, signal);
	const { db, sql } = stack.use(connect(url, { max: 10, ...(onStatement && { onStatement }) }));
	const jobs = stack.use(await createJobs({ url, log }));
	signal?.throwIfAborted();
	const vault = createVault(
		config.keys.current ?? (await keepKey(join(config.dataDir, "secret.key"))),
		config.keys.old,
	);
	const opened = stack.move();
	return { url, db, sql, jobs, vault, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
