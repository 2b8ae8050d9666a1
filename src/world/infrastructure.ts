import { join } from "node:path";
import { createJobs, type Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { connect, type Db, type Sql } from "@domains/kit/postgres/connect.ts";
import { openEmbedded } from "@domains/kit/postgres/embedded/index.ts";
import { stopAtExit } from "@domains/kit/postgres/embedded/stop-at-exit.ts";
import { type MigrationFolder, migrate } from "@domains/kit/postgres/migrate.ts";
import { openReader, type Reader, type ReadOutcome, readFrom } from "@domains/kit/postgres/standby.ts";
import { createVault, keepKey, type Vault } from "@domains/kit/vault.ts";
import type { Config } from "../config.ts";
import { makeDataDir } from "./data-dir.ts";
import { checkKey } from "./key-check.ts";

export interface Infrastructure extends AsyncDisposable {
	/**
	 * No connection pool is in between. LISTEN and session locks require it, because a pool may run consecutive
	 * statements of a client in different sessions.
	 */
	sessionUrl: string;
	db: Db;
	sql: Sql;
	/** Uses the standby of `DATABASE_READ_URL` if there is one. */
	reader: Reader;
	jobs: Jobs;
	vault: Vault;
}

interface BaseOptions {
	config: Config;
	log: Log;
	folders: readonly MigrationFolder[];
	/**
	 * Such as `start`. If another process has this role on the embedded database, opening it fails. No effect with
	 * `DATABASE_URL`.
	 */
	role?: string;
	/** Each SQL statement. */
	onStatement?: (milliseconds: number) => void;
	/** Each query of `reader` if `DATABASE_READ_URL` is set. */
	onRead?: (outcome: ReadOutcome) => void;
	/** `openInfrastructure` then stops and throws. */
	signal?: AbortSignal;
}

/** Applies the migrations. Without `DATABASE_URL`, the database is the embedded one. */
export async function openInfrastructure(options: BaseOptions): Promise<Infrastructure> {
	const { config, log, folders, role, onStatement, onRead, signal } = options;
	await using stack = new AsyncDisposableStack();
	if (!config.databaseUrl || !config.keys.current) await makeDataDir(config.dataDir);
	const directory = join(config.dataDir, "postgres");
	const embedded = { directory, log, ...(role && { role }), ...(signal && { signal }) };
	// A command that passes `signal` runs until Ctrl-C or SIGTERM, and must then exit within ten seconds. `stopAtExit`
	// stops the embedded server if the command has not closed it by then.
	if (!config.databaseUrl && signal) stack.use(stopAtExit(directory));
	const url = config.databaseUrl ?? stack.use(await openEmbedded(embedded)).url;
	const sessionUrl = config.databaseDirectUrl ?? url;
	signal?.throwIfAborted();
	await migrate(sessionUrl, folders, signal);
	const pool = { max: 10, pooled: sessionUrl !== url, ...(onStatement && { onStatement }) };
	const { db, sql } = stack.use(connect(url, pool));
	const observers = { ...(onStatement && { onStatement }), ...(onRead && { onRead }) };
	const reader = config.databaseReadUrl
		? stack.use(openReader({ primary: db, url: config.databaseReadUrl, log, ...observers })).reader
		: readFrom(db);
	const jobs = stack.use(await createJobs({ url: sessionUrl, log }));
	signal?.throwIfAborted();
	const path = join(config.dataDir, "secret.key");
	const vault = createVault(config.keys.current ?? (await keepKey(path)), config.keys.old);
	await checkKey(sql, vault, config.keys.current ? "SECRET_KEY" : `The content of ${path}`);
	const opened = stack.move();
	return { sessionUrl, db, sql, reader, jobs, vault, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
