import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterCommit, connect, type Tx } from "@domains/kit/postgres/connect.ts";
import { eq, inArray, sql as text } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { people } from "../../src/store/schema/people.ts";
import { createTestDatabase } from "../support/database.ts";

it("reads and writes timestamps as dates, in plain and built statements", async () => {
	await using database = await createTestDatabase();
	const moment = new Date("2026-02-03T04:05:06.789Z");
	expect(await database.sql`select ${moment}::timestamptz as at`).toEqual([{ at: moment }]);
	expect([...(await database.db.execute(text`select ${moment}::timestamptz as at`))]).toEqual([{ at: moment }]);
});

it("rolls back a failed transaction completely", async () => {
	await using database = await createTestDatabase();
	const make = (tx: Tx) => tx.execute(text`create table made ()`);
	const failing = database.db.transaction(async (tx) => {
		await make(tx);
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect(await database.sql`select to_regclass('made') as made`).toEqual([{ made: null }]);
});

it("calls what must follow a commit after it, and never after a rollback", async () => {
	await using database = await createTestDatabase();
	const calls: string[] = [];
	const transaction = database.db.transaction(async (tx) => {
		afterCommit(tx, () => calls.push("committed"));
		await tx.execute(text`select 1`);
		expect(calls).toEqual([]);
	});
	await transaction;
	expect(calls).toEqual(["committed"]);
	const failing = database.db.transaction(async (tx) => {
		afterCommit(tx, () => calls.push("rolled back"));
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	afterCommit(database.db, () => calls.push("without a transaction"));
	expect(calls).toEqual(["committed", "without a transaction"]);
});

/** Opens a pool and makes it use this many connections. Returns the pool and the sockets of its connections. */
async function openPool(max: number) {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const opened = vi.spyOn(Socket.prototype, "connect");
	const pool = connect(database.url, { max });
	onTestFinished(() => pool[Symbol.asyncDispose]());
	await Promise.all(Array.from({ length: max }, () => pool.sql`select pg_sleep(0.2)`));
	const sockets = opened.mock.contexts.filter((each) => each instanceof Socket);
	expect(sockets).toHaveLength(max);
	return { sql: pool.sql, sockets };
}

/** Returns the error of a statement. Throws if the statement succeeds. */
async function failureOf(statement: PromiseLike<unknown>): Promise<unknown> {
	const failure = await statement.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (failure === undefined) throw new Error("it did not fail");
	return failure;
}

const closed = expect.objectContaining({ code: "CONNECTION_CLOSED" });

it("continues after connections broke one after another during the next statement", async () => {
	const { sql, sockets } = await openPool(2);
	// The connections break one after another. When the first one closes, the pool does not know yet that the second one
	// is broken. So it sends the next statement to the second one.
	const lost = Promise.any(sockets.map((socket) => once(socket, "close").then(() => failureOf(sql`select 1`))));
	for (const socket of sockets) socket.destroy();
	expect(await lost).toEqual(closed);
	const answers = await Promise.all([sql`select pg_sleep(0.1), 1 as n`, sql`select pg_sleep(0.1), 2 as n`]);
	expect(answers.map(([row]) => row?.["n"])).toEqual([1, 2]);
});

it("refuses statements on a reserved connection that broke", async () => {
	const { sql, sockets } = await openPool(1);
	const reserved = await sql.reserve();
	const gone = once(sockets[0] ?? new Socket(), "close");
	sockets[0]?.destroy();
	await gone;
	await expect(reserved`select 1`).rejects.toEqual(closed);
	await expect(reserved`select 1`).rejects.toEqual(closed);
});

/** Forwards connections to the database of `url` until `isLast` is true for what a client sends. Then it breaks them. */
async function startProxy(url: string, isLast: (bytes: Buffer) => boolean): Promise<string> {
	const { port: serverPort, hostname } = new URL(url);
	const proxy = createServer((socket) => {
		const onward = createConnection(Number(serverPort), hostname);
		onward.on("data", (bytes) => socket.write(bytes)).on("error", () => {});
		socket
			.on("error", () => {})
			.on("end", () => onward.end())
			.on("data", (bytes) => {
				if (!isLast(bytes)) return void onward.write(bytes);
				proxy.close();
				onward.destroy();
				socket.destroy();
			});
	});
	const { port } = await new Promise<AddressInfo>((resolve) => {
		// A server that listens on TCP always has an `AddressInfo`.
		proxy.listen(0, "127.0.0.1", () => resolve(proxy.address() as AddressInfo));
	});
	onTestFinished(() => void proxy.close());
	return url.replace(`:${serverPort}/`, `:${port}/`);
}

const asksForTypes = (bytes: Buffer): boolean => bytes.includes("pg_catalog.pg_type");

it("asks for the types of arrays once for each pool, not once for each connection", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	let asked = 0;
	const count = (bytes: Buffer): boolean => {
		asked += asksForTypes(bytes) ? 1 : 0;
		return false;
	};
	await using pool = connect(await startProxy(database.tcpUrl, count), { max: 2 });
	const { sql } = pool;
	await sql`select 1`;
	const list = () => sql`select ${["a", "b"]}::text[] as list, pg_backend_pid() as pid, pg_sleep(0.1)`;
	const [[first], [second]] = await Promise.all([list(), list()]);
	expect([first?.["list"], second?.["list"]]).toEqual([
		["a", "b"],
		["a", "b"],
	]);
	expect(first?.["pid"]).not.toBe(second?.["pid"]);
	expect(asked).toBe(1);
});

it("fails only the first statement if the connection breaks during setup", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	await using pool = connect(await startProxy(database.tcpUrl, asksForTypes), { max: 1 });
	const unheard = vi.fn();
	process.on("unhandledRejection", unheard);
	onTestFinished(() => void process.off("unhandledRejection", unheard));
	expect(await failureOf(pool.sql`select 1`)).toMatchObject({ code: "ECONNREFUSED" });
	await setImmediate();
	expect(unheard).not.toHaveBeenCalled();
});

async function open() {
	const own = await createTestDatabase();
	const times: number[] = [];
	const database = connect(own.url, { max: 2, onStatement: (ms) => void times.push(ms) });
	const close = async (): Promise<void> => {
		await database[Symbol.asyncDispose]();
		await own[Symbol.asyncDispose]();
	};
	return { ...database, times, [Symbol.asyncDispose]: close };
}

it("reports the duration of each statement, and returns the same result", async () => {
	await using database = await open();
	const { sql, db, times } = database;
	expect([...(await sql`select 1 as one, pg_sleep(0.05)`)]).toMatchObject([{ one: 1 }]);
	expect(times).toHaveLength(1);
	expect(times[0]).toBeGreaterThan(49);
	await db.insert(people).values({ id: 5, locale: "en" });
	expect(await db.select({ locale: people.locale }).from(people).where(eq(people.id, 5))).toEqual([{ locale: "en" }]);
	expect(times).toHaveLength(3);
});

it("counts a fragment as part of its statement, also in a transaction", async () => {
	await using database = await open();
	const { sql, db, times } = database;
	const part = sql`where n > ${1}`;
	expect(await sql`select n from generate_series(1, 2) n ${part}`).toMatchObject([{ n: 2 }]);
	expect(times).toHaveLength(1);
	const sum = await db.transaction(async (tx) => {
		await tx.execute(text`select 1`);
		return tx.transaction(async (inner) => (await inner.execute<{ two: number }>(text`select 2 as two`))[0]?.two);
	});
	expect(sum).toBe(2);
	expect(await sql.begin(async (tx) => (await tx`select 3 as three`)[0]?.["three"])).toBe(3);
	expect(times).toHaveLength(4);
});

it("counts a failed statement, and throws its error", async () => {
	await using database = await open();
	const { sql, times } = database;
	await expect(sql`select 1 / ${0}::int`).rejects.toMatchObject({ code: "22012" });
	await expect(sql.begin((tx) => tx`select * from nothing`)).rejects.toMatchObject({ code: "42P01" });
	expect(times).toHaveLength(2);
});

it("prepares statements that drizzle built, except for long lists", async () => {
	await using own = await createTestDatabase();
	await using database = connect(own.url, { max: 1 });
	const { sql, db } = database;
	const find = (ids: number[]) => db.select({ id: people.id }).from(people).where(inArray(people.id, ids));
	await find([1]);
	await find(Array.from({ length: 33 }, (_, index) => index));
	const kept = await sql<
		{ statement: string }[]
	>`select statement from pg_prepared_statements where statement like 'select "id"%'`;
	expect(kept.map(({ statement }) => statement)).toEqual([expect.stringMatching(/in \(\$1\)$/)]);
});
