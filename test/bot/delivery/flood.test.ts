import { expect, it, onTestFinished } from "vitest";
import type { DomainBot } from "../../../src/bot/index.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

/** A `sendMessage` call. `at`: when its answer arrived, by `performance.now()`. */
interface Sent {
	status: number | null;
	at: number;
}

/** Starts a bot with people who wait for a notification. Returns the ids of the outbox rows, and the bot's messages. */
async function startWithNotifications(count: number) {
	const sent: Sent[] = [];
	const world = await startBot({
		onCall: ({ method, status }) => {
			if (method === "sendMessage") sent.push({ status, at: performance.now() });
		},
	});
	onTestFinished(() => world[Symbol.asyncDispose]());
	const rows: string[] = [];
	for (let number = 0; number < count; number += 1) {
		const { id } = await world.meet();
		await world.fixture.customer(id);
		const chat = await world.chat({ person: id });
		chat.expectsRefusal("Too Many Requests");
		await chat.starts();
		rows.push(await addEvent(world, id));
	}
	sent.length = 0;
	return { world, rows, sent };
}

async function addEvent(world: BotUnderTest, personId: number): Promise<string> {
	const [row] = await world.fixture.database.sql<{ id: string }[]>`
		with event as (
			insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state)
			select account_id, 'flood', 'flood', 'domain.registered', 'flood.com', '{}', 'done'
			from bot.connections where person_id = ${personId} returning id
		)
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		select ${personId}, ${personId}, 'event', id, '' from event returning id`;
	return row?.id ?? "";
}

const sendAll = (bot: DomainBot, rows: readonly string[]) =>
	Promise.all(rows.map((row) => bot.sendNotification(row, new AbortController().signal)));

it("pauses the notifications of all processes after a 429, and sends each of them once", async () => {
	const { world, rows, sent } = await startWithNotifications(20);
	const replica = await world.replica();
	world.telegram.faults.add({ method: "sendMessage", status: 429, retryAfter: 1 });
	await Promise.all([sendAll(world.bot, rows.slice(0, 10)), sendAll(replica, rows.slice(10))]);
	const refused = sent.filter(({ status }) => status === 429).map(({ at }) => at);
	expect(refused).toHaveLength(1);
	const [from = 0] = refused;
	// Without a pause, all others would follow within 0.7 s. On a busy machine, it takes a moment until the pause begins.
	expect(sent.filter(({ at }) => at > from && at < from + 1_000).length).toBeLessThan(10);
	await world.work();
	expect(sent.filter(({ status }) => status === 200)).toHaveLength(rows.length);
	const { sql } = world.fixture.database;
	expect(await sql`select state, attempts, count(*)::int from bot.outbox group by 1, 2`).toEqual([
		{ state: "sent", attempts: 0, count: rows.length },
	]);
});

it("leaves a refused notification to its outbox row, which reserves another slot", async () => {
	const { world, rows, sent } = await startWithNotifications(1);
	world.telegram.faults.add({ method: "sendMessage", status: 429, retryAfter: 60 });
	await sendAll(world.bot, rows);
	const { sql } = world.fixture.database;
	await world.advance(61_000);
	const due = (table: string) => sql`select from bot.${sql(table)} where wake_at <= clock()`;
	expect([await due("outbox"), await due("screens")].map((found) => found.length)).toEqual([1, 0]);
	await world.work();
	expect(sent.map(({ status }) => status)).toEqual([429, 200]);
});
