import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Changes, ChatStore, ScreenStore, Showing } from "../../src/bot/ports.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createLossySql } from "../support/lost-answers.ts";

let database: TestDatabase;
let chats: ChatStore;
let screens: ScreenStore;
let lastUpdate = 100;

beforeAll(async () => {
	database = await createTestDatabase();
	chats = createChatStore(database.sql);
	screens = createScreenStore(database.sql);
});
afterAll(() => database[Symbol.asyncDispose]());

/**
 * Returns functions that load and save the state of a person's private chat. The chat has the same id as the person.
 */
function newcomer(personId: number) {
	const load = (options: { updateId?: number; messageId?: number; locale?: string } = {}) =>
		chats.load({ updateId: options.updateId ?? ++lastUpdate, personId, chatId: personId, locale: "en", ...options });
	const save = (changes: Partial<Changes>) =>
		chats.save({ updateId: lastUpdate, personId, chatId: personId, ...changes });
	return { load, save };
}

const home: Showing = { routeName: "home", params: {}, subject: null, at: null, beneath: false };

describe("loading", () => {
	it("inserts a person once, with the locale of their first update", async () => {
		const anna = newcomer(1);
		expect(await anna.load({ locale: "ru" })).toEqual({
			person: { id: 1, locale: "ru", timeZone: "UTC", isNew: true },
			conversation: { data: null, rev: 0, age: 0 },
			screen: null,
			isLast: false,
			tries: 1,
			done: false,
			banned: false,
		});
		expect((await anna.load({ locale: "en" })).person).toEqual({ id: 1, locale: "ru", timeZone: "UTC", isNew: false });
	});

	it("inserts a person once if their first updates arrive at the same time", async () => {
		const chats = [0, 1, 2, 3].map(() => newcomer(60));
		const states = await Promise.all(chats.map(({ load }) => load({ locale: "ru" })));
		expect(states.map(({ person }) => person.locale)).toEqual(["ru", "ru", "ru", "ru"]);
		expect(states.filter(({ person }) => person.isNew)).toHaveLength(1);
	});

	it("counts the attempts at an update, and keeps the first one as the first", async () => {
		const anna = newcomer(2);
		await anna.load({ updateId: 7 });
		const again = await anna.load({ updateId: 7 });
		expect([again.tries, again.person.isNew, again.done]).toEqual([2, true, false]);
	});

	it("finds the screen of a message, or else the last one shown", async () => {
		const anna = newcomer(3);
		for (const messageId of [51, 52]) {
			await anna.load();
			const saved = await anna.save({ show: { ...home, params: { messageId } } });
			await screens.shown({
				screenId: saved.kind === "saved" ? (saved.screenId ?? 0) : 0,
				rev: 1,
				messageId,
				keyboardRev: 1,
				shownHash: null,
				choices: [],
			});
		}
		expect((await anna.load()).screen?.params).toEqual({ messageId: 52 });
		expect((await anna.load({ messageId: 51 })).screen).toMatchObject({ messageId: 51, params: { messageId: 51 } });
		expect((await anna.load({ messageId: 53 })).screen).toBeNull();
	});
});

it("finds no screen once the last one was deleted", async () => {
	const anna = newcomer(4);
	await anna.load();
	await anna.save({ show: home });
	await database.sql`delete from bot.screens where person_id = 4`;
	expect(await anna.load()).toMatchObject({ screen: null, isLast: false });
	expect(await anna.save({ show: home })).toMatchObject({ kind: "saved" });
});

