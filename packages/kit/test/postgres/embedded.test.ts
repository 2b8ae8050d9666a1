import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { copyDirectory } from "../../../../test/support/copy-directory.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { longWait } from "../../../../test/support/long-wait.ts";
import { freePort } from "../../../../test/support/port.ts";
import { createJobs } from "../../src/jobs/index.ts";
import { connect, type Database } from "../../src/postgres/connect.ts";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { openEmbedded, superuserUrl } from "../../src/postgres/embedded/index.ts";
import { startServer, stopServer } from "../../src/postgres/embedded/server.ts";
import { migrate } from "../../src/postgres/migrate.ts";

vi.setConfig({ testTimeout: 90_000 });

const settings = { fsync: "off" };

async function createDirectory(): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "embedded-"));
	onTestFinished(() => rm(directory, { recursive: true, force: true }));
	return directory;
}

/** A copy takes a tenth of the time of `initdb`. No server has used it. */
async function createCluster(): Promise<string> {
	const directory = join(await createDirectory(), "postgres");
	await copyDirectory(inject("freshCluster"), directory);
	return directory;
}

async function pidOf(directory: string): Promise<number | undefined> {
	const text = await readFile(join(directory, "data", "postmaster.pid"), "utf8").catch(() => undefined);
	return text === undefined ? undefined : Number(text.split("\n")[0]);
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1, graceSeconds: 0 });
	return await database.sql`select 1`.then(
		() => true,
		() => false,
	);
}

it("creates a server with a password, and finds data and address again", async () => {
	const directory = await createDirectory();
	const log = createTestLog();
	const first = await openEmbedded({ directory, log, settings });
	await (async () => {
		await using database = connect(first.url, { max: 1 });
		await database.sql`create table kept as select 1 as one`;
	})();
	expect(await answers(first.url.replace(/:[^:@]+@/, ":password@"))).toBe(false);
	await first[Symbol.asyncDispose]();
	expect(await pidOf(directory)).toBeUndefined();

	await using second = await openEmbedded({ directory, log, settings });
	expect(second.url).toBe(first.url);
	await using database = connect(second.url, { max: 1 });
	expect(await database.sql`select * from kept`).toEqual([{ one: 1 }]);
});

it.each(["a,comma", 'a"quote', "a space"])("starts in a folder with %s in its name", async (name) => {
	const directory = join(await createDirectory(), name, "postgres");
	await mkdir(dirname(directory));
	await copyDirectory(inject("freshCluster"), directory);
	await using embedded = await openEmbedded({ directory, log: createTestLog(), settings });
	await using db = connect(embedded.url, { max: 1 });
	expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

it("is started once by concurrent callers", async () => {
	const cluster = await openCluster(await createDirectory());
	const servers = await Promise.all(Array.from({ length: 5 }, () => startServer(cluster, settings)));
	onTestFinished(() => stopServer(cluster));
	expect(new Set(servers.map(({ pid, folder }) => `${pid} ${folder}`)).size).toBe(1);
});

it("is one server for concurrent users, and stops when the last one leaves", async () => {
	const directory = await createCluster();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings });
	const [one, two, three] = await Promise.all([open(), open(), open()]);
	expect(new Set([one.url, two.url, three.url]).size).toBe(1);
	await one[Symbol.asyncDispose]();
	await two[Symbol.asyncDispose]();
	expect(await answers(three.url)).toBe(true);
	await three[Symbol.asyncDispose]();
	expect(await pidOf(directory)).toBeUndefined();
});

it("restarts on the same socket when it is killed", async () => {
	const directory = await createCluster();
	await using embedded = await openEmbedded({ directory, log: createTestLog(), settings });
	process.kill((await pidOf(directory)) ?? 0, "SIGKILL");
	await vi.waitUntil(() => answers(embedded.url), longWait);
});

