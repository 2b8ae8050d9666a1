import { randomUUID } from "node:crypto";
import { connect, type Sql } from "@domains/kit/postgres/connect.ts";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Changes, Showing } from "../../src/bot/ports.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { type OnAlone, shareWork } from "../../src/store/shared.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let lastId = 1_000;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const home: Showing = { routeName: "home", params: {}, subject: null, at: null, beneath: false };

/**
 * A process of the bot. `statements` has the number of updates in each shared statement that it has sent, and `count`
 * returns the number of all statements. `alone` has what the metrics count.
 */
function createProcess(own: Sql = database.sql) {
	const statements: number[] = [];
	let sent = 0;
	const sql = new Proxy(own, {
		apply(target, self, args) {
			const [strings, rows] = args;
			if (Array.isArray(strings) && strings.length > 1) sent += 1;
			if (Array.isArray(strings) && strings.join("").includes("jsonb_to_recordset"))
				statements.push(JSON.parse(rows).length);
			return Reflect.apply(target, self, args);
		},
	});
	const alone: string[] = [];
	const onAlone: OnAlone = (statement, reason) => void alone.push(`${statement} ${reason}`);
	const chats = createChatStore(sql, randomUUID, onAlone);
	return { statements, alone, count: () => sent, chats, screens: createScreenStore(sql, randomUUID, onAlone) };
}

/** Has separate connections. */
function createOtherProcess() {
	const other = connect(database.url, { max: 4 });
	onTestFinished(() => other[Symbol.asyncDispose]());
	return createProcess(other.sql);
}

/** People who are known, each with a new update in their private chat. */
async function people(count: number): Promise<Begun[]> {
	const { chats } = createProcess();
	const ids = Array.from({ length: count }, () => ++lastId);
	await Promise.all(ids.map((id) => chats.load({ updateId: ++lastId, personId: id, chatId: id, locale: "en" })));
	return ids.map((id) => ({ updateId: ++lastId, personId: id, chatId: id, locale: "en" }));
}

interface Begun {
	updateId: number;
	personId: number;
	chatId: number;
	locale: string;
}

const showing = ({ updateId, personId, chatId }: Begun): Changes => ({ updateId, personId, chatId, show: home });
const shownAt = (screenId: number | null, messageId = ++lastId) => ({
	screenId: screenId ?? 0,
	rev: 1,
	messageId,
	keyboardRev: 1,
	shownHash: null,
	choices: ["a"],
});

/** Less than PostgreSQL lets a statement wait for a lock. */
const lockMs = 12_000;

/** Locks the chat's state until the returned function is called. */
async function lock(chatId: number): Promise<() => Promise<void>> {
	const { promise: end, resolve } = Promise.withResolvers<void>();
	const locked = Promise.withResolvers<void>();
	const done = database.sql.begin(async (tx) => {
		await tx`select from bot.conversations where chat_id = ${chatId} for update`;
		await tx`select from bot.screens where chat_id = ${chatId} for update`;
		locked.resolve();
		await end;
	});
	await locked.promise;
	return async () => {
		resolve();
		await done;
	};
}

it("lets updates that arrive together share their three statements, and a lone one go at once", async () => {
	const all = await people(9);
	const { chats, screens, statements } = createProcess();
	const states = await Promise.all(all.map((each) => chats.load(each)));
	expect(states.map(({ person, tries }) => [person.id, tries])).toEqual(all.map(({ personId }) => [personId, 1]));
	const saved = await Promise.all(all.map((each) => chats.save(showing(each))));
	expect(saved.map((each) => each.kind === "saved" && each.leased?.chatId)).toEqual(all.map(({ chatId }) => chatId));
	const shown = saved.map((each) => shownAt(each.kind === "saved" ? each.screenId : null));
	await Promise.all(shown.map((each) => screens.shown(each)));
	expect(statements).toEqual([1, 8, 1, 8, 1, 8]);
	const stored = await database.sql`
		select message_id::int from bot.screens where chat_id = any(${all.map(({ chatId }) => chatId)}) order by chat_id`;
	expect(stored.map((row) => row["message_id"])).toEqual(shown.map(({ messageId }) => messageId));
});

