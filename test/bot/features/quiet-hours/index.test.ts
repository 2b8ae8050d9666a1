import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { extendNotifications } from "../../../../src/store/notifications.ts";
import { createOutboxStore } from "../../../../src/store/outbox.ts";
import type { Chat } from "../../../support/chat.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const hourMs = 3_600_000;
const signal = new AbortController().signal;

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person with an account. The person's quiet hours began an hour ago and end in an hour. */
async function sleeper() {
	const { id } = await world.meet();
	await world.fixture.customer(id);
	const anna = await world.chat({ person: id });
	await anna.starts();
	await world.fixture.actions.settings.quietHours({ personId: id, hours: await around(1, 1) });
	return { anna, id };
}

/** Returns quiet hours in UTC that began `before` hours ago and end in `after` hours. */
async function around(before: number, after: number) {
	const { sql } = world.fixture.database;
	const [row] = await sql<{ minute: number }[]>`
		select extract(hour from clock() at time zone 'UTC')::int * 60
			+ extract(minute from clock() at time zone 'UTC')::int as minute`;
	const minute = (row?.minute ?? 0) + 1440;
	return { from: (minute - before * 60) % 1440, until: (minute + after * 60) % 1440 };
}

/**
 * Stores a processed event of the person's account and the notification about it. Returns the id of the notification's
 * row in `bot.outbox`.
 */
async function addEvent(personId: number, domain: string, type = "domain.unblocked"): Promise<string> {
	const { sql } = world.fixture.database;
	const [row] = await sql<{ id: string }[]>`
		with event as (
			insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state, occurred_at)
			select account_id, ${domain + type}, ${domain + type}, ${type}, ${domain}, '{}', 'done', clock()
			from bot.connections where person_id = ${personId} returning id
		)
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		select ${personId}, ${personId}, 'event', id, 'alert' from event returning id`;
	return row?.id ?? "";
}

async function states(personId: number): Promise<string[]> {
	const { sql } = world.fixture.database;
	const rows = await sql<{ state: string }[]>`
		select state from bot.outbox where person_id = ${personId} and subject_kind = 'event' order by id`;
	return rows.map(({ state }) => state);
}

const textsWith = (anna: Chat, part: string) => anna.messages.filter(({ text }) => text?.includes(part));

it("holds what can wait, and lists it in one message when the quiet hours end", async () => {
	const { anna, id } = await sleeper();
	await addEvent(id, "first.com");
	await addEvent(id, "second.com");
	await addEvent(id, "third.com", "domain.blocked");
	await world.work();
	await anna.until("third.com");
	expect(await states(id)).toEqual(["waiting", "waiting", "sent"]);
	expect(textsWith(anna, "first.com")).toEqual([]);
	await world.advance(hourMs);
	await world.work();
	const list = await anna.until("2 alerts from your quiet hours");
	expect(list.text).toContain("1. first.com · ✅ Domain unblocked.\n2. second.com · ✅ Domain unblocked.");
	expect(textsWith(anna, "first.com")).toHaveLength(1);
	expect(await states(id)).toEqual(["sent", "sent", "sent"]);
	await anna.taps("2. second.com");
	expect((await anna.until("second.com\n")).text).not.toContain("first.com");
	await anna.until("2 alerts from your quiet hours");
});

it("sends a single held notification as itself", async () => {
	const { anna, id } = await sleeper();
	await addEvent(id, "alone.com");
	await world.work();
	expect(textsWith(anna, "alone.com")).toEqual([]);
	await world.advance(hourMs);
	await world.work();
	expect((await anna.until("alone.com")).text).not.toContain("quiet hours");
});

it("holds nothing outside the quiet hours", async () => {
	const { anna, id } = await sleeper();
	await world.fixture.actions.settings.quietHours({ personId: id, hours: await around(-1, 2) });
	await addEvent(id, "awake.com");
	await world.work();
	await anna.until("awake.com");
});

it("releases what is held when the person turns quiet hours off, in one message", async () => {
	const { anna, id } = await sleeper();
	await addEvent(id, "freed-one.com");
	await addEvent(id, "freed-two.com");
	await world.work();
	await anna.says("/quiet");
	await anna.taps("Turn off");
	await anna.until("Quiet hours: off");
	await world.work();
	await anna.until("2 alerts from your quiet hours");
});

it("judges what is held again if the hours or the time zone change", async () => {
	const { anna, id } = await sleeper();
	await addEvent(id, "longer.com");
	await world.work();
	await world.fixture.actions.settings.quietHours({ personId: id, hours: await around(2, 2) });
	await world.work();
	await world.advance(hourMs);
	await world.work();
	expect(textsWith(anna, "longer.com")).toEqual([]);
	// The current time in Honolulu, ten hours behind UTC, is outside the quiet hours. So the bot now sends the alert that
	// it held back.
	await world.fixture.actions.settings.timeZone({ personId: id, timeZone: "Pacific/Honolulu" });
	await world.work();
	await anna.until("longer.com");
});

it("sends one message if two processes wake at the end, and after a restart in between", async () => {
	const { anna, id } = await sleeper();
	const rows = [await addEvent(id, "pair-one.com"), await addEvent(id, "pair-two.com")];
	await world.work();
	await world.restart();
	await world.advance(hourMs);
	const replica = await world.replica();
	await Promise.all(
		rows.flatMap((row) => [world.bot.sendNotification(row, signal), replica.sendNotification(row, signal)]),
	);
	await world.work();
	await anna.until("2 alerts from your quiet hours");
	expect(textsWith(anna, "pair-one.com")).toHaveLength(1);
	expect(await states(id)).toEqual(["sent", "sent"]);
});