it("keeps its lock beyond the age at which the driver closes connections", async () => {
	vi.stubEnv("PGMAX_LIFETIME", "1");
	const log = createTestLog();
	await using embedded = await openEmbedded({ directory: await createCluster(), log, settings });
	await using database = connect(embedded.url, { max: 1 });
	const holder = () => database.sql`select pid from pg_stat_activity where application_name = 'hold'`;
	const before = await holder();
	// Real time: the driver counts the age of a connection in seconds of this process.
	await sleep(2_500);
	expect(await holder()).toEqual(before);
	expect(log.lines).toEqual([]);
});

/** The application's own role should own all objects outside the system schemas. */
async function ownedBySuperuser({ sql }: Database): Promise<string[]> {
	const rows = await sql<{ name: string }[]>`
		with ours as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
		select relname::text as name from pg_class where relowner = 10 and relnamespace in (select oid from ours)
		union all select proname::text from pg_proc where proowner = 10 and pronamespace in (select oid from ours)
		union all select typname::text from pg_type where typowner = 10 and typnamespace in (select oid from ours)
		union all select nspname::text from pg_namespace where nspowner = 10 and oid in (select oid from ours)`;
	return rows.map(({ name }) => name);
}

it("listens only on a socket in a private folder, and the application is no superuser", async () => {
	const directory = await createCluster();
	await using embedded = await openEmbedded({ directory, log: createTestLog(), settings });
	await using database = connect(embedded.url, { max: 1 });
	const [found] = await database.sql`
		select current_setting('listen_addresses') as tcp, current_setting('is_superuser') as superuser,
			inet_server_addr() as address`;
	expect(found).toEqual({ tcp: "", superuser: "off", address: null });
	await expect(database.sql`copy (select 1) to program 'true'`.simple()).rejects.toMatchObject({ code: "42501" });
	const folder = join(directory, "socket");
	expect(embedded.url).toContain(encodeURIComponent(folder));
	expect((await stat(folder)).mode & 0o777).toBe(0o700);
	expect((await stat(join(folder, ".s.PGSQL.5432"))).mode & 0o777).toBe(0o700);
});

it("gives the application's role all the rights it needs", async () => {
	const directory = await createCluster();
	await using embedded = await openEmbedded({ directory, log: createTestLog(), settings });
	await migrate(embedded.url, ["bot", "service"]);
	await (await createJobs({ url: embedded.url, log: createTestLog() }))[Symbol.asyncDispose]();
	await using database = connect(embedded.url, { max: 1 });
	expect(await ownedBySuperuser(database)).toEqual([]);
});

it("migrates data of the first edition, which ran as superuser over TCP, without loss", async () => {
	const directory = await createCluster();
	const cluster = await openCluster(directory);
	const first = { ...settings, listen_addresses: "127.0.0.1", unix_socket_directories: "" };
	const server = await startServer(cluster, { ...first, port: String(await freePort()) });
	expect(server.folder).toBe("");
	const old = superuserUrl(cluster, server);
	const log = createTestLog();
	await migrate(old, ["bot", "service"]);
	await (await createJobs({ url: old, log }))[Symbol.asyncDispose]();
	await (async () => {
		await using database = connect(old, { max: 1 });
		await database.sql`insert into bot.people (id, locale) values (7, 'en')`;
		await database.sql`create type service.mood as enum ('good')`;
		await database.sql`create table service.kept (id int generated always as identity, mood service.mood)`;
		await database.sql`insert into service.kept (mood) values ('good')`;
	})();

	// The bot's first version started servers on TCP. One may still run during an update.
	await using joined = await openEmbedded({ directory, log, settings });
	expect(joined.url).toContain(`@127.0.0.1:${server.port}/`);
	await joined[Symbol.asyncDispose]();
	expect(await pidOf(directory)).toBeUndefined();

	await using embedded = await openEmbedded({ directory, log, settings });
	await migrate(embedded.url, ["bot", "service"]);
	await using _jobs = await createJobs({ url: embedded.url, log });
	await using database = connect(embedded.url, { max: 1 });
	expect(await database.sql`select id::int, locale from bot.people`).toEqual([{ id: 7, locale: "en" }]);
	expect(await database.sql`insert into service.kept (mood) values ('good') returning id`).toEqual([{ id: 2 }]);
	await database.sql`alter table bot.people add column more text`;
	await database.sql`drop schema service cascade`;
	expect(await ownedBySuperuser(database)).toEqual([]);
	expect(await database.sql`select current_setting('listen_addresses') as tcp`).toEqual([{ tcp: "" }]);
});