describe("saving", () => {
	it("stores a conversation and raises its revision", async () => {
		const anna = newcomer(11);
		await anna.load();
		expect(await anna.save({ conversation: { data: { step: 1 }, rev: 0 } })).toEqual({
			kind: "saved",
			screenId: null,
			leased: null,
		});
		await database.advance(60_000);
		const { conversation } = await anna.load();
		expect(conversation).toMatchObject({ data: { step: 1 }, rev: 1 });
		expect(conversation.age).toBeGreaterThanOrEqual(60_000);
		await anna.save({ conversation: { data: null, rev: 1 } });
		expect((await anna.load()).conversation).toMatchObject({ data: null, rev: 2 });
	});

	it("accepts one of two updates that read the same conversation", async () => {
		const anna = newcomer(12);
		await Promise.all([anna.load({ updateId: 901 }), anna.load({ updateId: 902 })]);
		const answers = await Promise.all(
			[901, 902].map((updateId) => anna.save({ updateId, conversation: { data: { updateId }, rev: 0 }, show: home })),
		);
		expect(answers.map((each) => each.kind).sort()).toEqual(["conflict", "saved"]);
		const count = await database.sql`select from bot.screens where person_id = 12`;
		expect(count.length).toBe(1);
	});

	it("accepts one of two updates that read the same screen", async () => {
		const anna = newcomer(13);
		await anna.load();
		const saved = await anna.save({ show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		await Promise.all([anna.load({ updateId: 911 }), anna.load({ updateId: 912 })]);
		const answers = await Promise.all(
			[911, 912].map((updateId) => anna.save({ updateId, show: { ...home, at: { id, rev: 1 } } })),
		);
		expect(answers.map((each) => each.kind).sort()).toEqual(["conflict", "saved"]);
		expect((await anna.load()).screen?.rev).toBe(2);
	});

	it("does not conflict with a job that requested a redraw meanwhile", async () => {
		const anna = newcomer(18);
		await anna.load();
		const saved = await anna.save({ show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		await anna.load();
		await database.sql`update bot.screens set rev = rev + 1 where id = ${id}`;
		expect(await anna.save({ show: { ...home, routeName: "help", at: { id, rev: 1 } } })).toMatchObject({
			kind: "saved",
			screenId: id,
		});
		expect((await anna.load()).screen).toMatchObject({ routeName: "help", rev: 3 });
	});

	it("does not write the screen if the conversation has changed", async () => {
		const anna = newcomer(14);
		await anna.load();
		expect(await anna.save({ conversation: { data: 1, rev: 5 }, show: home })).toEqual({ kind: "conflict" });
		const state = await anna.load();
		expect([state.screen, state.conversation.rev]).toEqual([null, 0]);
	});

	it("happens once: a repeated update is reported as done and changes nothing", async () => {
		const anna = newcomer(15);
		await anna.load({ updateId: 921 });
		await anna.save({ updateId: 921, show: home });
		expect((await anna.load({ updateId: 921 })).done).toBe(true);
		expect(await anna.save({ updateId: 921, show: home })).toEqual({ kind: "conflict" });
	});

	it("writes nothing after the update was abandoned while the database was lost", async () => {
		const anna = newcomer(19);
		await anna.load();
		let runs = 0;
		const sql = new Proxy(database.sql, {
			apply(target, self, args) {
				runs += 1;
				if (runs > 1) return Reflect.apply(target, self, args);
				return Promise.reject(Object.assign(new Error("lost"), { code: "ECONNREFUSED" }));
			},
		});
		const abandoned = new AbortController();
		const key = { updateId: lastUpdate, personId: 19, chatId: 19 };
		const saved = createChatStore(sql).save({ ...key, show: home }, abandoned.signal);
		abandoned.abort();
		await expect(saved).rejects.toThrow("lost");
		expect(await database.sql`select from bot.screens where person_id = 19`).toHaveLength(0);
	});

	it("sends a screen again below the person's message, and keeps the id of the old message to delete it", async () => {
		const anna = newcomer(16);
		await anna.load();
		const saved = await anna.save({ show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		await screens.shown({ screenId: id, rev: 1, messageId: 71, keyboardRev: 1, shownHash: null, choices: [] });
		await anna.load();
		const again = await anna.save({ show: { ...home, at: { id, rev: 1 }, beneath: true } });
		const leased = again.kind === "saved" ? again.leased : null;
		expect(leased).toMatchObject({ rev: 2, keyboardRev: 1, messageId: null, oldMessageId: 71 });
		await screens.shown({ screenId: id, rev: 2, messageId: 72, keyboardRev: 2, shownHash: null, choices: [] });
		expect((await anna.load()).screen).toMatchObject({ messageId: 72, keyboardRev: 2 });
	});

	it("moves everything of a group that became a supergroup", async () => {
		const anna = newcomer(17);
		await anna.load();
		await anna.save({ conversation: { data: "here", rev: 0 }, show: home });
		await chats.rename(17, -100_17);
		const state = await chats.load({ updateId: ++lastUpdate, personId: 17, chatId: -100_17, locale: "en" });
		expect([state.conversation.data, state.screen?.routeName]).toEqual(["here", "home"]);
	});
});

describe("screens", () => {
	async function shownHome(personId: number): Promise<number> {
		const { load, save } = newcomer(personId);
		await load();
		const saved = await save({ show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		await screens.release(id, null);
		return id;
	}

	it("are leased to the update that changed them, unless a sender draws them", async () => {
		const { load, save } = newcomer(27);
		await load();
		const saved = await save({ show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		expect(saved).toMatchObject({ leased: { id, rev: 1, shownAgo: null, person: { id: 27 } } });
		expect(await screens.lease(id)).toBeNull();
		await load();
		expect(await save({ show: { ...home, at: { id, rev: 1 } } })).toMatchObject({ screenId: id, leased: null });
		await screens.release(id, null);
		await load();
		expect(await save({ show: { ...home, at: { id, rev: 2 } } })).toMatchObject({ leased: { id, rev: 3 } });
	});

	it("are drawn by one sender at a time", async () => {
		const id = await shownHome(21);
		const leases = await Promise.all([screens.lease(id), screens.lease(id)]);
		expect(leases.filter((each) => each !== null)).toHaveLength(1);
	});

	it("are drawn by another sender if the first one died", async () => {
		const id = await shownHome(22);
		await screens.lease(id);
		await database.advance(31_000);
		expect(await screens.lease(id)).toMatchObject({ id, person: { id: 22, locale: "en", timeZone: "UTC" } });
	});

	it("stay leased to the next sender if the first one gives up after its lease ended", async () => {
		const id = await shownHome(32);
		const first = await screens.lease(id);
		await database.advance(31_000);
		expect(await screens.lease(id)).not.toBeNull();
		await screens.release(id, 0, first?.leaseId);
		expect(await screens.lease(id)).toBeNull();
	});

	it("need no drawing once they were shown, and report how long ago that was", async () => {
		const id = await shownHome(23);
		await screens.lease(id);
		expect(
			await screens.shown({
				screenId: id,
				rev: 1,
				messageId: 81,
				keyboardRev: 1,
				shownHash: null,
				choices: ["a", "b"],
			}),
		).toEqual({ more: false });
		expect(await screens.lease(id)).toBeNull();
		await database.advance(5_000);
		await database.sql`update bot.screens set rev = rev + 1 where id = ${id}`;
		const leased = await screens.lease(id);
		expect(leased?.choices).toEqual(["a", "b"]);
		expect(leased?.shownAgo).toBeGreaterThanOrEqual(5_000);
	});

	it("must be drawn again if they changed meanwhile", async () => {
		const id = await shownHome(24);
		await screens.lease(id);
		await database.sql`update bot.screens set rev = rev + 1 where id = ${id}`;
		expect(
			await screens.shown({ screenId: id, rev: 1, messageId: 82, keyboardRev: 1, shownHash: null, choices: [] }),
		).toEqual({ more: true });
		expect(await screens.lease(id)).toMatchObject({ rev: 2, keyboardRev: 1 });
	});

	it("are drawn again after a sender that lost its lease showed an old revision", async () => {
		const id = await shownHome(25);
		await screens.shown({ screenId: id, rev: 1, messageId: 83, keyboardRev: 1, shownHash: null, choices: [] });
		await database.sql`update bot.screens set rev = 3, shown_rev = 3 where id = ${id}`;
		expect(
			await screens.shown({ screenId: id, rev: 2, messageId: 83, keyboardRev: 2, shownHash: null, choices: [] }),
		).toEqual({ more: true });
		expect(await screens.lease(id)).toMatchObject({ rev: 3, keyboardRev: 2 });
	});

	it("stay with the update or sender that leased them if the answer was lost", async () => {
		const lossy = createLossySql(database.sql);
		const [chatsHere, screensHere] = [createChatStore(lossy.sql), createScreenStore(lossy.sql)];
		const { load } = newcomer(28);
		await load();
		lossy.lose("insert into bot.screens");
		const saved = await chatsHere.save({ updateId: lastUpdate, personId: 28, chatId: 28, show: home });
		const id = saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
		expect(saved).toMatchObject({ leased: { id, rev: 1, person: { id: 28 } } });
		expect(await screens.lease(id)).toBeNull();
		const leaseId = saved.kind === "saved" ? saved.leased?.leaseId : undefined;
		lossy.lose("update bot.screens set ");
		await screensHere.release(id, 0, leaseId);
		lossy.lose("set lease_until");
		expect(await screensHere.lease(id)).toMatchObject({ id, rev: 1 });
		expect(await screens.lease(id)).toBeNull();
		await load();
		lossy.lose("set done_at");
		const shownAgain = { ...home, at: { id, rev: 1 } };
		const changed = await chatsHere.save({ updateId: lastUpdate, personId: 28, chatId: 28, show: shownAgain });
		// A sender holds the lease and draws this revision too, so the update needs to draw nothing.
		expect(changed).toEqual({ kind: "conflict" });
	});

	it("keep the lease of the next sender if a sender records again what it has shown", async () => {
		const lossy = createLossySql(database.sql);
		const screensHere = createScreenStore(lossy.sql);
		const id = await shownHome(29);
		const leased = await screens.lease(id);
		const shown = { screenId: id, messageId: 91, keyboardRev: 1, shownHash: null, choices: [] };
		const { sql } = database;
		lossy.lose("shown_rev =");
		const recorded = screensHere.shown({ ...shown, rev: 1, leaseId: leased?.leaseId ?? "" });
		await expect.poll(() => sql`select shown_rev from bot.screens where id = ${id}`).toEqual([{ shown_rev: 1 }]);
		await sql`update bot.screens set rev = 2 where id = ${id}`;
		expect(await screens.lease(id)).toMatchObject({ rev: 2, messageId: 91 });
		await recorded;
		expect(await screens.lease(id)).toBeNull();
	});

	it("can be released for a while", async () => {
		const id = await shownHome(26);
		await screens.lease(id);
		await screens.release(id, 60_000);
		const [row] =
			await database.sql`select lease_until is null as free, wake_at > clock() as later from bot.screens where id = ${id}`;
		expect(row).toEqual({ free: true, later: true });
	});
});
