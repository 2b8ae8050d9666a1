import { setTimeout as sleep } from "node:timers/promises";
import type { Update } from "grammy/types";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Chat } from "../../support/chat.ts";
import { createGate } from "../../support/gate.ts";
import { longWait } from "../../support/long-wait.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

async function begin(change: Parameters<typeof startBot>[0] = {}): Promise<BotUnderTest> {
	const world = await startBot(change);
	onTestFinished(() => world[Symbol.asyncDispose]());
	return world;
}

let lastUpdate = 1_000_000;

/** Returns a forged callback query for any message, with any data. A real Telegram client could not send it. */
function press(chat: Chat, messageId: number, data: string, from = chat.view.person.id): Update {
	const person = { id: from, is_bot: false, first_name: "Mallory", language_code: "en" };
	const message = {
		message_id: messageId,
		date: 0,
		chat: { id: chat.view.chat.id, type: "private" as const, first_name: "" },
	};
	return { update_id: ++lastUpdate, callback_query: { id: "1", from: person, chat_instance: "", message, data } };
}

/**
 * Waits until the bot has recorded which screens it showed. The bot records a screen only after it has sent the
 * message. Some screens it also stores only then.
 */
async function untilRecorded({ fixture: { database } }: BotUnderTest): Promise<void> {
	const open = () => database.sql`
		select from bot.screens where rev > shown_rev union all select from bot.updates where done_at is null`;
	await vi.waitUntil(async () => (await open()).length === 0, longWait);
}

const newest = (chat: Chat) => chat.messages.findLast((message) => message.from === "bot")?.message_id ?? 0;

describe("a callback query", () => {
	it.each(["1.confirm.1", "999.go.0", "1.nonsense", "home/0/0//hxxxx", "x", "1.go.77"])(
		"that was forged redraws the screen: %s",
		async (data) => {
			const world = await begin();
			const anna = await world.customer();
			anna.expectsRefusal("query is too old");
			anna.expectsRefusal("message is not modified");
			await anna.says("forged.com");
			await anna.until("forged.com is available");
			expect(await world.bot.handle(press(anna, newest(anna), data))).toBe("done");
			expect(anna.screen).toMatch(/forged.com is available|This step expired/);
			expect(anna.account.ledger).toEqual([]);
		},
	);

	it.each(["go", "beside"])("%s with the value of another button leads to no apology", async (verb) => {
		const world = await begin();
		const anna = await world.customer();
		anna.expectsRefusal("query is too old");
		await anna.says("alpha.com\nbeta.com\ngamma.com");
		await anna.until("gamma.com");
		await untilRecorded(world);
		const { sql } = world.fixture.database;
		const shown = async () =>
			(
				await sql<{ rev: number; choices: string[]; message: string }[]>`
				select keyboard_rev as rev, choices, message_id as message from bot.screens order by shown_at desc limit 1`
			)[0];
		const values = (await shown())?.choices.filter((value) => !value.startsWith("{")) ?? [];
		expect(values.length).toBeGreaterThan(0);
		for (const value of new Set(values)) {
			const { rev, choices = [], message } = (await shown()) ?? {};
			const data = `${rev}.${verb}.${choices.indexOf(value)}`;
			expect(await world.bot.handle(press(anna, Number(message), data))).toBe("done");
			await untilRecorded(world);
			expect(anna.screen).not.toContain("went wrong");
			if (verb === "beside" || !choices.includes(value)) return;
			await anna.says("alpha.com\nbeta.com\ngamma.com");
			await untilRecorded(world);
		}
	});

	it.each(["__proto__", "constructor"])(
		"with the name of an inherited object member is out of date: %s",
		async (verb) => {
			const world = await begin();
			const anna = await world.customer();
			anna.expectsRefusal("query is too old");
			await anna.says("member.com");
			await anna.until("member.com is available");
			await untilRecorded(world);
			const [row] = await world.fixture.database.sql`select max(keyboard_rev) as rev from bot.screens`;
			expect(await world.bot.handle(press(anna, newest(anna), `${row?.["rev"]}.${verb}`))).toBe("done");
			expect(anna.screen).toContain("This step expired");
		},
	);

	it("on another person's message does nothing", async () => {
		const world = await begin();
		const anna = await world.customer();
		const mallory = await world.chat();
		anna.expectsRefusal("query is too old");
		mallory.expectsRefusal("query is too old");
		await anna.says("mine.com");
		await anna.until("mine.com is available");
		const before = anna.screen;
		expect(await world.bot.handle(press(anna, newest(anna), "1.register.0", mallory.view.person.id))).toBe("done");
		expect(anna.screen).toBe(before);
	});

	it("on a forgotten message shows a new screen below", async () => {
		const world = await begin();
		const anna = await world.customer();
		await anna.says("forgotten.com");
		await anna.until("forgotten.com is available");
		await untilRecorded(world);
		await world.fixture.database.sql`update bot.conversations set screen_id = null`;
		await world.fixture.database.sql`delete from bot.screens`;
		await anna.taps("Register", { outdated: true });
		await anna.untilToast("out of date");
		await anna.until("🏠 Home");
	});

	it("for a button that just went out of date is answered by the current button", async () => {
		const world = await begin();
		const anna = await world.customer();
		await anna.says("late.com");
		await anna.until("late.com is available");
		await untilRecorded(world);
		await world.fixture.database.sql`update bot.screens set rev = rev + 5, shown_rev = rev + 5, keyboard_rev = rev + 5`;
		await anna.taps("Register");
		await anna.until("Register late.com?");
		expect(anna.toasts.map(({ text }) => text)).toEqual([expect.stringContaining("out of date")]);
	});

	it("that arrives before the shown screen is recorded is valid", async () => {
		using recorded = createGate();
		// The test removes the stored buttons of a message, taps one of them, and then restores them. Meanwhile the bot
		// reads the message's row every 50 ms, until it finds the buttons. With this fake `sleep`, each of these pauses
		// lasts until the buttons are restored.
		const pause = (ms: number, signal?: AbortSignal) =>
			ms === 50 ? recorded.opened : sleep(ms, undefined, signal && { signal });
		const world = await begin({ sleep: pause });
		const anna = await world.customer();
		await anna.says("quick.com");
		await anna.until("quick.com is available");
		const { sql } = world.fixture.database;
		await untilRecorded(world);
		const [was] = await sql`
			with was as (select id, keyboard_rev, choices from bot.screens where chat_id = ${anna.view.chat.id})
			update bot.screens s set keyboard_rev = 0, choices = '[]' from was where was.id = s.id returning was.*`;
		await anna.taps("Register", { wait: false });
		await vi.waitFor(
			async () => expect(await sql`select from bot.updates where done_at is null`).toHaveLength(1),
			longWait,
		);
		await sql`
			update bot.screens set keyboard_rev = ${was?.["keyboard_rev"]}, choices = ${JSON.stringify(was?.["choices"])}::jsonb
			where id = ${was?.["id"]}`;
		recorded.open();
		await anna.until("Register quick.com?");
		expect(anna.toasts).toEqual([]);
	});

	it("with the data of an older version redraws the screen", async () => {
		const world = await begin();
		const anna = await world.chat();
		anna.expectsRefusal("query is too old");
		anna.expectsRefusal("message is not modified");
		await anna.starts();
		expect(await world.bot.handle(press(anna, newest(anna), "home-welcome/7/7//hxxxx"))).toBe("done");
		expect(anna.screen).toContain("Welcome");
	});
});

