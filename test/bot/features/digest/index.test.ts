import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Chat } from "../../../support/chat.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const signal = new AbortController().signal;

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person with an account and a digest (a summary message) that is sent daily, the next time in an hour. */
async function reader() {
	const anna = await world.customer();
	const { id } = anna.view.person;
	await anna.starts();
	await world.fixture.actions.digest.set({ personId: id, every: "daily", at: await minuteIn(1), day: 1 });
	return { anna, id };
}

/** Returns the time of day in this many hours, as minutes since midnight UTC. */
async function minuteIn(hours: number): Promise<number> {
	const [row] = await world.fixture.database.sql<{ now: Date }[]>`select clock() as now`;
	const time = new Date((row?.now.getTime() ?? 0) + hours * hourMs);
	return time.getUTCHours() * 60 + time.getUTCMinutes();
}

/** Stores an event that was processed without an alert, so that only the digest reports it. */
async function addEvent(personId: number, domain: string, type = "domain.renewed"): Promise<void> {
	const { sql } = world.fixture.database;
	await sql`
		insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state, received_at)
		select account_id, ${domain}, ${domain}, ${type}, ${domain}, '{}', 'done', clock()
		from bot.connections where person_id = ${personId}`;
}

const digests = (anna: Chat) => anna.messages.flatMap(({ text }) => (text?.startsWith("🗞 Digest") ? [text] : []));

async function rows(personId: number): Promise<{ state: string; hours: number }[]> {
	const { sql } = world.fixture.database;
	return await sql<{ state: string; hours: number }[]>`
		select state, round(extract(epoch from held_until - clock()) / 3600)::int as hours from bot.outbox
		where person_id = ${personId} and subject_kind = 'digest' order by id`;
}

async function pass(milliseconds: number): Promise<void> {
	await world.advance(milliseconds);
	await world.work();
}

it("reports each event in one digest, once a day, and sends nothing on an empty day", async () => {
	const { anna, id } = await reader();
	await addEvent(id, "one.com");
	await addEvent(id, "two.com");
	await pass(hourMs);
	await anna.until("Renewed: 2 · one.com, two.com");
	expect(await rows(id)).toEqual([
		{ state: "sent", hours: 0 },
		{ state: "waiting", hours: 24 },
	]);
	await pass(dayMs);
	expect((await rows(id)).map(({ state }) => state)).toEqual(["sent", "dropped", "waiting"]);
	await addEvent(id, "three.com", "domain.blocked");
	await pass(dayMs);
	await anna.until("Blocked: 1 · three.com");
	expect(digests(anna)).toHaveLength(2);
	expect(digests(anna)[1]).not.toContain("one.com");
});

it("lists what expires, what is in doubt and what was spent", async () => {
	const { anna, id } = await reader();
	const { sql } = world.fixture.database;
	await sql`
		insert into bot.domains (account_id, domain, expires_at, listed_at)
		select account_id, 'soon' || n || '.com', clock() + n * interval '4 days', clock()
		from bot.connections, generate_series(1, 8) n where person_id = ${id}`;
	await sql`
		insert into bot.operations (reference, account_id, person_id, kind, state, quote, quote_expires_at, confirmed_at)
		select '#9DBT', account_id, ${id}, 'renew', 'needs_human', '{}', clock(), clock()
		from bot.connections where person_id = ${id}`;
	await sql`
		with request as (
			insert into bot.requests (operation_id, key, phase, first_sent_at)
			select id, 'spent', 'succeeded', clock() from bot.operations where reference = '#9DBT' returning id, operation_id
		)
		insert into bot.items (operation_id, request_id, ordinal, account_id, domain, lock, phase, charged_cents)
		select r.operation_id, r.id, 1, o.account_id, 'spent.com', 'renew', 'succeeded', 1250
		from request r join bot.operations o on o.id = r.operation_id`;
	await pass(hourMs);
	const { text } = await anna.until("🗞 Digest");
	expect(text).toContain("Expires within 30 days: 7\nsoon1.com");
	expect(text).toContain("… and 2 more");
	expect(text).toContain("No result yet: 1\n#9DBT");
	expect(text).toMatch(/Spent\nAccount \d+: \$12\.50, 1 domain/);
	await anna.taps("⏰ Expiring domains");
	await anna.until("soon1.com");
});

it("sends one digest if the process dies after it added the next one, or two processes wake", async () => {
	const { anna, id } = await reader();
	await addEvent(id, "crashed.com");
	await world.advance(hourMs);
	const { sql } = world.fixture.database;
	const [row] = await sql<{ id: string; subject_id: string }[]>`
		select id, subject_id from bot.outbox where person_id = ${id} and subject_kind = 'digest'`;
	const opened = await world.fixture.actions.digest.open({ personId: id, start: Number(row?.subject_id) });
	expect(opened).not.toBeNull();
	await world.restart();
	const replica = await world.replica();
	await Promise.all([
		world.bot.sendNotification(row?.id ?? "", signal),
		replica.sendNotification(row?.id ?? "", signal),
	]);
	await world.work();
	await anna.until("crashed.com");
	expect(digests(anna)).toHaveLength(1);
	expect(await rows(id)).toHaveLength(2);
});

