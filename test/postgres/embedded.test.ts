import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { connect } from "../../src/postgres/connect.ts";
import { openCluster } from "../../src/postgres/embedded/cluster.ts";
import { openEmbedded } from "../../src/postgres/embedded/index.ts";
import { startServer, stopServer } from "../../src/postgres/embedded/server.ts";
import { createTestLog } from "../support/log.ts";

// Each makes a cluster of its own, which takes a busy machine a while.
vi.setConfig({ testTimeout: 90_000 });

const settings = { fsync: "off" };

async function createDirectory(): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "embedded-"));
	onTestFinished(() => rm(directory, { recursive: true, force: true }));
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

it("makes a server with a password, and finds data and port again", async () => {
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

it("is started once by many who come at once", async () => {
	const cluster = await openCluster(await createDirectory());
	const servers = await Promise.all(Array.from({ length: 5 }, () => startServer(cluster, settings)));
	onTestFinished(() => stopServer(cluster));
	expect(new Set(servers.map(({ pid, port }) => `${pid} ${port}`)).size).toBe(1);
});

it("is one server for all who come at once, and stops when the last one leaves", async () => {
	const directory = await createDirectory();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings });
	const [one, two, three] = await Promise.all([open(), open(), open()]);
	expect(new Set([one.url, two.url, three.url]).size).toBe(1);
	await one[Symbol.asyncDispose]();
	await two[Symbol.asyncDispose]();
	expect(await answers(three.url)).toBe(true);
	await three[Symbol.asyncDispose]();
	expect(await pidOf(directory)).toBeUndefined();
});

it("is started again on the same port when it is killed", async () => {
	const directory = await createDirectory();
	await using embedded = await openEmbedded({ directory, log: createTestLog(), settings });
	process.kill((await pidOf(directory)) ?? 0, "SIGKILL");
	while (!(await answers(embedded.url))) await sleep(50);
});

it("keeps its share of the server beyond the age at which the driver closes connections", async () => {
	vi.stubEnv("PGMAX_LIFETIME", "1");
	const log = createTestLog();
	await using embedded = await openEmbedded({ directory: await createDirectory(), log, settings });
	await using database = connect(embedded.url, { max: 1 });
	const holder = () => database.sql`select pid from pg_stat_activity where application_name = 'hold'`;
	const before = await holder();
	await sleep(2_500);
	expect(await holder()).toEqual(before);
	expect(log.lines).toEqual([]);
});

it("gives a role to one at a time", async () => {
	const directory = await createDirectory();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings, role: "start" });
	const first = await open();
	await expect(open()).rejects.toMatchObject({ code: "already_running", message: expect.stringContaining(tmpdir()) });
	expect(await answers(first.url)).toBe(true);
	await first[Symbol.asyncDispose]();
	await using _second = await open();
});

it("is not misled by a process id that somebody else has got since", async () => {
	const directory = await createDirectory();
	const open = () => openEmbedded({ directory, log: createTestLog(), settings });
	await (await open())[Symbol.asyncDispose]();
	const stale = [process.pid, join(directory, "data"), 1, 1, "", "127.0.0.1", "", "ready"].join("\n");
	await writeFile(join(directory, "data", "postmaster.pid"), stale);
	await using embedded = await open();
	expect(await answers(embedded.url)).toBe(true);
});

it("says which directory it cannot write", async () => {
	const directory = join(await createDirectory(), "file");
	await writeFile(directory, "");
	const opening = openEmbedded({ directory: join(directory, "postgres"), log: createTestLog() });
	await expect(opening).rejects.toMatchObject({
		code: "data_dir_unusable",
		message: expect.stringContaining("DATA_DIR"),
	});
});

it("refuses data of another PostgreSQL by name", async () => {
	const directory = await createDirectory();
	await (await openEmbedded({ directory, log: createTestLog(), settings }))[Symbol.asyncDispose]();
	await writeFile(join(directory, "data", "PG_VERSION"), "17\n");
	const opening = openEmbedded({ directory, log: createTestLog() });
	await expect(opening).rejects.toMatchObject({ message: expect.stringContaining("PostgreSQL 17") });
});
