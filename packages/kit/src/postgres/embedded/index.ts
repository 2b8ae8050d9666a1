import { createHmac } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { AppError, isAppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { openSessions } from "../session.ts";
import { type Cluster, openCluster } from "./cluster.ts";
import { type Server, startServer, stopServer } from "./server.ts";

interface EmbeddedDatabase {
	url: string;
	/** Stops the server if no other process uses it. Close all connections first. */
	[Symbol.asyncDispose](): Promise<void>;
}

interface EmbeddedOptions {
	/** Created if it is missing. */
	directory: string;
	log: Log;
	/**
	 * Such as `start`. On one cluster, only one process at a time may have a given role. A second one gets
	 * `already_running`.
	 */
	role?: string;
	/** By PostgreSQL name. They take effect only if this process starts the server. */
	settings?: Record<string, string>;
	signal?: AbortSignal;
}

interface Hold {
	sql: postgres.Sql;
	url: string;
}

/**
 * Keys of advisory locks. Every process that uses the server holds a shared lock on `users`, so a process that closes
 * can find out whether it is the last one. A process with a role also holds a lock with two keys: `roles` and a hash of
 * the role.
 */
const users = 7_051_001;
const roles = 7_051_002;

/** Only tests and the setup of the application's role use it. */
export function superuserUrl({ password }: Cluster, server: Pick<Server, "port" | "folder">): string {
	return addressOf("postgres", password, server);
}

function addressOf(user: string, password: string, { port, folder }: Pick<Server, "port" | "folder">): string {
	const host = folder === "" ? "127.0.0.1" : encodeURIComponent(folder);
	return `postgres://${user}:${password}@${host}:${port}/postgres`;
}

/**
 * All processes that use the directory share the server: the first one starts it, and the last one stops it. If it
 * stops meanwhile, this process starts it again on the same socket.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
	const { directory, signal } = options;
	const cluster = await openCluster(directory, signal);
	const closing = new AbortController();
	let hold = await acquireServer(signal);
	let acquiring = Promise.resolve();
	return {
		url: hold.url,
		async [Symbol.asyncDispose]() {
			closing.abort();
			await acquiring;
			await releaseServer(hold.sql, cluster);
		},
	};

	async function acquireServer(end: AbortSignal | undefined): Promise<Hold> {
		for (let attempt = 1; ; attempt += 1) {
			const server = await startServer(cluster, options.settings, end);
			const url = addressOf(application, applicationPassword(cluster.password), server);
			let held = false;
			const onclose = (): void => {
				if (held && !closing.signal.aborted) acquiring = reacquireServer();
			};
			const sql = openSessions(url, { name: "hold", max: 1, longLived: true, onclose });
			try {
				await prepareRole(superuserUrl(cluster, server), applicationPassword(cluster.password));
				await sql`select pg_advisory_lock_shared(${users})`;
				await takeRole(sql, options);
				held = true;
				return { sql, url };
			} catch (cause) {
				await sql.end({ timeout: 0 });
				// Any error that is not an `AppError` may mean that another process is stopping the server at this moment, so
				// retry.
				if (isAppError(cause)) throw cause;
				const message = `The embedded PostgreSQL in ${directory} does not answer`;
				if (attempt === 10) throw new AppError("database_unavailable", message, { cause });
				await sleep(100);
			}
		}
	}

	async function reacquireServer(): Promise<void> {
		options.log.warn({ directory }, "the embedded PostgreSQL stopped; it is restarted");
		await hold.sql.end({ timeout: 0 });
		while (!closing.signal.aborted) {
			try {
				hold = await acquireServer(closing.signal);
				return;
			} catch (error) {
				if (closing.signal.aborted) return;
				options.log.error({ error }, "the embedded PostgreSQL cannot be restarted");
				await sleep(1_000, undefined, { signal: closing.signal }).catch(() => {});
			}
		}
	}
}

async function takeRole(sql: postgres.Sql, { role, directory }: EmbeddedOptions): Promise<void> {
	if (role === undefined) return;
	const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${roles}, hashtext(${role})) as taken`;
	if (row?.taken) return;
	throw new AppError(
		"already_running",
		`Another process already runs on ${dirname(directory)}: stop it first, or set another DATA_DIR`,
	);
}

async function releaseServer(sql: postgres.Sql, cluster: Cluster): Promise<void> {
	// The server is already gone, so there is nothing to stop.
	const last = await isLast(sql).catch(() => false);
	if (last) await stopServer(cluster);
	await sql.end({ timeout: 0 });
}

/**
 * Takes the exclusive lock after releasing the shared one. New processes then wait until this process has stopped the
 * server.
 */
async function isLast(sql: postgres.Sql): Promise<boolean> {
	await sql`select pg_advisory_unlock_shared(${users})`;
	const [row] = await sql<{ alone: boolean }[]>`select pg_try_advisory_lock(${users}) as alone`;
	return row?.alone ?? false;
}

/** It owns the database and the objects in it, and has no other rights. */
const application = "bot";

const setup = 7_051_007;

/** Only one secret is stored. */
function applicationPassword(superuserPassword: string): string {
	return createHmac("sha256", superuserPassword).update("password of the application").digest("base64url");
}

/**
 * In clusters of earlier versions, which ran the application as the superuser, the superuser owns all tables. `url` is
 * the superuser's address.
 */
async function prepareRole(url: string, password: string): Promise<void> {
	const sql = openSessions(url, { name: "setup", max: 1, longLived: true });
	try {
		await sql.begin(async (tx) => {
			await tx`select pg_advisory_xact_lock(${setup})`;
			const [role] = await tx`select from pg_roles where rolname = ${application}`;
			if (!role) await tx.unsafe(`create role ${application} login password '${password}'`);
			await tx.unsafe(giveAll);
		});
	} finally {
		await sql.end({ timeout: 0 });
	}
}

/**
 * The superuser is the role with OID 10, which initdb creates. Sequences that belong to a column get the new owner
 * together with their table.
 */
const giveAll = `do $$
declare
	each record;
begin
	for each in
		with ours as (
			select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
		)
		select format('alter database %I owner to ${application}', datname) as statement
			from pg_database where datname = current_database() and datdba = 10
		union all
		select format('alter schema %I owner to ${application}', nspname) from ours where nspowner = 10
		union all
		select format('alter %s %I.%I owner to ${application}', case relkind when 'S' then 'sequence' when 'v' then 'view'
				when 'm' then 'materialized view' else 'table' end, nspname, relname)
			from pg_class c join ours on ours.oid = relnamespace
			where relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
				select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
					and c.relkind = 'S' and d.deptype in ('a', 'i'))
		union all
		select format('alter routine %s owner to ${application}', p.oid::regprocedure)
			from pg_proc p join ours on ours.oid = pronamespace where proowner = 10
		union all
		select format('alter type %I.%I owner to ${application}', nspname, typname)
			from pg_type join ours on ours.oid = typnamespace where typowner = 10 and typtype in ('e', 'd', 'r')
	loop
		execute each.statement;
	end loop;
end $$`;
