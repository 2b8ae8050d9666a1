import { createRateLimiter, type Permit } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ChatStore, OutboxStore, ScreenStore } from "../../src/bot/ports.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { extendNotifications } from "../../src/store/notifications.ts";
import { createOutboxStore } from "../../src/store/outbox.ts";
import { createScreenStore, invalidateScreens } from "../../src/store/screens.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let chats: ChatStore;
let outbox: OutboxStore;
let screens: ScreenStore;
let person = 0;
let row = 0;

beforeAll(async () => {
	database = await createTestDatabase();
	chats = createChatStore(database.sql);
	outbox = createOutboxStore(database.sql, createRateLimiter(database.sql));
	screens = createScreenStore(database.sql);
});
afterAll(() => database[Symbol.asyncDispose]());

beforeEach(async () => {
	person += 1;
	await chats.load({ updateId: person, personId: person, chatId: person, locale: "ru" });
	const [made] = await database.sql`insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		values (${person}, ${person}, 'operation', ${person + 500}, '1') returning id`;
	row = Number(made?.["id"]);
});

async function stateOf(id: number): Promise<unknown> {
	const [found] = await database.sql`select state from bot.outbox where id = ${id}`;
	return found?.["state"];
}

it("leases a row to one sender, and to another if that one died", async () => {
	const leases = await Promise.all([outbox.lease(row), outbox.lease(row)]);
	expect(leases.filter((each) => each !== null)).toEqual([
		{
			id: row,
			person: { id: person, locale: "ru", timeZone: "UTC", isNew: false },
			chatId: person,
			subject: { kind: "operation", id: person + 500 },
			dedupKey: "1",
			facts: null,
			attempts: 0,
			wakeAt: expect.any(String),
			now: expect.any(Date),
			quiet: null,
			held: false,
		},
	]);
	await database.advance(31_000);
	expect(await outbox.lease(row)).toMatchObject({ id: row });
});

it("is dropped, unless an event has joined it since the lease", async () => {
	const { sql } = database;
	const states = () => sql`select state from bot.outbox where id = ${row}`;
	const before = await outbox.lease(row);
	await sql`update bot.outbox set wake_at = wake_at + interval '1 us' where id = ${row}`;
	await outbox.drop({ id: row, wakeAt: before?.wakeAt ?? "" });
	expect(await states()).toEqual([{ state: "waiting" }]);
	const after = await outbox.lease(row);
	await outbox.drop({ id: row, wakeAt: after?.wakeAt ?? "" });
	expect(await states()).toEqual([{ state: "dropped" }]);
	await sql`update bot.outbox set state = 'waiting', wake_at = clock(), settled_at = null where id = ${row}`;
});

it("is sent once", async () => {
	await outbox.lease(row);
	await outbox.settle(row);
	await database.advance(60_000);
	expect(await outbox.lease(row)).toBeNull();
});

it("waits for the given time, and counts failed attempts but not waits for the rate limit", async () => {
	await outbox.lease(row);
	await outbox.wait(row, 10_000);
	expect(await outbox.lease(row)).toBeNull();
	await database.advance(10_001);
	expect(await outbox.lease(row)).toMatchObject({ attempts: 0 });
	await outbox.tryAgain(row, 10_000);
	expect(await outbox.lease(row)).toBeNull();
	await database.advance(10_001);
	expect(await outbox.lease(row)).toMatchObject({ attempts: 1 });
});

it("sends nothing to a person who blocked the bot, and sends it when they come back", async () => {
	await chats.stop(person);
	expect(await outbox.lease(row)).toBeNull();
	await chats.resume(person);
	expect(await outbox.lease(row)).toMatchObject({ id: row });
});

it("is shown in the message that its subject already has", async () => {
	const subject = { kind: "operation", id: person + 500 } as const;
	const show = { routeName: "register", params: { a: 1 }, subject, at: null, beneath: false };
	const saved = await chats.save({ updateId: person, personId: person, chatId: person, show });
	const screenId = await outbox.screen(row, { routeName: "receipt", params: {} });
	expect(saved).toMatchObject({ kind: "saved", screenId });
});