it("loses no event and repeats none after a week without a bot", async () => {
	const { anna, id } = await reader();
	await addEvent(id, "before.com");
	await world.advance(2 * hourMs);
	await addEvent(id, "during.com");
	await pass(7 * dayMs);
	await anna.until("before.com");
	expect(digests(anna)).toHaveLength(1);
	expect(digests(anna)[0]).not.toContain("during.com");
	await pass(dayMs);
	await anna.until("during.com");
	expect(digests(anna)).toHaveLength(2);
});

it("loses no event after the clock of the database was set back", async () => {
	const { anna, id } = await reader();
	const { sql } = world.fixture.database;
	await sql`
		update bot.outbox set held_until = held_until + interval '1 year', wake_at = wake_at + interval '1 year'
		where person_id = ${id} and subject_kind = 'digest'`;
	await addEvent(id, "before.com");
	await pass(hourMs);
	expect(digests(anna).at(-1)).toContain("before.com");
	await addEvent(id, "after.com");
	await pass(dayMs);
	expect(digests(anna)).toHaveLength(2);
	expect(digests(anna).at(-1)).toContain("after.com");
});

it("moves the waiting digest with the setting, and keeps the start of its period", async () => {
	const { anna, id } = await reader();
	await addEvent(id, "kept.com");
	await world.fixture.actions.digest.set({ personId: id, at: await minuteIn(3) });
	expect(await rows(id)).toEqual([{ state: "waiting", hours: 3 }]);
	// Kathmandu is 5:45 hours ahead of UTC. There, the chosen time of day has already passed today, so the digest comes
	// tomorrow.
	await world.fixture.actions.settings.timeZone({ personId: id, timeZone: "Asia/Kathmandu" });
	expect(await rows(id)).toEqual([{ state: "waiting", hours: 21 }]);
	await world.fixture.actions.settings.timeZone({ personId: id, timeZone: "UTC" });
	await pass(hourMs);
	expect(digests(anna)).toEqual([]);
	await pass(2 * hourMs);
	await anna.until("kept.com");
	await world.fixture.actions.digest.set({ personId: id, every: "off" });
	expect((await rows(id)).map(({ state }) => state)).toEqual(["sent"]);
});

it.each([
	["sent", false],
	["moved", true],
])("goes on if the next one was added while the clock was a year ahead, and is then %s", async (_title, isMoved) => {
	const { anna, id } = await reader();
	await pass(366 * dayMs);
	await world.advance(60_000 - 366 * dayMs);
	expect(await rows(id)).toEqual([
		{ state: "dropped", hours: 1 },
		{ state: "waiting", hours: 366 * 24 + 1 },
	]);
	if (isMoved) await world.fixture.actions.digest.set({ personId: id, at: await minuteIn(1) });
	await world.work();
	for (const domain of ["today.com", "tomorrow.com", "later.com"]) {
		await addEvent(id, domain);
		await pass(domain === "today.com" ? hourMs : dayMs);
		await anna.until(domain);
	}
	expect(digests(anna)).toHaveLength(3);
});

it("comes in quiet hours too, because the person chose its time", async () => {
	const { anna, id } = await reader();
	const from = (await minuteIn(0)) % 1440;
	await world.fixture.actions.settings.quietHours({ personId: id, hours: { from, until: (from + 180) % 1440 } });
	await addEvent(id, "chosen.com");
	await pass(hourMs);
	await anna.until("chosen.com");
});

it("waits for a person who blocked the bot", async () => {
	const { anna, id } = await reader();
	await addEvent(id, "patient.com");
	await anna.blocks();
	const { sql } = world.fixture.database;
	await expect.poll(() => sql`select from bot.chats where id = ${id} and stopped_at is not null`).toHaveLength(1);
	await pass(3 * dayMs);
	expect(digests(anna)).toEqual([]);
	await anna.blocks(false);
	await anna.starts(undefined, { wait: false });
	await expect.poll(() => sql`select from bot.chats where id = ${id} and stopped_at is null`).toHaveLength(1);
	await world.work();
	await anna.until("patient.com");
	expect(digests(anna)).toHaveLength(1);
});

it("is set in few taps, or by a text", async () => {
	const anna = await world.customer();
	await anna.says("/notifications");
	await anna.taps("🗞 Digest: off");
	await anna.until("Digest: off");
	await anna.taps("Weekly");
	await anna.until("every week, Monday at 09:00");
	await anna.taps("Fri");
	await anna.until("every week, Friday at 09:00");
	await anna.says("8:30");
	await anna.until("every week, Friday at 08:30");
	await anna.says("soon");
	await anna.until("“soon” isn’t a time");
	await anna.says("/digest daily 18");
	await anna.until("every day at 18:00");
	await anna.says("/digest off");
	await anna.until("Digest: off");
	await anna.says("/digest 7:15");
	await anna.until("every day at 07:15");
	await anna.says("/digest daily 25:00");
	await anna.until("isn’t a time");
});
