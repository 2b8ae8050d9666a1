import { createServer } from "node:net";
import { clock } from "@domains/kit/postgres/clock.ts";
import { holdPresence, type Presence } from "@domains/kit/postgres/presence.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createChatStore } from "../../src/store/chats.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createTestLog } from "../support/log.ts";
import { longWait } from "../support/long-wait.ts";
import { listenLocally } from "../support/port.ts";

let database: TestDatabase;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** A process whose lease ids name it. */
async function arrive(settlesWithinMs?: number): Promise<Presence> {
	const presence = holdPresence({
		url: database.url,
		log: createTestLog(),
		...(settlesWithinMs !== undefined && { settlesWithinMs }),
	});
	await expect.poll(() => presence.newLeaseId()[14], longWait).toBe("8");
	return presence;
}

/** A screen that an update of this process has saved and not sent. */
async function save(personId: number, { newLeaseId }: Presence): Promise<number> {
	const chats = createChatStore(database.sql, newLeaseId);
	const key = { updateId: personId, personId, chatId: personId };
	await chats.load({ ...key, locale: "en" });
	const saved = await chats.save({
		...key,
		show: { routeName: "home", params: {}, subject: null, at: null, beneath: false },
	});
	return saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
}

const due = async () =>
	(await database.db.execute<{ id: string }>(dueRows["bot.screen"](clock))).map((row) => Number(row.id));

it("leaves the screens of a dead process to another one after a second, and those of a live one alone", async () => {
	await using live = await arrive();
	const dead = await arrive();
	const left = await save(1, dead);
	const held = await save(2, live);
	await dead[Symbol.asyncDispose]();
	expect(await due()).toEqual([]);
	await database.advance(1_100);
	await expect.poll(due, longWait).toEqual([left]);
	const screens = createScreenStore(database.sql, live.newLeaseId);
	expect(await screens.lease(held)).toBeNull();
	expect(await screens.lease(left)).toMatchObject({ id: left, rev: 1 });
	await database.advance(6_000);
	expect(await due()).toEqual([]);
});

/** The sessions that show the others that their process is alive. */
const sessions = async (): Promise<number[]> =>
	(await database.sql`select distinct pid from pg_locks where classid = 7051007`).map((row) => row["pid"]);

it("leaves a live process its screens if one of its sessions ends alone", async () => {
	await using _other = await arrive();
	await expect.poll(sessions, longWait).toHaveLength(2);
	const others = await sessions();
	await using live = await arrive();
	await expect.poll(sessions, longWait).toHaveLength(4);
	const screenId = await save(5, live);
	await database.advance(1_100);
	const [one] = (await sessions()).filter((pid) => !others.includes(pid));
	await database.sql`select pg_terminate_backend(${one ?? 0}, 5000)`;
	expect(await sessions()).not.toContain(one);
	expect(await due()).not.toContain(screenId);
	// The process opens another one, and so survives the end of the other one too.
	await expect.poll(sessions, longWait).toHaveLength(4);
});

it("leaves a notification's screen of a dead process to its outbox row", async () => {
	await using _live = await arrive();
	const dead = await arrive();
	const screenId = await save(3, dead);
	await database.sql`
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, screen_id)
		values (3, 3, 'event', 1, 'alert', ${screenId})`;
	await dead[Symbol.asyncDispose]();
	await database.advance(6_000);
	expect(await due()).not.toContain(screenId);
});

it("counts no process as dead while all of them return after a failover", async () => {
	// Longer than this test, however busy the machine is.
	await using live = await arrive(600_000);
	const late = await arrive();
	await expect.poll(sessions, longWait).toHaveLength(4);
	const screenId = await save(4, late);
	const before = await sessions();
	await late[Symbol.asyncDispose]();
	await database.sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`;
	await expect.poll(async () => (await sessions()).filter((pid) => !before.includes(pid)), longWait).toHaveLength(2);
	await expect.poll(() => live.newLeaseId()[14], longWait).toBe("8");
	await database.advance(6_000);
	expect(await due()).not.toContain(screenId);
});

it("counts no process as dead if the first one after a failover has just started", async () => {
	const late = await arrive();
	const screenId = await save(6, late);
	await late[Symbol.asyncDispose]();
	await database.advance(6_000);
	// A crash of the server, or a standby that takes over, empties unlogged tables.
	await database.sql`truncate public.arrivals`;
	await using _started = await arrive(600_000);
	await expect.poll(sessions, longWait).toHaveLength(2);
	await expect.poll(() => database.sql`select from public.arrivals`, longWait).toHaveLength(1);
	const settled = () => database.sql`select from pg_locks where classid = 7051008`;
	expect(await settled()).toEqual([]);
	expect(await due()).not.toContain(screenId);
	// Without a failover, a process that starts knows at once which ones are dead.
	await database.sql`update public.arrivals set first_at = first_at - interval '1 hour'`;
	await using _restarted = await arrive(600_000);
	await expect.poll(due, longWait).toContain(screenId);
});

/** Less than the 15 s after which the driver gives up on the server. */
const timeout = 10_000;

it("ends at once while the database does not answer", { timeout }, async () => {
	const { promise: connected, resolve } = Promise.withResolvers<void>();
	await using server = createServer((socket) => {
		socket.resume();
		resolve();
	});
	const port = await listenLocally(server);
	const presence = holdPresence({ url: `postgres://bot@127.0.0.1:${port}/bot`, log: createTestLog() });
	await connected;
	await presence[Symbol.asyncDispose]();
});
