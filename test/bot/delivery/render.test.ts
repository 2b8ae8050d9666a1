import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Chat } from "../../support/chat.ts";
import { walkToQuote } from "../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

/**
 * Starts a bot with its own local Telegram, because each test makes Telegram fail in some way. At the end of the test,
 * each chat asks the local Telegram which calls it refused. So the chats close before the bot, which closes Telegram.
 */
async function startBotHere(): Promise<BotUnderTest> {
	const world = await startBot();
	onTestFinished(() => world[Symbol.asyncDispose]());
	return world;
}

/** Returns the chat of a person who has confirmed an order. The order's jobs have not run yet. */
async function confirmed(world: BotUnderTest, name: string): Promise<Chat> {
	const anna = await world.customer();
	await anna.starts();
	await walkToQuote(anna, name);
	await anna.taps("Pay");
	await anna.until("Placing your order");
	return anna;
}

describe("the result of an order", () => {
	it("is sent as a new message with its reference if the old message is gone", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "gone.com");
		anna.expectsRefusal("message to edit not found");
		const living = anna.messages.at(-1);
		await anna.deletes(living?.message_id ?? 0);
		await world.work();
		await anna.until("gone.com is registered");
		expect(anna.screen).toContain("Order #");
	});

	it("is delivered after a flood limit ends", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "flood.com");
		anna.expectsRefusal("Too Many Requests");
		world.telegram.faults.add({ method: "editMessageText", times: 1, status: 429, retryAfter: 600 });
		await world.work();
		expect(anna.screen).toContain("Placing your order");
		await world.advance(601_000);
		await world.work();
		await anna.until("flood.com is registered");
	});

	it("is delivered once although the response to the edit was lost", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "lost.com");
		anna.expectsRefusal("message is not modified");
		world.telegram.faults.add({ method: "editMessageText", times: 1, cut: "after" });
		await world.work();
		await anna.until("lost.com is registered");
		expect(anna.messages.filter((each) => each.text?.includes("lost.com is registered"))).toHaveLength(1);
	});

	it("is delivered once although the process died before it recorded that", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "died.com");
		await world.work();
		await anna.until("died.com is registered");
		const { sql } = world.fixture.database;
		await sql`update bot.outbox set state = 'waiting', settled_at = null, wake_at = clock()`;
		await world.work();
		expect((await sql`select state from bot.outbox`).map((row) => row["state"])).toEqual(["sent"]);
		expect(anna.messages.filter((each) => each.text?.includes("died.com is registered"))).toHaveLength(1);
	});

	it("is delivered without an apology although the database was lost while it was drawn", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "outage.com");
		const lost = Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
		const get = vi.spyOn(world.fixture.actions.operation, "get").mockRejectedValueOnce(lost);
		await world.work();
		await anna.until("outage.com is registered");
		expect(get).toHaveBeenCalled();
		expect(world.fixture.log.lines.join()).not.toContain("a screen could not be drawn");
	});

	it("leaves a message that already shows it, and keeps its buttons valid", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "calm.com");
		await world.work();
		await anna.until("calm.com is registered");
		const { sql } = world.fixture.database;
		const edits = () => world.calls.filter(({ method }) => method === "editMessageText").length;
		const before = edits();
		await sql`update bot.screens set rev = rev + 1, wake_at = clock() where feature = 'operation'`;
		await world.work();
		expect(await sql`select from bot.screens where rev > shown_rev`).toHaveLength(0);
		expect(edits()).toBe(before);
		await anna.taps("Open domain");
		await anna.until("Paid until");
		expect(anna.toasts).toEqual([]);
	});

	it("is not sent to a person who blocked the bot, and is shown after they return", async () => {
		const world = await startBotHere();
		const anna = await confirmed(world, "blocked.com");
		await anna.blocks();
		await world.work();
		await anna.blocks(false);
		await anna.says("/ops");
		await anna.until("newest first");
		await anna.taps("blocked.com");
		await anna.until("blocked.com is registered");
	});
});

describe("an update", () => {
	it("is handled once if Telegram delivers it twice", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		world.telegram.faults.redeliver(1);
		await anna.says("twice.com");
		await anna.until("twice.com is available");
		await anna.says("/help");
		await anna.until("What you can do here");
		expect(anna.messages.filter((each) => each.text?.includes("twice.com is available"))).toHaveLength(1);
	});
});

it("apologizes for an update that failed three times, and not for one that is delivered often at once", async () => {
	const world = await startBotHere();
	const anna = await world.customer();
	await anna.starts();
	const { id } = anna.view.person;
	const { sql } = world.fixture.database;
	// Three attempts of other processes, which have died or still run.
	const begin = async (updateId: number) =>
		void (await sql`insert into bot.updates (id, tries, created_at) values (${updateId}, 3, clock())`);
	const search = (updateId: number, text: string) => ({
		update_id: updateId,
		message: {
			message_id: updateId,
			date: 0,
			from: { id, is_bot: false, first_name: "Anna", language_code: "en" },
			chat: { id: anna.view.chat.id, type: "private" as const, first_name: "Anna" },
			text,
		},
	});
	await begin(2_000_000_001);
	expect(await world.bot.handle(search(2_000_000_001, "often.com"))).toBe("done");
	await anna.until("often.com is available");
	expect(anna.messages.map(({ text }) => text).join()).not.toContain("went wrong");
	await begin(2_000_000_002);
	await world.advance(11_000);
	expect(await world.bot.handle(search(2_000_000_002, "failing.com"))).toBe("done");
	await anna.until("went wrong");
});

