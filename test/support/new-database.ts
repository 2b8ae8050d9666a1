import { randomUUID } from "node:crypto";
import { createJobs } from "../../src/jobs/index.ts";
import { defineClock } from "../../src/postgres/clock.ts";
import { connect, type Database } from "../../src/postgres/connect.ts";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { superuserUrl } from "../../src/postgres/embedded/index.ts";
import { startServer } from "../../src/postgres/embedded/server.ts";
import { migrate } from "../../src/postgres/migrate.ts";
import { patient } from "../../src/postgres/session.ts";
import { createTestLog } from "./log.ts";
import { freePort } from "./port.ts";

export interface TestDatabase extends Database {
	url: string;
	/** Moves the database's `clock()` forward, also for connections that are open already. */
	advance(ms: number): Promise<void>;
}

interface Options {
	/** Where the server keeps its data; started there if none runs. */
	directory: string;
	/** Drops the database under the feet of whoever is still connected, instead of failing. */
	force?: boolean;
}

const template = "template_migrated";
const templateLock = 1;
// Nothing of a test run has to survive a power failure.
export const fastSettings = {
	fsync: "off",
	full_page_writes: "off",
	synchronous_commit: "off",
	max_connections: "200",
};

/** A database of your own with all migrations applied. Disposing it drops it. */
export async function createDatabase({ directory, force = false }: Options): Promise<TestDatabase> {
	const server = await connectServer(directory);
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	await ensureTemplate(server);
	await server.sql`create database ${server.sql(name)} template ${server.sql(template)}`;
	const url = server.url.replace(/\w+$/, name);
	const own = connect(url, { max: 10, name });
	let offset = 0;
	let moved = Promise.resolve();
	return {
		...own,
		url,
		advance(ms) {
			// One move after another: PostgreSQL refuses to replace a function that another connection is replacing.
			moved = moved.then(() => {
				offset += ms;
				return defineClock(own.sql, offset);
			});
			return moved;
		},
		async [Symbol.asyncDispose]() {
			await own[Symbol.asyncDispose]();
			await server.sql`drop database ${server.sql(name)} ${force ? server.sql`with (force)` : server.sql``}`;
			await server[Symbol.asyncDispose]();
		},
	};
}

interface Server extends Database {
	url: string;
	password: string;
}

/** The server of this directory, started by whoever comes first, through one connection of your own. */
async function connectServer(directory: string): Promise<Server> {
	const cluster = await openCluster(directory);
	// Like the server of an operator: on TCP, and as its superuser, who may make databases.
	const settings = { ...fastSettings, listen_addresses: "127.0.0.1", port: String(await freePort()) };
	const { port } = await startServer(cluster, settings);
	const url = superuserUrl(cluster, { port, folder: "" });
	return { ...connect(url, { max: 1, name: "test", limits: patient }), url, password: cluster.password };
}

/** Does what only one process may do at a time; the others wait for it. */
export async function alone<R>(directory: string, lock: number, work: () => Promise<R>): Promise<R> {
	await using server = await connectServer(directory);
	await server.sql`select pg_advisory_lock(${lock})`;
	return await work();
}

/** Made by whoever comes first; the others wait for it. */
async function ensureTemplate({ sql, url, password }: Server): Promise<void> {
	await sql`select pg_advisory_lock(${templateLock})`;
	const [row] = await sql`select from pg_database where datname = ${template}`;
	if (!row) {
		const draft = `${template}_draft`;
		await sql`drop database if exists ${sql(draft)}`;
		await sql`create database ${sql(draft)}`;
		// The password guards nothing here, and proving it over and over costs more than many a statement.
		await sql.unsafe(`set scram_iterations = 1; alter role current_user password '${password}'`);
		const draftUrl = url.replace(/\w+$/, draft);
		await migrate(draftUrl, ["bot", "service"]);
		await (await createJobs({ url: draftUrl, log: createTestLog() }))[Symbol.asyncDispose]();
		await sql`alter database ${sql(draft)} rename to ${sql(template)}`;
	}
	await sql`select pg_advisory_unlock(${templateLock})`;
}