describe("two processes", () => {
	it("that handle one person concurrently both reply, and lose nothing", async () => {
		const world = await begin();
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Search domains");
		const text = (words: string): Update => ({
			update_id: ++lastUpdate,
			message: {
				message_id: lastUpdate,
				date: 0,
				from: { id: anna.view.person.id, is_bot: false, first_name: "Anna", language_code: "en" },
				chat: { id: anna.view.chat.id, type: "private", first_name: "" },
				text: words,
			},
		});
		const other = await world.replica();
		const settled = await Promise.all([world.bot.handle(text("one.com")), other.handle(text("two.com"))]);
		expect(settled).toEqual(["done", "done"]);
		await anna.until("one.com is available");
		await anna.until("two.com is available");
	});
});

describe("a list of names", () => {
	/** Returns the current callback data of the button that deselects a name. */
	async function untick(world: BotUnderTest, name: string): Promise<string> {
		await untilRecorded(world);
		const [screen] = await world.fixture.database.sql<{ rev: number; choices: string[] }[]>`
			select keyboard_rev as rev, choices from bot.screens where feature = 'list'`;
		return `${screen?.rev}.untick.${screen?.choices.indexOf(name)}`;
	}

	it("shows the first tick of two devices, and leaves the second one undone in sight", async () => {
		const world = await begin();
		const anna = await world.customer();
		anna.expectsRefusal("query is too old");
		await anna.says("both-a.com both-b.com both-c.com");
		await anna.until("✅ 3 available");
		const [one, two] = [await untick(world, "both-a.com"), await untick(world, "both-b.com")];
		await world.bot.handle(press(anna, newest(anna), one));
		await anna.until("Selected: 2 of 3");
		await untilRecorded(world);
		await world.bot.handle(press(anna, newest(anna), two));
		await untilRecorded(world);
		expect(anna.screen).toContain("▫️ both-a.com");
		expect(anna.screen).toContain("✅ both-b.com");
		await anna.taps("☑️ both-b.com");
		expect((await anna.until("Selected: 1 of 3")).text).toContain("▫️ both-a.com");
	});

	it("is neither shown to another person nor changed by them", async () => {
		const world = await begin();
		const anna = await world.customer();
		const boris = await world.customer();
		for (const each of [anna, boris]) each.expectsRefusal("query is too old");
		boris.expectsRefusal("message is not modified");
		await boris.starts();
		await anna.says("alone-a.com alone-b.com");
		await anna.until("✅ 2 available");
		const data = await untick(world, "alone-a.com");
		const { id } = boris.view.person;
		expect(await world.bot.handle(press(anna, newest(anna), data, id))).toBe("done");
		expect(await world.bot.handle(press(boris, newest(boris), data))).toBe("done");
		await untilRecorded(world);
		expect(boris.messages.map(({ text }) => text).join("\n")).not.toContain("alone-");
		await anna.taps("☑️ alone-b.com");
		expect((await anna.until("Selected: 1 of 2")).text).toContain("✅ alone-a.com");
	});
});