it("is otherwise shown in a new message, the same one at every attempt", async () => {
	const first = await outbox.screen(row, { routeName: "receipt", params: { b: 2 } });
	expect(await outbox.screen(row, { routeName: "receipt", params: { b: 2 } })).toBe(first);
	const [screen] =
		await database.sql`select feature, params, subject_kind, rev, shown_rev from bot.screens where id = ${first}`;
	expect(screen).toEqual({ feature: "receipt", params: { b: 2 }, subject_kind: "operation", rev: 1, shown_rev: 0 });
});

it("is settled by the same statement that records its message as shown", async () => {
	await outbox.lease(row);
	const screenId = Number(await outbox.screen(row, { routeName: "receipt", params: {} }));
	const leased = await screens.lease(screenId);
	await screens.shown({
		screenId,
		rev: leased?.rev ?? 0,
		messageId: 7,
		keyboardRev: leased?.rev ?? 0,
		shownHash: null,
		choices: [],
	});
	expect(await stateOf(row)).toBe("sent");
});

it("is not settled by a drawing that began before the notification was added", async () => {
	const subject = { kind: "operation", id: person + 500 } as const;
	const show = { routeName: "operation", params: {}, subject, at: null, beneath: false };
	await chats.save({ updateId: person, personId: person, chatId: person, show });
	const [{ id: screenId } = { id: 0 }] = await database.sql<{ id: number }[]>`
		select id::int from bot.screens where chat_id = ${person}`;
	await screens.release(screenId, null);
	const before = await screens.lease(screenId);
	await outbox.screen(row, { routeName: "receipt", params: {} });
	await screens.shown({
		screenId,
		rev: before?.rev ?? 0,
		messageId: 7,
		keyboardRev: before?.rev ?? 0,
		shownHash: null,
		choices: [],
	});
	expect(await stateOf(row)).toBe("waiting");
	const after = await screens.lease(screenId);
	await screens.shown({
		screenId,
		rev: after?.rev ?? 0,
		messageId: 7,
		keyboardRev: after?.rev ?? 0,
		shownHash: null,
		choices: [],
	});
	expect(await stateOf(row)).toBe("sent");
});

it("is sent once the redraw of its subject shows it, and gets no second message after the person moves on", async () => {
	const subject = { kind: "operation", id: person + 500 } as const;
	const show = { routeName: "operation", params: {}, subject, at: null, beneath: false };
	const saved = await chats.save({ updateId: person, personId: person, chatId: person, show });
	const screenId = saved.kind === "saved" ? Number(saved.screenId) : 0;
	await screens.release(screenId, null);
	expect(await database.db.transaction((tx) => invalidateScreens(tx, subject))).toEqual([screenId]);
	const leased = await screens.lease(screenId);
	const rev = leased?.rev ?? 0;
	await screens.shown({ screenId, rev, messageId: 7, keyboardRev: rev, shownHash: null, choices: [] });
	expect(await stateOf(row)).toBe("sent");
	const home = { routeName: "home", params: {}, subject: null, at: { id: screenId, rev }, beneath: false };
	await chats.save({ updateId: person + 900, personId: person, chatId: person, show: home });
	expect(await outbox.screen(row, { routeName: "receipt", params: {} })).toBeNull();
});

it("is not shown earlier because its subject changes again while the first message waits", async () => {
	const { db, sql } = database;
	const subject = { kind: "operation", id: person + 500 } as const;
	await outbox.lease(row);
	const screenId = Number(await outbox.screen(row, { routeName: "receipt", params: {} }));
	await screens.lease(screenId);
	await screens.release(screenId, 90_000);
	await outbox.wait(row, 60_000);
	const due = () => sql`select rev, wake_at from bot.screens where id = ${screenId}`;
	const [before] = await due();
	expect(await db.transaction((tx) => invalidateScreens(tx, subject))).toEqual([]);
	expect(await due()).toEqual([{ rev: 2, wake_at: before?.["wake_at"] }]);
	expect(await db.transaction((tx) => extendNotifications(tx, [person], subject, "1"))).toEqual({
		rows: [row],
		screens: [],
	});
	expect(await due()).toEqual([{ rev: 3, wake_at: before?.["wake_at"] }]);
});