it("stores the screen of a message that was already sent, and has nothing to draw then", async () => {
	const all = await people(3);
	const { chats, screens } = createProcess(afterCommit(Object.assign(new Error("read"), { code: "ENETDOWN" }), 1));
	await Promise.all(all.map((each) => createProcess().chats.load(each)));
	const sent = { messageId: ++lastId, keyboardRev: 1, shownHash: "a hash", choices: ["a"] };
	// The answer to the statement of the first update is lost.
	const answers = await Promise.all(all.map((each) => chats.save({ ...showing(each), sent })));
	expect(answers).toEqual(all.map(() => ({ kind: "saved", screenId: expect.any(Number), leased: null })));
	const stored = await database.sql`
		select message_id::int as "messageId", keyboard_rev as "keyboardRev", shown_hash as "shownHash", choices,
			shown_rev = rev and shown_at is not null and wake_at is null and lease_until is null as shown
		from bot.screens where chat_id = any(${all.map(({ chatId }) => chatId)})`;
	expect(stored).toEqual(all.map(() => ({ ...sent, shown: true })));
	for (const each of answers) if (each.kind === "saved") expect(await screens.lease(each.screenId ?? 0)).toBeNull();
	// Another process has answered the update.
	const [again] = all;
	expect(await createProcess().chats.save({ ...showing(again ?? neverBegun), sent })).toEqual({ kind: "conflict" });
});

it("stores what each update of a batch changed, and nothing of an update that came too late", async () => {
	const all = await people(6);
	const { chats } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const [first, typing, moving, late, twice, ended] = all;
	if (!first || !typing || !moving || !late || !twice || !ended) throw new Error("six people");
	const key = ({ updateId, personId, chatId }: Begun) => ({ updateId, personId, chatId });
	const at = await chats.save(showing(moving));
	const screenId = at.kind === "saved" ? (at.screenId ?? 0) : 0;
	const next = { ...moving, updateId: ++lastId };
	await chats.load(next);
	await chats.save(showing(twice));
	const answers = await Promise.all([
		chats.save(showing(first)),
		chats.save({ ...key(typing), conversation: { data: { step: "ё" }, rev: 0 } }),
		chats.save({
			...key(next),
			topicId: 7,
			show: { ...home, routeName: "help", at: { id: screenId, rev: 1 }, beneath: true },
		}),
		chats.save({ ...key(late), conversation: { data: 1, rev: 3 }, show: home }),
		chats.save(showing(twice)),
		chats.save({ ...key(ended), conversation: { data: null, rev: 0 }, show: home }),
	]);
	expect(answers.map(({ kind }) => kind)).toEqual(["saved", "saved", "saved", "conflict", "conflict", "saved"]);
	const again = (each: Begun) => chats.load({ ...each, updateId: ++lastId });
	const [typed, moved, refused] = await Promise.all([typing, moving, late].map(again));
	expect(typed).toMatchObject({ conversation: { data: { step: "ё" }, rev: 1 }, screen: null });
	expect(moved).toMatchObject({ isLast: true, screen: { id: screenId, routeName: "help", rev: 2, messageId: null } });
	expect(refused).toMatchObject({ conversation: { data: null, rev: 0 }, screen: null });
	expect((await again(ended)).conversation).toMatchObject({ data: null, rev: 1 });
});

it("saves the neighbours of an update that PostgreSQL refuses", async () => {
	const all = await people(4);
	const { chats, statements, alone } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const bad = { ...showing(all[2] ?? neverBegun), topicId: 2 ** 70 };
	const answers = await Promise.allSettled(all.map((each, index) => chats.save(index === 2 ? bad : showing(each))));
	expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
	expect(statements.slice(2)).toEqual([1, 3, 1, 1, 1]);
	expect(alone).toEqual(["save refused", "save refused", "save refused"]);
});

const neverBegun: Begun = { updateId: 0, personId: 0, chatId: 0, locale: "en" };