it("sends the list once if the process dies before it is sent", async () => {
	const { sql } = world.fixture.database;
	const { anna, id } = await sleeper();
	const rows = [await addEvent(id, "died-one.com"), await addEvent(id, "died-two.com")];
	await world.work();
	await world.advance(hourMs);
	const outbox = createOutboxStore(sql, createRateLimiter(sql));
	const row = await outbox.lease(Number(rows[1]));
	expect(row && (await outbox.heldScreen(row))).toEqual(expect.any(Number));
	await world.advance(31_000);
	await world.work();
	await anna.until("2 alerts from your quiet hours");
	await world.advance(60_000);
	await world.work();
	expect(textsWith(anna, "died-one.com")).toHaveLength(1);
	expect(await states(id)).toEqual(["sent", "sent"]);
});

it("shows an event that joins a held group while the list is being sent", async () => {
	const { sql, db } = world.fixture.database;
	const { anna, id } = await sleeper();
	const rows = [await addEvent(id, "group-one.com"), await addEvent(id, "group-two.com", "domain.moved")];
	await world.work();
	await world.advance(hourMs);
	const outbox = createOutboxStore(sql, createRateLimiter(sql));
	const row = await outbox.lease(Number(rows[0]));
	const list = row && (await outbox.heldScreen(row));
	const [before] = await sql<{ rev: number }[]>`select rev from bot.screens where id = ${list}`;
	const subject = row?.subject ?? { kind: "event", id: 0 };
	await sql`
		insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state, group_id)
		select account_id, 'joined', 'joined', type, 'group-three.com', '{}', 'done', id
		from bot.inbox where id = ${subject.id}`;
	await db.transaction((tx) => extendNotifications(tx, [id], subject, "alert"));
	const [after] = await sql<{ rev: number }[]>`select rev from bot.screens where id = ${list}`;
	expect(after?.rev).toBe((before?.rev ?? 0) + 1);
	await world.advance(31_000);
	await world.work();
	await anna.until("1. ✅ 2 domains unblocked");
	expect(textsWith(anna, "domains unblocked")).toHaveLength(1);
});

it("waits for a person who blocked the bot", async () => {
	const { anna, id } = await sleeper();
	await addEvent(id, "gone-one.com");
	await addEvent(id, "gone-two.com");
	await world.work();
	await anna.blocks();
	const { sql } = world.fixture.database;
	await expect.poll(() => sql`select from bot.chats where id = ${id} and stopped_at is not null`).toHaveLength(1);
	await world.advance(2 * hourMs);
	await world.work();
	expect(await states(id)).toEqual(["waiting", "waiting"]);
	await anna.blocks(false);
	await anna.starts(undefined, { wait: false });
	await expect.poll(() => sql`select from bot.chats where id = ${id} and stopped_at is null`).toHaveLength(1);
	await world.work();
	await anna.until("2 alerts from your quiet hours");
	expect(textsWith(anna, "gone-one.com")).toHaveLength(1);
});

it("exports quiet hours and held notifications with /privacy, and deletes them", async () => {
	const { id } = await sleeper();
	await addEvent(id, "exported.com");
	await world.work();
	const { actions, database } = world.fixture;
	const data = JSON.parse(await actions.privacy.exportData({ personId: id }));
	expect(data.people).toEqual([expect.objectContaining({ quiet_from: expect.any(Number), digest: "off" })]);
	expect(data.outbox).toContainEqual(expect.objectContaining({ held_until: expect.any(String), state: "waiting" }));
	expect(await actions.privacy.forget({ personId: id })).toEqual({ kind: "forgotten" });
	expect(await database.sql`select from bot.outbox where person_id = ${id}`).toEqual([]);
});

it("reads hours from a text, and repeats those that it cannot read", async () => {
	const { anna, id } = await sleeper();
	await anna.says("/quiet");
	await anna.until("Time zone: UTC");
	await anna.says("11pm - 6:45");
	await anna.until("Quiet hours: 23:00–06:45");
	await anna.says("late");
	await anna.until("“late” isn’t a time span");
	await anna.says("/quiet 25-7");
	await anna.until("“25-7” isn’t a time span");
	const { quietHours } = await world.fixture.actions.settings.read({ personId: id });
	expect(quietHours).toEqual({ from: 23 * 60, until: 6 * 60 + 45 });
	await anna.says("/notifications");
	await anna.taps("🌙 Quiet hours: 23:00–06:45");
	await anna.taps("22:00–07:00");
	await anna.until("Quiet hours: 22:00–07:00");
});

it("says that alerts arrive at once while quiet hours are off", async () => {
	const anna = await world.customer();
	await anna.says("/quiet");
	await anna.until("Quiet hours: off");
	expect(anna.screen).toContain("Alerts arrive right away.");
	expect(anna.screen).not.toContain("Alerts wait");
	expect(anna.buttons.flat()).toContain("• Off •");
	await anna.says("/quiet 22-7");
	await anna.until("Alerts wait until 07:00");
	await anna.taps("Turn off");
	await anna.until("Alerts arrive right away.");
});
