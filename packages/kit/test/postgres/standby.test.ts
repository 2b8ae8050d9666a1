import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { freePort } from "../../../../test/support/port.ts";
import { startPair } from "../../../../test/support/standby.ts";
import { connect, type Database, type Db, type Tx } from "../../src/postgres/connect.ts";
import { openReader, type ReadOutcome } from "../../src/postgres/standby.ts";

vi.setConfig({ testTimeout: 120_000 });

/** `outcomes` has one entry for each read. `log.lines` shows why a read did not use the standby. */
function open(primary: Db, url: string) {
	const outcomes: ReadOutcome[] = [];
	const log = createTestLog();
	const opened = openReader({ primary, url, log, onRead: (outcome) => outcomes.push(outcome) });
	onTestFinished(() => opened[Symbol.asyncDispose]());
	return { reader: opened.reader, outcomes, log };
}

const names = async (db: Db | Tx) => {
	const rows = await db.execute<{ name: string; standby: boolean }>(
		sql`select name, pg_is_in_recovery() as standby from notes order by name`,
	);
	return rows.map(({ name, standby }) => `${name} from the ${standby ? "standby" : "primary"}`);
};

/** An earlier read of `notes` would fail, and the reader would then use the primary for ten seconds. */
async function untilTable({ sql: standby }: Database): Promise<void> {
	await expect.poll(() => standby`select to_regclass('notes')::text as name`).toEqual([{ name: "notes" }]);
}

it("reads from a standby, and from the primary while the standby lacks what was just written", async () => {
	const { database, standby, stop } = await startPair();
	// In these sessions, a commit waits for the disk, as in production. In other sessions of the test server, it does
	// not.
	const durable = connect(`${database.url}?synchronous_commit=on`, { max: 2, name: "test" });
	onTestFinished(() => durable[Symbol.asyncDispose]());
	expect(await durable.sql`show synchronous_commit`).toEqual([{ synchronous_commit: "on" }]);
	await database.sql`create table notes (name text)`;
	await untilTable(standby);
	const { reader, outcomes, log } = open(durable.db, standby.url);
	for (const name of ["a", "b", "c"]) {
		await durable.sql`insert into notes values (${name})`;
		expect((await reader(names)).map((line) => line[0])).toContain(name);
	}
	await expect.poll(() => reader(names)).toEqual(["a", "b", "c"].map((name) => `${name} from the standby`));
	expect(outcomes).toContain("standby");

	await standby.sql`select pg_wal_replay_pause()`;
	await durable.sql`insert into notes values ('d')`;
	const started = performance.now();
	expect(await reader(names)).toEqual(["a", "b", "c", "d"].map((name) => `${name} from the primary`));
	expect(performance.now() - started).toBeLessThan(2_000);
	expect(outcomes.at(-1)).toBe("behind");
	await standby.sql`select pg_wal_replay_resume()`;
	await expect.poll(() => reader(names)).toContain("d from the standby");
	expect(log.lines).toEqual([]);

	// All statements of one read see the same snapshot, also inside a nested transaction.
	const twice = await reader(async (db) => {
		const before = await names(db);
		await durable.sql`insert into notes values ('e')`;
		await expect.poll(() => standby.sql`select from notes where name = 'e'`).toHaveLength(1);
		return [before, await db.transaction((tx) => names(tx))];
	});
	expect(twice[1]).toEqual(twice[0]);
	expect(outcomes.at(-1)).toBe("standby");

	// A read that the standby cannot do, such as a write, is repeated on the primary.
	await reader((db) => db.execute(sql`insert into notes values ('f')`));
	expect(outcomes.at(-1)).toBe("failed");
	expect(await database.sql`select from notes where name = 'f'`).toHaveLength(1);

	await stop();
	expect(await reader(names)).toHaveLength(6);
	expect(outcomes.at(-1)).toBe("failed");
});

it("includes unwritten log if sessions confirm commits before it is written", async () => {
	const { database, standby } = await startPair();
	await database.sql`create table notes (name text)`;
	await untilTable(standby);
	const { reader, outcomes } = open(database.db, standby.url);
	for (let turn = 0; turn < 20; turn += 1) {
		const name = `note ${turn}`;
		await database.sql`insert into notes values (${name})`;
		expect((await reader(names)).join()).toContain(`${name} from`);
	}
	expect(outcomes).not.toContain("failed");
});

it("uses the first of several hosts that is a standby, and leaves it when it was promoted", async () => {
	const { database, standby } = await startPair();
	await database.sql`create table notes (name text)`;
	await untilTable(standby);
	const both = standby.url.replace(/@([^/]+)/, `@${new URL(database.tcpUrl).host},$1`);
	const { reader, outcomes, log } = open(database.db, both);
	await expect.poll(() => reader(names).then(() => outcomes.at(-1))).toBe("standby");
	expect(outcomes).not.toContain("failed");

	// When a standby is promoted to a primary, its open sessions continue. The reader must close them, because another
	// server may be the standby now.
	await standby.sql`select pg_promote()`;
	expect(await reader(names)).toEqual([]);
	expect(outcomes.at(-1)).toBe("failed");
	expect(log.lines.join()).toContain("does not lead to a standby");
	const sessions = () => standby.sql`select from pg_stat_activity where application_name = 'domain-trading-bot-read'`;
	await expect.poll(sessions).toEqual([]);
});

it("never fails because of the standby, tries it again after a pause, and warns once a minute", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	await database.sql`create table notes (name text)`;
	await database.sql`insert into notes values ('a')`;
	let ms = 1_000_000;
	vi.spyOn(performance, "now").mockImplementation(() => ms);
	const { reader, outcomes, log } = open(database.db, `postgres://nobody@127.0.0.1:${await freePort()}/none`);
	for (let read = 1; read <= 8; read += 1) {
		expect(await reader(names)).toEqual(["a from the primary"]);
		ms += 11_000;
	}
	expect(outcomes).toEqual(Array.from({ length: 8 }, () => "failed"));
	expect(log.lines).toHaveLength(2);
	expect(log.lines[0]).toContain("the standby cannot be read");
	await expect(reader((db) => db.execute(sql`select * from nothing`))).rejects.toMatchObject({
		cause: { code: "42P01" },
	});
});

it("does not wait for a standby that accepts connections and never answers", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	await database.sql`create table notes (name text)`;
	const sockets: Socket[] = [];
	const silent = createServer((socket) => void sockets.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
	await once(silent, "listening");
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		silent.close();
	});
	const address = silent.address();
	const port = typeof address === "object" && address ? address.port : 0;
	const { reader, outcomes, log } = open(database.db, `postgres://nobody@127.0.0.1:${port}/none`);
	expect(await reader(names)).toEqual([]);
	expect(log.lines.join()).toContain("no answer within 3 seconds");
	const started = performance.now();
	expect(await reader(names)).toEqual([]);
	expect(performance.now() - started).toBeLessThan(2_000);
	expect(sockets).toHaveLength(1);
	expect(outcomes).toEqual(["failed", "failed"]);
});

it("refuses a server that is no standby, and a standby of another database", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	await database.sql`create table notes (name text)`;
	const { reader, log } = open(database.db, database.url);
	expect(await reader(names)).toEqual([]);
	expect(log.lines.join()).toContain("does not lead to a standby");

	const pair = await startPair();
	const other = open(database.db, pair.standby.url);
	expect(await other.reader(names)).toEqual([]);
	expect(other.log.lines.join()).toContain("does not lead to a standby of DATABASE_URL");
});