it("saves the neighbours of an update that cannot be written as JSON, and runs none of them alone", async () => {
	const all = await people(4);
	const { chats, statements } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const answers = await Promise.allSettled(
		all.map((each, index) =>
			chats.save({ ...showing(each), show: index === 2 ? { ...home, params: { count: 1n } } : home }),
		),
	);
	expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
	expect(statements.slice(2)).toEqual([1, 2]);
});

it("runs no update of a batch alone if the batch may have been committed", async () => {
	const all = await people(4);
	await Promise.all(all.map((each) => createProcess().chats.load(each)));
	const { chats, statements } = createProcess(afterCommit(new Error("no such error is known")));
	const answers = await Promise.allSettled(all.map((each) => chats.save(showing(each))));
	expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
	expect(statements).toEqual([1, 3]);
});

it("finds what a batch has committed if the network fails before the answer", async () => {
	const all = await people(4);
	await Promise.all(all.map((each) => createProcess().chats.load(each)));
	const { chats } = createProcess(afterCommit(Object.assign(new Error("read"), { code: "ENETDOWN" }), 2));
	const answers = await Promise.all(all.map((each) => chats.save(showing(each))));
	expect(answers.map((each) => each.kind === "saved" && each.leased?.chatId)).toEqual(all.map(({ chatId }) => chatId));
});

it("loads the state of a chat once the database answers again", async () => {
	const [one] = await people(1);
	const { chats } = createProcess(afterCommit(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), 1));
	expect(await chats.load(one ?? neverBegun)).toMatchObject({ done: false, person: { id: one?.personId } });
});

/** Connections on which the first shared statements fail after they were committed. */
function afterCommit(error: Error, failures = Number.POSITIVE_INFINITY): Sql {
	let left = failures;
	return new Proxy(database.sql, {
		apply(target, self, args) {
			const statement = Reflect.apply(target, self, args);
			if (!args[0].join("").includes("jsonb_to_recordset")) return statement;
			left -= 1;
			return left < 0 ? statement : statement.then(() => Promise.reject(error));
		},
	});
}

