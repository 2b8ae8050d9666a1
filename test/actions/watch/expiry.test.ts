import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { createMornings } from "./mornings.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
let fixture: ActionsFixture;
const { clock, customer, partner, advanceTo, mornings, morning, send, reported } = createMornings(() => fixture);

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	fixture.service.owned.clear();
	await fixture.database.sql`delete from bot.watches`;
	await fixture.database.sql`update bot.outbox set state = 'dropped'`;
});

async function messages(personId: number): Promise<number> {
	const [row] = await fixture.database.sql`
		select count(*)::int as count from bot.outbox where person_id = ${personId} and subject_kind = 'reminder' and state = 'sent'`;
	return row?.["count"];
}

describe("a reminder", () => {
	it("reports each chosen number of days once, in one message a day", async () => {
		const { personId, take } = await customer();
		await take("one.com", 62);
		await take("two.com", 62);
		await take("far.com", 300);
		await mornings(70);
		const both = (days: number) => [`one.com ${days}`, `two.com ${days}`];
		expect(await reported(personId)).toEqual([...both(60), ...both(30), ...both(7), ...both(1)]);
		expect(await messages(personId)).toBe(4);
	});

	it("reports only the days that the person chose, and none if they chose none", async () => {
		const { personId, take } = await customer();
		const { settings } = fixture.actions;
		for (const days of [60, 7]) await settings.remindBefore({ personId, days });
		expect(await settings.remindBefore({ personId, days: 5 })).toEqual({ kind: "unknown_days" });
		await take("chosen.com", 40);
		await mornings(42);
		expect(await reported(personId)).toEqual(["chosen.com 30", "chosen.com 1"]);
		for (const days of [30, 1]) await settings.remindBefore({ personId, days });
		await take("silent.com", 5);
		await mornings(6);
		expect(await reported(personId)).toHaveLength(2);
	});

	it("comes at nine in the morning of the person, and never at night", async () => {
		const { personId, take } = await customer();
		await fixture.database.sql`update bot.people set time_zone = 'America/Los_Angeles' where id = ${personId}`;
		await take("west.com", 5);
		await advanceTo(9.5 * hourMs);
		await fixture.look();
		await send();
		expect(await messages(personId)).toBe(0);
		for (let hour = 0; hour < 24 && (await messages(personId)) === 0; hour += 1) {
			await fixture.database.advance(hourMs);
			await fixture.look();
			await send();
		}
		const time = (await clock()) % dayMs;
		expect(time).toBeGreaterThan(16 * hourMs);
		expect(time).toBeLessThan(18.5 * hourMs);
	});

	it("is not sent for a name that was renewed elsewhere, even a minute before", async () => {
		const { personId, take } = await customer();
		const renewed = await take("renewed.com", 31);
		await mornings(1);
		expect(await reported(personId)).toEqual(["renewed.com 60"]);
		renewed.expires += 365 * dayMs;
		await mornings(40);
		expect(await reported(personId)).toEqual(["renewed.com 60"]);
		await take("late.com", 5);
		await advanceTo(9.5 * hourMs);
		await fixture.look();
		const late = fixture.service.owned.get("late.com");
		if (late) late.expires += 365 * dayMs;
		await fixture.actions.domain.card({ personId, domain: "late.com" });
		await send();
		expect(await reported(personId)).toEqual(["renewed.com 60"]);
	});

	it("waits silently while the service does not answer, and then reports only the nearest number of days", async () => {
		const { personId, take } = await customer();
		await take("outage.com", 61);
		await mornings(2);
		expect(await reported(personId)).toEqual(["outage.com 60"]);
		fixture.service.fail(/./, ...Array.from({ length: 2_000 }, () => ({ kind: "reset" }) as const));
		for (let hour = 0; hour < 24 * 54; hour += 8) {
			await fixture.database.advance(8 * hourMs);
			await fixture.look();
			await send();
		}
		expect(await reported(personId)).toEqual(["outage.com 60"]);
		fixture.service.heal();
		await mornings(2);
		expect(await reported(personId)).toEqual(["outage.com 60", "outage.com 7"]);
	});

	it("reports only the nearest number of days after the clock moved by 70 days", async () => {
		const { personId, take } = await customer();
		await take("jump.com", 74);
		await mornings(2);
		expect(await reported(personId)).toEqual([]);
		await fixture.database.advance(70 * dayMs);
		await mornings(3);
		expect(await reported(personId)).toEqual(["jump.com 7", "jump.com 1"]);
	});

	it("still reports a name that expired while no look got an answer, but none that expired long before", async () => {
		const { personId, take } = await customer();
		await take("missed.com", -3);
		await take("gone.com", -20);
		await mornings(3);
		expect(await reported(personId)).toEqual(["missed.com 1"]);
	});

	it("treats a date that jumps as another date, and a date that differs by hours as the same", async () => {
		const { personId, take } = await customer();
		const name = await take("moving.com", 58);
		await mornings(1);
		name.expires -= 12 * hourMs;
		await mornings(1);
		name.expires += 20 * hourMs;
		await mornings(1);
		expect(await reported(personId)).toEqual(["moving.com 60"]);
		name.expires -= 30 * dayMs;
		await mornings(1);
		name.expires += 30 * dayMs;
		await mornings(1);
		expect(await reported(personId)).toEqual(["moving.com 60", "moving.com 30"]);
	});

	it("says nothing about a name without a date, and about a name that left the account", async () => {
		const { personId, account, take } = await customer();
		fixture.service.take("undated.com", account, { untold: ["expiry_date"] });
		await take("leaves.com", 40);
		await mornings(1);
		fixture.service.owned.delete("leaves.com");
		await mornings(15);
		expect(await reported(personId)).toEqual(["leaves.com 60"]);
	});

	it("goes to each person of an account, whose watch reads once for all of them", async () => {
		const { personId, account, take } = await customer();
		const other = await partner(account);
		await take("shared.com", 5);
		const before = fixture.service.calls.filter(({ path }) => path.startsWith("/domains?")).length;
		await advanceTo(9.5 * hourMs);
		await fixture.look();
		expect(fixture.service.calls.filter(({ path }) => path.startsWith("/domains?")).length).toBe(before + 1);
		await send();
		expect(await reported(personId)).toEqual(["shared.com 7"]);
		expect(await reported(other.personId)).toEqual(["shared.com 7"]);
	});

	it("comes from a check that precedes that of the prices on the first morning too, so one reading serves both", async () => {
		const { account, take } = await customer();
		await partner(account);
		await take("shared.com", 5);
		const lists = () =>
			fixture.service.calls
				.map(({ path }) => path.replace(/\?.*/, ""))
				.filter((path) => path === "/domains" || path === "/zones");
		const before = lists().length;
		await advanceTo(9 * hourMs + 12 * minuteMs);
		await fixture.look();
		expect(lists().slice(before)).toEqual(["/domains"]);
		await advanceTo(9.5 * hourMs);
		await fixture.look();
		expect(lists().slice(before)).toEqual(["/domains", "/zones"]);
	});

	it("reports several accounts of a person in one message", async () => {
		const { personId, take } = await customer();
		const second = fixture.service.openAccount();
		await fixture.actions.connection.connect({ personId, token: second.token });
		await take("first.com", 5);
		fixture.service.take("second.com", second, { expires: (await clock()) + 20 * dayMs });
		await advanceTo(9.5 * hourMs);
		await fixture.look();
		await send();
		expect(await messages(personId)).toBe(0);
		await fixture.database.advance(hourMs / 2);
		await send();
		expect(await reported(personId)).toEqual(["first.com 7", "second.com 30"]);
		expect(await messages(personId)).toBe(1);
	});

	it("is followed by a second one if another account answers later and a domain is on its last day", async () => {
		const { personId, accountId, take } = await customer();
		const second = fixture.service.openAccount();
		await fixture.actions.connection.connect({ personId, token: second.token });
		await take("first.com", 6);
		fixture.service.take("last-day.com", second, { expires: (await clock()) + 21 * hourMs });
		fixture.service.take("can-wait.com", second, { expires: (await clock()) + 29 * dayMs });
		await advanceTo(9.5 * hourMs);
		const [watch] = await fixture.database.sql`
			select id from bot.watches where kind = 'expiry' and account_id = ${accountId}`;
		await fixture.tasks.watch(String(watch?.["id"]), new AbortController().signal);
		await fixture.database.advance(hourMs / 2);
		await send();
		expect(await reported(personId)).toEqual(["first.com 7"]);
		await fixture.look();
		await send();
		expect(await reported(personId)).toEqual(expect.arrayContaining(["first.com 7", "last-day.com 1"]));
		expect(await messages(personId)).toBe(2);
		expect(await reported(personId)).not.toContain("can-wait.com 30");
		await mornings(1);
		await fixture.database.advance(hourMs / 2);
		await send();
		expect(await reported(personId)).toContain("can-wait.com 30");
	});

	it("names a domain with a muted label on its last day only, like a muted domain", async () => {
		const { personId, take } = await customer();
		for (const domain of ["by-label.com", "by-domain.com"]) await take(domain, 8);
		await mornings(1);
		await fixture.database.sql`update bot.domains set client_ref = 'noisy' where domain = 'by-label.com'`;
		await fixture.actions.alert.mute({ personId, topic: "label", label: "noisy" });
		await fixture.actions.alert.mute({ personId, topic: "domain", domain: "by-domain.com" });
		await mornings(10);
		expect(await reported(personId)).toEqual([
			"by-domain.com 30",
			"by-label.com 30",
			"by-domain.com 1",
			"by-label.com 1",
		]);
	});

	it("comes before the expiry on a day of 25 hours", async () => {
		const { personId, take } = await customer();
		await fixture.database.sql`update bot.people set time_zone = 'Europe/Berlin' where id = ${personId}`;
		await fixture.database.advance(Date.parse("2031-10-24T12:00:00Z") - (await clock()));
		// Summer time ends in the night before the 26th. So 09:00 in Berlin is 07:00 UTC on the 25th and 08:00 UTC on the
		// 26th, which is after the expiry at 07:40 UTC.
		const name = await take("longest-day.com", 1);
		name.expires = Date.parse("2031-10-26T07:40:00Z");
		while ((await clock()) < name.expires) {
			await fixture.look();
			await send();
			await fixture.database.advance(hourMs / 3);
		}
		expect(await reported(personId)).toContain("longest-day.com 1");
	});

	it("goes to the others if the person with auto-renew has lost access", async () => {
		const { personId, account, take } = await customer();
		const other = await partner(account);
		await take("auto.com", 13);
		await mornings(1);
		const auto = { personId: other.personId, domains: ["auto.com"], ceilingCents: 9_999 };
		expect(await fixture.actions.renewal.setAuto(auto)).toMatchObject({ kind: "saved" });
		await fixture.database.sql`delete from bot.reminder_names`;
		await fixture.database.sql`update bot.connections set state = 'needs_token' where person_id = ${other.personId}`;
		await mornings(1);
		expect(await reported(personId)).toEqual(["auto.com 30"]);
	});

	it("becomes one message for a person who blocked the bot and comes back", async () => {
		const { personId, take } = await customer();
		await take("away.com", 61);
		await take("soon.com", 9);
		await fixture.database.sql`update bot.chats set stopped_at = clock() where id = ${personId}`;
		for (let day = 0; day < 33; day += 1) {
			await advanceTo(9.5 * hourMs);
			await fixture.look();
			await advanceTo(8 * hourMs);
		}
		const rows = await fixture.database.sql`
			select subject_id::int as id from bot.outbox where person_id = ${personId} and subject_kind = 'reminder'`;
		expect(rows).toHaveLength(1);
		const found = await fixture.actions.renewal.reminder({ personId, reminderId: rows[0]?.["id"] });
		expect(found?.parts[0]?.names.map(({ domain }) => domain)).toEqual(["soon.com", "away.com"]);
	});

	it("is made once by two replicas that look at the same time", async () => {
		const { personId, take } = await customer();
		await take("twice.com", 5);
		await advanceTo(9.5 * hourMs);
		await Promise.all([fixture.look(), fixture.look(), fixture.look()]);
		await send();
		expect(await reported(personId)).toEqual(["twice.com 7"]);
	});

	it("is exported and deleted with its person, and gone for one who left the account", async () => {
		const { personId, account, accountId, take } = await customer();
		const other = await partner(account);
		await take("private.com", 5);
		await mornings(1);
		expect(await fixture.actions.privacy.exportData({ personId })).toContain("reminder_names");
		expect(await fixture.actions.privacy.forget({ personId })).toEqual({ kind: "forgotten" });
		const of = (id: number) => fixture.database.sql`select from bot.reminder_names where person_id = ${id}`;
		expect(await of(personId)).toHaveLength(0);
		const [row] = await fixture.database
			.sql`select max(id)::int as id from bot.reminders where person_id = ${other.personId}`;
		const reminder = { personId: other.personId, reminderId: row?.["id"] };
		expect(await fixture.actions.renewal.reminder(reminder)).not.toBeNull();
		const connectionId = (await fixture.actions.connection.current(other))?.id ?? 0;
		await fixture.actions.connection.disconnect({ personId: other.personId, connectionId });
		expect(await fixture.actions.renewal.reminder(reminder)).toBeNull();
		expect(await fixture.database.sql`select from bot.watches where account_id = ${accountId}`).toHaveLength(0);
	});

	it("says when the dates were last checked, and when a check got no answer", async () => {
		const { personId } = await customer();
		const check = () => fixture.actions.renewal.lastCheck({ personId });
		expect(await check()).toBeNull();
		await mornings(1);
		expect(await check()).toMatchObject({ checkedAt: expect.any(Date), failedAt: null });
		fixture.service.fail(/./, ...Array.from({ length: 9 }, () => ({ kind: "reset" }) as const));
		await mornings(1);
		expect(await check()).toMatchObject({ checkedAt: expect.any(Date), failedAt: expect.any(Date) });
		expect(await messages(personId)).toBe(0);
	});

	it("reads a list of many pages to its end before it reports", { timeout: 60_000 }, async () => {
		const { personId, take } = await customer();
		for (let index = 0; index < 1_230; index += 1) await take(`pages-${index}.com`, 5);
		await advanceTo(9.5 * hourMs);
		for (let look = 0; look < 20; look += 1) await fixture.look();
		await send();
		expect((await reported(personId)).length).toBe(1_230);
		expect(await messages(personId)).toBe(1);
	});

	it("reports 10,000 names that expire on one day in one message", { timeout: 60_000 }, async () => {
		const { personId, accountId } = await customer();
		await fixture.database.sql`
			insert into bot.domains (account_id, domain, expires_at, dated_at, renew_cents, listed_at)
			select ${accountId}, 'mass-' || n || '.com', clock() + interval '5 days', clock() + interval '3 hours', 1250, clock() + interval '3 hours'
			from generate_series(1, 10000) n`;
		await morning();
		expect((await reported(personId)).length).toBe(10_000);
		expect(await messages(personId)).toBe(1);
	});
});