it("puts the socket into a short private folder if its usual path is too long", async () => {
	const directory = join(await createDirectory(), "long".repeat(25), "postgres");
	const open = () => openEmbedded({ directory, log: createTestLog(), settings });
	const [one, two] = await Promise.all([open(), open()]);
	expect(one.url).toBe(two.url);
	const folder = decodeURIComponent(/@([^:]*):/.exec(one.url)?.[1] ?? "");
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	expect(folder.startsWith(tmpdir())).toBe(true);
	expect((await stat(folder)).mode & 0o777).toBe(0o700);
	expect(await answers(one.url)).toBe(true);
	await one[Symbol.asyncDispose]();
	await two[Symbol.asyncDispose]();

	// If other users can write to the socket's folder, the next server must use another folder.
	await chmod(folder, 0o777);
	await using again = await open();
	expect(again.url).not.toBe(one.url);
	const other = decodeURIComponent(/@([^:]*):/.exec(again.url)?.[1] ?? "");
	onTestFinished(() => rm(other, { recursive: true, force: true }));
});

it("runs as an ordinary user for root if the system has no user namespaces", async () => {
	const parent = await createDirectory();
	await chmod(parent, 0o711);
	await mkdir(join(parent, "data"), { mode: 0o700 });
	// An empty PATH hides `unshare`, so the bot finds no way to use user namespaces.
	vi.stubEnv("PATH", "");
	await using embedded = await openEmbedded({
		directory: join(parent, "data", "postgres"),
		log: createTestLog(),
		settings,
	});
	expect(await answers(embedded.url)).toBe(true);
	expect((await stat(join(parent, "data"))).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
	expect((await stat(join(parent, "data", "postgres", "socket"))).mode & 0o777).toBe(0o700);
});

it("gives a role to one process at a time", async () => {
	const directory = await createCluster();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings, role: "start" });
	const first = await open();
	await expect(open()).rejects.toMatchObject({ code: "already_running", message: expect.stringContaining(tmpdir()) });
	expect(await answers(first.url)).toBe(true);
	await first[Symbol.asyncDispose]();
	await using _second = await open();
});

it("ignores a process id that belongs to another process now", async () => {
	const directory = await createCluster();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings });
	await (await open())[Symbol.asyncDispose]();
	const folder = join(directory, "socket");
	const stale = [process.pid, join(directory, "data"), 1, 5432, folder, "", "", "ready"].join("\n");
	await writeFile(join(directory, "data", "postmaster.pid"), stale);
	await writeFile(join(folder, ".s.PGSQL.5432.lock"), stale);
	await using embedded = await open();
	expect(await answers(embedded.url)).toBe(true);
});

it("names the directory that it cannot write", async () => {
	const directory = join(await createDirectory(), "file");
	await writeFile(directory, "");
	const opening = openEmbedded({ directory: join(directory, "postgres"), log: createTestLog() });
	await expect(opening).rejects.toMatchObject({
		code: "data_dir_unusable",
		message: expect.stringContaining("DATA_DIR"),
	});
});

it("names the version of data that another PostgreSQL created", async () => {
	const directory = await createCluster();
	await (await openEmbedded({ directory, log: createTestLog(), settings }))[Symbol.asyncDispose]();
	await writeFile(join(directory, "data", "PG_VERSION"), "17\n");
	const opening = openEmbedded({ directory, log: createTestLog() });
	await expect(opening).rejects.toMatchObject({ message: expect.stringContaining("PostgreSQL 17") });
});