it("runs no abandoned update alone after a shared statement has taken too long", async () => {
	const all = await people(3);
	const slow = connect(database.url, { max: 4, limits: { statement_timeout: 100 } });
	onTestFinished(() => slow[Symbol.asyncDispose]());
	const { chats, count } = createProcess(slow.sql);
	const abandoned = new AbortController();
	await database.sql.begin(async (tx) => {
		await tx`lock table bot.people in access exclusive mode`;
		const states = Promise.allSettled(all.map((each) => chats.load(each, abandoned.signal)));
		await expect.poll(count).toBe(1);
		abandoned.abort(new Error("abandoned"));
		expect((await states).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
	});
	expect(count()).toBe(1);
});

it("saves the updates of a group in their order, each in another statement, and none alone", async () => {
	const [first] = await people(1);
	const chatId = first?.chatId ?? 0;
	const all = Array.from({ length: 20 }, () => ({ updateId: ++lastId, personId: ++lastId, chatId, locale: "en" }));
	const { chats, statements, count } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const before = count();
	const ended: number[] = [];
	await Promise.all(all.map((each) => chats.save(showing(each)).then(() => ended.push(each.updateId))));
	expect(ended).toEqual(all.map(({ updateId }) => updateId));
	expect(statements.slice(-20)).toEqual(all.map(() => 1));
	expect(count() - before).toBe(20);
	const screens = await database.sql`select person_id::int from bot.screens where chat_id = ${chatId} order by id`;
	expect(screens.map((row) => row["person_id"])).toEqual(all.map(({ personId }) => personId));
});

it("fails if a shared statement answers for a call that it was not given", async () => {
	const share = shareWork({
		keyOf: (id: number) => id,
		idOf: (id: number) => id,
		toRow: (id: number) => ({ id }),
		together: async () => [{ id: "7" }, { id: "8" }],
		fromRow: ({ id }) => id,
		alone: async () => "alone",
	});
	await expect(share(7)).rejects.toThrow("a shared statement returned a row twice, or for no call");
});

it("saves and records the neighbours of a locked chat while it is locked", { timeout: lockMs }, async () => {
	const all = await people(4);
	const [, , stuck] = all;
	if (!stuck) throw new Error("four people");
	const { chats, screens, alone } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const unlock = await lock(stuck.chatId);
	const answers = all.map((each) => chats.save(showing(each)));
	const neighbours = await Promise.all(answers.filter((_, index) => index !== 2));
	expect(neighbours.map(({ kind }) => kind)).toEqual(["saved", "saved", "saved"]);
	await unlock();
	const saved = await Promise.all(answers);
	expect(saved[2]?.kind).toBe("saved");

	const unlockAgain = await lock(stuck.chatId);
	const records = saved.map((each) => screens.shown(shownAt(each.kind === "saved" ? each.screenId : null)));
	await Promise.all(records.filter((_, index) => index !== 2));
	const shown = () =>
		database.sql`select from bot.screens where chat_id = any(${all.map(({ chatId }) => chatId)}) and shown_rev = 1`;
	expect(await shown()).toHaveLength(3);
	await unlockAgain();
	await Promise.all(records);
	expect(await shown()).toHaveLength(4);
	expect(alone).toEqual(["save left_out", "record left_out"]);
});

it("loads the neighbours of an update that another process has begun and not committed", {
	timeout: lockMs,
}, async () => {
	const all = await people(3);
	const [, , stuck] = all;
	const { chats } = createProcess();
	const states: Promise<unknown>[] = [];
	await database.sql.begin(async (tx) => {
		await tx`insert into bot.updates (id) values (${stuck?.updateId ?? 0})`;
		states.push(...all.map((each) => chats.load(each)));
		await Promise.all(states.slice(0, 2));
	});
	expect(await states[2]).toMatchObject({ tries: 2, done: false });
});

it("saves each update once if two processes handle the same ones", async () => {
	const all = await people(20);
	const processes = [createOtherProcess(), createOtherProcess()];
	const answers = await Promise.all(
		processes.map(async ({ chats }) => {
			await Promise.all(all.map((each) => chats.load(each)));
			return await Promise.all(all.map((each) => chats.save(showing(each))));
		}),
	);
	const wins = all.map((_, index) => answers.filter((own) => own[index]?.kind === "saved").length);
	expect(wins).toEqual(all.map(() => 1));
	const screens = await database.sql`select from bot.screens where chat_id = any(${all.map(({ chatId }) => chatId)})`;
	expect(screens).toHaveLength(20);
});

it("saves each update once if the session of a batch is killed", async () => {
	const all = await people(5);
	const { chats } = createOtherProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	let answers: Promise<{ kind: string }>[] = [];
	await database.sql.begin(async (tx) => {
		await tx`lock table bot.screens in access exclusive mode`;
		answers = all.map((each) => chats.save(showing(each)));
		// A transaction sees the sessions as they were when it looked first, so another session looks here.
		const waiting = () => database.sql`
			select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and query like '%locked_conversation%'`;
		await expect.poll(waiting).toHaveLength(1);
	});
	expect((await Promise.all(answers)).map(({ kind }) => kind)).toEqual(all.map(() => "saved"));
	const screens = await database.sql`select from bot.screens where chat_id = any(${all.map(({ chatId }) => chatId)})`;
	expect(screens).toHaveLength(5);
});

it("writes nothing of an update that the bot abandons while it waits for its statement", async () => {
	const all = await people(3);
	const { chats } = createProcess();
	await Promise.all(all.map((each) => chats.load(each)));
	const abandoned = new AbortController();
	const answers = all.map((each, index) => chats.save(showing(each), index === 1 ? abandoned.signal : undefined));
	abandoned.abort(new Error("abandoned"));
	const settled = await Promise.allSettled(answers);
	expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
	expect(await database.sql`select from bot.screens where chat_id = ${all[1]?.chatId ?? 0}`).toHaveLength(0);
});
