import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openNotification } from "../../../../src/bot/notifications.ts";
import { untilBlocked } from "../../../support/blocked.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function customer() {
	const { id } = await world.meet();
	await world.fixture.customer(id);
	const anna = await world.chat({ person: id });
	await anna.starts();
	return { anna, id };
}

/**
 * Stores a processed event of the person's account and the unsent notification about it. Returns the id of the
 * notification's row in `bot.outbox`.
 */
async function addEvent(personId: number, domain: string): Promise<string> {
	const { sql } = world.fixture.database;
	const [row] = await sql<{ id: string }[]>`
		with event as (
			insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state)
			select account_id, ${domain}, ${domain}, 'domain.registered', ${domain}, '{}', 'done'
			from bot.connections where person_id = ${personId} returning id
		)
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		select ${personId}, ${personId}, 'event', id, '' from event returning id`;
	return row?.id ?? "";
}

async function leave(personId: number): Promise<void> {
	const connection = await world.fixture.actions.connection.current({ personId });
	await world.fixture.actions.connection.disconnect({ personId, connectionId: connection?.id ?? 0, force: true });
}

it("sends nothing to a person who loses the account while the message waits for its slot", async () => {
	const { sql } = world.fixture.database;
	const { anna, id } = await customer();
	const row = await addEvent(id, "left-behind.com");
	const key = `telegram:chat:${id}`;
	await sql`insert into rate_limits (key, next_at) values (${key}, clock()) on conflict do nothing`;
	const told = await sql.begin(async (tx) => {
		await tx`select from rate_limits where key = ${key} for update`;
		const telling = world.bot.sendNotification(row, new AbortController().signal);
		await untilBlocked(sql);
		await leave(id);
		return { telling };
	});
	await told.telling;
	await world.work();
	expect(anna.messages.filter(({ text }) => /left-behind|no longer available/.test(text ?? ""))).toEqual([]);
	expect(await sql`select state from bot.outbox where id = ${row}`).toEqual([{ state: "dropped" }]);
});

it("updates a sent message if its subject no longer exists", async () => {
	const { sql } = world.fixture.database;
	const { anna, id } = await customer();
	await addEvent(id, "told-before.com");
	await world.work();
	await anna.until("told-before.com");
	await leave(id);
	await sql`update bot.screens set rev = rev + 1, wake_at = clock() where person_id = ${id} and feature = 'alert'`;
	await world.work();
	await anna.until("This alert is no longer available");
});

it("links the name of a domain to its card in the bot", async () => {
	const { anna, id } = await customer();
	await addEvent(id, "linked-name.com");
	await world.work();
	const alert = await anna.until("linked-name.com");
	expect(JSON.stringify(alert)).toMatch(/https:\/\/t\.me\/\w+\?start=d_linked_name-com/);
});

it("drops a muted notification, by type or by domain", async () => {
	const { sql } = world.fixture.database;
	const { anna, id } = await customer();
	await world.fixture.actions.alert.mute({ personId: id, topic: "domain", domain: "muted-name.com" });
	const byDomain = await addEvent(id, "muted-name.com");
	await world.work();
	await world.fixture.actions.alert.mute({ personId: id, topic: "type", type: "domain.registered" });
	const byType = await addEvent(id, "muted-type.com");
	await world.work();
	const states = await sql`select state from bot.outbox where id in ${sql([byDomain, byType])}`;
	expect(states.map((row) => row["state"])).toEqual(["dropped", "dropped"]);
	expect(anna.messages.filter(({ text }) => text?.includes("muted-"))).toEqual([]);
});

it("drops a notification of an unknown kind", async () => {
	const { sql } = world.fixture.database;
	const { id } = await customer();
	const [row] = await sql<{ id: string }[]>`
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		values (${id}, ${id}, 'constructor', 1, '') returning id`;
	await world.work();
	expect(await sql`select state from bot.outbox where id = ${row?.id ?? ""}`).toEqual([{ state: "dropped" }]);
});

it.each([
	["price", "2027-03-01T09:00:00.000Z", { at: "2027-03-01T09:00:00.000Z" }],
	["dismissed", "5 7", { by: 7 }],
	["dismissed", "5", {}],
	["freeze", "frozen 2027-03-01T09:00:00.000Z", {}],
	["freeze", "over 2027-03-01T09:00:00.000Z", { isOver: true }],
	["freeze", "kept 7 2027-03-01T09:00:00.000Z", { keptBy: 7 }],
] as const)(
	"opens a notification (%s) that was stored without facts, with the key %s",
	async (kind, dedupKey, facts) => {
		const { actions } = world.fixture;
		const answering = {
			...actions,
			price: { ...actions.price, jumps: async () => [] },
			connection: { ...actions.connection, dismissed: async () => ({ userId: 1, name: null, other: null }) },
			freeze: {
				...actions.freeze,
				notice: async ({ isOver = false }: { isOver?: boolean | undefined }) => ({ isOver }),
			},
		};
		const person = { id: 1, locale: "en", timeZone: "UTC", isNew: false };
		const notification = { subject: { kind, id: 3 }, person, dedupKey };
		const opened = await openNotification(answering, { ...notification, facts: null });
		expect(opened?.params).toMatchObject(facts);
		expect(opened).toEqual(await openNotification(answering, { ...notification, facts, dedupKey: "" }));
	},
);