describe("an answer that changes nothing", () => {
	/** Lets no process write a screen until the returned function is called. */
	async function holdScreens({ fixture: { database } }: BotUnderTest): Promise<() => Promise<void>> {
		const open = () => database.sql`
			select from bot.screens where rev > shown_rev union all select from bot.updates where done_at is null`;
		await vi.waitUntil(async () => (await open()).length === 0, { timeout: 10_000, interval: 10 });
		const held = await database.sql.reserve();
		await held`begin`;
		await held`lock table bot.screens in exclusive mode`;
		return async () => {
			await held`commit`;
			held.release();
		};
	}
	const helps = (chat: Chat) => chat.messages.filter((each) => each.text?.includes("What you can do here"));

	it("is sent before it is stored, and its buttons work", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		const release = await holdScreens(world);
		await anna.says("/help", { wait: false });
		await anna.until("What you can do here");
		const [stored] = await world.fixture.database.sql`select count(*)::int from bot.screens where feature = 'help'`;
		expect(stored).toEqual({ count: 0 });
		await release();
		await anna.taps("Settings");
		await anna.until("Settings has notifications");
	});

	it("is sent only after it is stored if a guided step begins, or if it reports a change", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		for (const text of ["/search", "/settings Europe/Berlin"]) {
			const shown = anna.messages.length;
			const release = await holdScreens(world);
			await anna.says(text, { wait: false });
			const { sql } = world.fixture.database;
			const waiting = () => sql`
				select from pg_stat_activity where query like '%locked_conversation%' and wait_event_type = 'Lock'
					and datname = current_database()`;
			await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 10_000, interval: 10 });
			expect(anna.messages.slice(shown).filter(({ from }) => from === "bot")).toEqual([]);
			await release();
			await vi.waitUntil(() => anna.messages.slice(shown).some(({ from }) => from === "bot"), { timeout: 10_000 });
		}
	});

	it("is stored while a slow Telegram accepts it, and sent once", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		world.telegram.faults.add({ method: "sendMessage", times: 1, delay: 1_500 });
		await anna.says("/help", { wait: false });
		const { sql } = world.fixture.database;
		const stored = () => sql`select from bot.screens where feature = 'help' and message_id is null`;
		await vi.waitUntil(async () => (await stored()).length === 1, { timeout: 10_000, interval: 10 });
		expect(helps(anna)).toHaveLength(0);
		await anna.until("What you can do here");
		await anna.taps("Settings");
		await anna.until("Settings has notifications");
	});

	it("appears once if PostgreSQL refuses to store it at first", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		await world.fixture.database.sql.unsafe(`
			create sequence public.helps;
			create function public.refuse_help() returns trigger language plpgsql as $$ begin
				if nextval('public.helps') <= 2 then raise exception 'a bad row'; end if;
				return new;
			end $$;
			create trigger refuse_help before insert on bot.screens
				for each row when (new.feature = 'help') execute function public.refuse_help()`);
		await anna.says("/help", { wait: false });
		const { sql } = world.fixture.database;
		const stored = () =>
			sql`select message_id::int as id from bot.screens where feature = 'help' and message_id is not null`;
		await vi.waitUntil(async () => (await stored()).length === 1, { timeout: 10_000, interval: 10 });
		await vi.waitUntil(() => helps(anna).length === 1, { timeout: 10_000 });
		expect(await stored()).toEqual(helps(anna).map(({ message_id }) => ({ id: message_id })));
	});

	it("appears once if two processes handle the same update", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		const other = await world.replica();
		const { id } = anna.view.person;
		const update = {
			update_id: 2_000_000_000,
			message: {
				message_id: 1_000_000,
				date: 0,
				from: { id, is_bot: false, first_name: "Anna", language_code: "en" },
				chat: { id: anna.view.chat.id, type: "private" as const, first_name: "Anna" },
				text: "/help",
				entities: [{ type: "bot_command" as const, offset: 0, length: 5 }],
			},
		};
		// The first process waits for Telegram when the second one begins.
		world.telegram.faults.add({ method: "sendMessage", times: 1, delay: 300 });
		const first = world.bot.handle(update);
		const { sql } = world.fixture.database;
		const begun = () => sql`select from bot.updates where id = ${update.update_id}`;
		await vi.waitUntil(async () => (await begun()).length === 1, { timeout: 10_000, interval: 10 });
		expect(await Promise.all([first, other.handle(update)])).toEqual(["done", "done"]);
		await vi.waitUntil(() => helps(anna).length === 1, { timeout: 10_000 });
		const screens = await sql`select message_id::int as id from bot.screens where feature = 'help'`;
		expect(screens).toEqual(helps(anna).map(({ message_id }) => ({ id: message_id })));
	});
});

describe("a message about several events", () => {
	it("is split if Telegram refuses it, so that each event is shown", async () => {
		const world = await startBotHere();
		const anna = await world.customer();
		await anna.starts();
		anna.expectsRefusal("too long");
		const { sql } = world.fixture.database;
		const names = ["first-event.com", "second-event.com", "third-event.com"];
		await sql`
			with event as (
				insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state)
				select account_id, name, name, 'domain.blocked', name, '{}', 'done'
				from bot.connections, unnest(${names}::text[]) as name where person_id = ${anna.view.person.id}
				returning id
			), grouped as (select min(id) as first from event)
			insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
			select ${anna.view.person.id}, ${anna.view.person.id}, 'event', first, 'alert' from grouped`;
		await sql`
			update bot.inbox set group_id = (select min(id) from bot.inbox) where id > (select min(id) from bot.inbox)`;
		world.telegram.faults.add({
			method: "sendMessage",
			times: 1,
			status: 400,
			description: "Bad Request: message is too long",
		});
		await world.work();
		for (const name of names) await anna.until(`${name}\n`);
		expect(anna.messages.filter(({ text }) => text?.includes("went wrong"))).toEqual([]);
	});
});