it("is shown after the usual pause in a message that was shown before, even if that message was to wait", async () => {
	const { db, sql } = database;
	const subject = { kind: "operation", id: person + 500 } as const;
	const screenId = Number(await outbox.screen(row, { routeName: "receipt", params: {} }));
	const rev = (await screens.lease(screenId))?.rev ?? 0;
	await screens.shown({ screenId, rev, messageId: 7, keyboardRev: rev, shownHash: null, choices: [] });
	await screens.release(screenId, 90_000);
	const { screens: drawn } = await db.transaction((tx) => extendNotifications(tx, [person], subject, "2"));
	const linked = await sql`select state from bot.outbox where screen_id = ${screenId} and dedup_key = '2'`;
	expect(linked).toEqual([{ state: "waiting" }]);
	// On a busy machine, the pause may be over when the subject changes.
	const [screen] = await sql`
		select wake_at >= shown_at + interval '1 s' as paused, wake_at > shown_at + interval '1 s' as late
		from bot.screens where id = ${screenId}`;
	expect(screen).toEqual({ paused: true, late: drawn.length > 0 });
});

it("gets a new message if the person used its message for another screen before it was shown", async () => {
	const first = Number(await outbox.screen(row, { routeName: "receipt", params: {} }));
	const show = { routeName: "home", params: {}, subject: null, at: { id: first, rev: 1 }, beneath: false };
	await chats.save({ updateId: person, personId: person, chatId: person, show });
	const leased = await screens.lease(first);
	await screens.shown({
		screenId: first,
		rev: leased?.rev ?? 0,
		messageId: 7,
		keyboardRev: leased?.rev ?? 0,
		shownHash: null,
		choices: [],
	});
	expect(await stateOf(row)).toBe("waiting");
	const second = await outbox.screen(row, { routeName: "receipt", params: {} });
	expect([typeof second, second === first]).toEqual(["number", false]);
});

it("keeps Telegram's interval between two messages of a chat, and a longer one in a group", async () => {
	const [first, second] = [await outbox.reserveChatSlot(person), await outbox.reserveChatSlot(person)];
	expect([first, second > 0, second <= 1_000]).toEqual([0, true, true]);
	const [group, groupAgain] = [await outbox.reserveChatSlot(-person), await outbox.reserveChatSlot(-person)];
	expect([group, groupAgain > 1_000, groupAgain <= 3_000]).toEqual([0, true, true]);
});

it("keeps Telegram's interval between any two messages", async () => {
	const [first, second] = [await outbox.reserveGlobalSlot(), await outbox.reserveGlobalSlot()];
	expect([first, second <= 35]).toEqual([0, true]);
});

it("keeps Telegram's limit of 30 messages a second if the process stalls while it waits for a permit", async () => {
	const everyMs = 1_000 / 29;
	let clock = 0;
	let permits = 0;
	let due = 0;
	// Grants permits as the database does. The answer with the third permit is late.
	const acquire = async (): Promise<Permit> => {
		const free = due - everyMs / 4;
		if (clock < free) return { go: false, blocked: false, waitMs: Math.ceil(free - clock), free: new Date(free) };
		due = Math.max(due, clock) + everyMs;
		permits += 1;
		if (permits === 3) clock += 300;
		return { go: true, probe: false };
	};
	const stalling = createOutboxStore(database.sql, { acquire, block: async () => {} }, () => clock);
	const sent: number[] = [];
	while (sent.length < 40) {
		const wait = await stalling.reserveGlobalSlot();
		if (wait > 0) clock += wait;
		else sent.push(clock);
	}
	const withinASecond = sent.map((from) => sent.filter((at) => at >= from && at < from + 1_000).length);
	expect(Math.max(...withinASecond)).toBeLessThanOrEqual(30);
});

it("pauses a chat after a 429, and all other chats for at most five seconds", async () => {
	const { sql } = database;
	const pauses = () => sql`
		select key, ceil(extract(epoch from blocked_until - clock()))::int as seconds from rate_limits
		where blocked_until > clock() order by length(key), key`;
	await outbox.block(-person, 60_000);
	expect(await pauses()).toEqual([{ key: `telegram:chat:${-person}`, seconds: 60 }]);
	await outbox.block(person, 60_000);
	expect(await pauses()).toEqual([
		{ key: "telegram", seconds: 5 },
		{ key: `telegram:chat:${person}`, seconds: 60 },
		{ key: `telegram:chat:${-person}`, seconds: 60 },
	]);
});
