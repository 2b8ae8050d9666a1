import { clock } from "@domains/kit/postgres/clock.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ban, unban } from "../../src/store/bans.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { countWatches } from "../../src/store/watches.ts";
import { type ActionsFixture, createActionsFixture } from "../actions/fixture.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	for (const table of ["watches", "outbox", "boards", "auto_renewals"]) {
		await fixture.database.sql`delete from ${fixture.database.sql(`bot.${table}`)}`;
	}
});

/**
 * Creates a person with one domain that expires in 20 days and has auto-renew, with a watch of each of these names, and
 * with a list of three names that were not looked up yet.
 */
async function planner(names: readonly string[]) {
	const { personId, account } = await fixture.customer(next++);
	const { actions } = fixture;
	const domain = `planned${personId}.com`;
	const [row] = await fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	fixture.service.take(domain, account, { expires: (row?.at.getTime() ?? 0) + 20 * dayMs });
	await actions.domain.portfolio({ personId, query: { sort: "name", offset: 0, limit: 10 } });
	await actions.renewal.setAuto({ personId, domains: [domain], ceilingCents: 9_900 });
	for (const name of names) await actions.watch.add({ personId, name, underCents: null });
	const how = { refused: [], duplicates: 0, saidAt: 10, forwarded: false, boardId: null, tail: "" };
	await actions.board.add({ personId, updateId: personId, names: ["aa1.com", "aa2.com", "aa3.com"], ...how });
	return { personId, account };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `wanted${index}.com`);

async function due(queue: keyof typeof dueRows): Promise<number> {
	return (await fixture.database.db.execute(dueRows[queue](clock))).length;
}

/** Advances the clock, then runs the due watches and the due jobs. */
async function later(ms: number): Promise<void> {
	await fixture.database.advance(ms);
	await fixture.look();
	await fixture.settle();
}

const counts = { watches: 2, accountChecks: 3, autoRenewals: 1, lists: 1, notifications: 0 };

describe("a ban", () => {
	it("holds everything that the person started for the future, without a call, a message or a due row", async () => {
		const { personId, account } = await planner(["free-one.com", "free-two.com"]);
		expect(await ban(fixture.deps.db, personId)).toEqual(counts);
		const before = fixture.service.calls.length;
		for (let day = 0; day < 25; day += 1) {
			await fixture.database.advance(dayMs);
			expect([await due("bot.watch"), await due("bot.board")]).toEqual([0, 0]);
			// A job that was queued before the ban finds no row to lease.
			const rows = await fixture.database.sql`select id from bot.watches`;
			for (const { id } of rows) await fixture.tasks.watch(id, new AbortController().signal);
			await fixture.settle();
		}
		expect(fixture.service.calls.length).toBe(before);
		expect(account.ledger).toEqual([]);
		expect(await fixture.notifications()).toEqual([]);
		expect(Math.max(...(await countWatches(fixture.deps.db)).map((each) => each.oldestSeconds))).toBe(0);
	});

	it("ends with what was held, a few calls at a time, and one message for what waited", async () => {
		const names = numbered(30);
		const { personId } = await planner(names);
		await ban(fixture.deps.db, personId);
		await fixture.database.advance(7 * dayMs);
		for (const kind of ["first", "second"]) {
			await fixture.database
				.sql`insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, wake_at)
				values (${personId}, ${personId}, 'price', 1, ${kind}, null)`;
		}
		const held = { ...counts, watches: 30, notifications: 2 };
		expect(await unban(fixture.deps.db, personId)).toEqual(held);
		expect(await unban(fixture.deps.db, personId)).toBeNull();
		const [waiting] = await fixture.database.sql`
			select count(*)::int as count from bot.outbox where held_until <= clock() and wake_at <= clock()`;
		expect(waiting).toEqual({ count: 2 });
		// The watches are not due at once. They run within ten minutes, and one call looks for many names.
		expect(await due("bot.watch")).toBeLessThan(3);
		const from = fixture.service.calls.length;
		for (let minute = 0; minute < 11; minute += 1) await later(minuteMs);
		const searches = fixture.service.calls.slice(from).filter(({ path }) => path.includes("search"));
		expect(searches.length).toBeLessThan(6);
		const [answered] = await fixture.database.sql`
			select count(*)::int as count from bot.watches where kind = 'name' and answered_at is not null`;
		expect(answered).toEqual({ count: 30 });
		expect(await due("bot.board")).toBe(0);
	});

	it("leaves the checks of an account to which another person is connected", async () => {
		const { personId, account } = await planner([]);
		const { personId: partnerId } = await fixture.customer(next++, account);
		// The notification is the one about the partner.
		const held = { ...counts, watches: 0, accountChecks: 0, notifications: 1 };
		expect(await ban(fixture.deps.db, personId)).toEqual(held);
		await fixture.database.advance(dayMs);
		expect(await due("bot.watch")).toBe(3);
		expect(await ban(fixture.deps.db, partnerId)).toMatchObject({ accountChecks: 3, autoRenewals: 0 });
		expect(await due("bot.watch")).toBe(0);
		expect(await unban(fixture.deps.db, partnerId)).toMatchObject({ accountChecks: 3 });
		for (let minute = 0; minute < 11; minute += 1) await later(minuteMs);
		const rows = await fixture.database.sql`
			select distinct person_id::int as id from bot.outbox where subject_kind = 'reminder'`;
		expect(rows.map(({ id }) => id)).not.toContain(personId);
	});
});