describe("what a person decides", () => {
	const choose = (personId: number, accountId: number, domain: string, choice: "later" | "let_go" | null) =>
		fixture.actions.renewal.choose({ personId, accountId, domain, choice });

	it("to let go is mentioned again on the last day only, and applies to this expiry date only", async () => {
		const { personId, accountId, take } = await customer();
		const name = await take("let-go.com", 61);
		await mornings(2);
		expect(await choose(personId, accountId, "let-go.com", "let_go")).toEqual({ kind: "saved" });
		await mornings(60);
		expect(await reported(personId)).toEqual(["let-go.com 60", "let-go.com 1"]);
		name.expires += 70 * dayMs;
		await mornings(12);
		expect(await reported(personId)).toEqual(["let-go.com 60", "let-go.com 1", "let-go.com 60"]);
	});

	it("to be reminded later is done once, between the chosen numbers of days", async () => {
		const { personId, accountId, take } = await customer();
		await take("later.com", 58);
		await mornings(1);
		await choose(personId, accountId, "later.com", "later");
		await mornings(60);
		expect(await reported(personId)).toEqual([
			"later.com 60",
			"later.com later",
			"later.com 30",
			"later.com 7",
			"later.com 1",
		]);
	});

	it("is refused for a name of someone else, and undone", async () => {
		const { personId, accountId, take } = await customer();
		await take("mine.com", 20);
		await mornings(1);
		const stranger = await customer();
		expect(await choose(stranger.personId, accountId, "mine.com", "let_go")).toEqual({ kind: "not_found" });
		await choose(personId, accountId, "mine.com", "let_go");
		await choose(personId, accountId, "mine.com", null);
		expect(await fixture.actions.renewal.name({ personId, accountId, domain: "mine.com" })).toMatchObject({
			choice: null,
		});
	});
});
