import { randomUUID } from "node:crypto";
import { createJobs } from "@domains/kit/jobs/index.ts";
import { defineClock } from "@domains/kit/postgres/clock.ts";
import { connect, type Database } from "@domains/kit/postgres/connect.ts";
import { openCluster } from "@domains/kit/postgres/embedded/cluster.ts";
import { superuserUrl } from "@domains/kit/postgres/embedded/index.ts";
import { startServer } from "@domains/kit/postgres/embedded/server.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { patient } from "@domains/kit/postgres/session.ts";
import { createTestLog } from "./log.ts";
import { freePort } from "./port.ts";

export interface TestDatabase extends Database {
	/** The server's Unix socket: a query takes a fifth less processor time than over TCP. */
	url: string;
	/** Serves tests with a proxy or another program between. */
	tcpUrl: string;
	/** For all connections, including those that are already open. */
	advance(ms: number): Promise<void>;
}

interface Options {
	/** Disposing drops the database even while clients are connected. Otherwise, disposing then fails. */
	force?: boolean;
}

/** As superuser. */
export interface Server extends Database {
	url: string;
	tcpUrl: string;
	password: string;
}

const template = "template_migrated";
const templateLock = 1;
/**
 * Faster but unsafe in a power failure. Autovacuum would visit each of the many small databases again and again,
 * although none lives long enough to need it.
 */
export const fastSettings = {
	fsync: "off",
	full_page_writes: "off",
	synchronous_commit: "off",
	max_connections: "200",
	autovacuum: "off",
	io_method: "sync",
	// By default, the server plans a prepared statement again for each of its first five executions. One plan saves a
	// sixth of the server's processor time.
	plan_cache_mode: "force_generic_plan",
};

/** Disposing drops the database. `server` must stay open until then. */
export async function createDatabase(server: Server, { force = false }: Options = {}): Promise<TestDatabase> {
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	// PostgreSQL's default writes each page to the log, and takes twice the processor time.
	await server.sql`create database ${server.sql(name)} template ${server.sql(template)} strategy file_copy`;
	const [url, tcpUrl] = [nameDatabase(server.url, name), nameDatabase(server.tcpUrl, name)];
	const own = connect(url, { max: 10, name });
	let offset = 0;
	let advanced = Promise.resolve();
	return {
		...own,
		url,
		tcpUrl,
		advance(ms) {
			// Each advance replaces the SQL function `clock()`, and PostgreSQL fails if two connections do so at the same
			// time.
			advanced = advanced.then(() => {
				offset += ms;
				return defineClock(own.sql, offset);
			});
			return advanced;
		},
		async [Symbol.asyncDispose]() {
			await own[Symbol.asyncDispose]();
			await server.sql`drop database ${server.sql(name)} ${force ? server.sql`with (force)` : server.sql``}`;
		},
	};
}

/** The first caller starts the server, and creates the template from which databases are copied. */
export async function openServer(directory: string): Promise<Server> {
	const server = await connectServer(directory);
	await ensureTemplate(server);
	return server;
}

async function connectServer(directory: string): Promise<Server> {
	const cluster = await openCluster(directory);
	// The embedded server normally uses only a Unix socket. Tests connect as the superuser, because they create and drop
	// databases.
	const settings = { ...fastSettings, listen_addresses: "127.0.0.1", port: String(await freePort()) };
	const { port, folder } = await startServer(cluster, settings);
	const [url, tcpUrl] = [superuserUrl(cluster, { port, folder }), superuserUrl(cluster, { port, folder: "" })];
	const { password } = cluster;
	return { ...connect(url, { max: 1, name: "test", limits: patient }), url, tcpUrl, password };
}

function nameDatabase(url: string, name: string): string {
	return url.replace(/\w+$/, name);
}

/** Only one process at a time does this work. */
export async function withServerLock<R>(directory: string, lock: number, work: () => Promise<R>): Promise<R> {
	await using server = await connectServer(directory);
	await server.sql`select pg_advisory_lock(${lock})`;
	return await work();
}

/** Other processes wait until the template is complete. */
async function ensureTemplate({ sql, url, password }: Server): Promise<void> {
	await sql`select pg_advisory_lock(${templateLock})`;
	const [row] = await sql`select from pg_database where datname = ${template}`;
	if (!row) {
		const draft = `${template}_draft`;
		await sql`drop database if exists ${sql(draft)}`;
		await sql`create database ${sql(draft)}`;
		// With the default hash of passwords, a login takes longer than most queries.
		await sql.unsafe(`set scram_iterations = 1; alter role current_user password '${password}'`);
		const draftUrl = nameDatabase(url, draft);
		await migrate(draftUrl, ["bot", "service"]);
		await (await createJobs({ url: draftUrl, log: createTestLog() }))[Symbol.asyncDispose]();
		await sql`alter database ${sql(draft)} rename to ${sql(template)}`;
	}
	await sql`select pg_advisory_unlock(${templateLock})`;
}
