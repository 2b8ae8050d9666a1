import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetOld } from "../../../src/store/sweeps.ts";
import { countWatches, keepWatch, leaseWatch, saveLook } from "../../../src/store/watches.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const hourMs = 3_600_000;
/** A time of more than a day. An account's first daily check is due at a random time in the first 24 hours. */
const firstMs = 25 * hourMs;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	await fixture.database.sql`delete from bot.watches`;
});

async function customer() {
	const { personId, account } = await fixture.customer(next++);
	const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
	return { personId, account, accountId };
}

async function watchOf(accountId: number) {
	const [row] = await fixture.database
		.sql`select * from bot.watches where kind = 'expiry' and account_id = ${accountId}`;
	return row;
}

const listings = () => fixture.service.calls.filter(({ path }) => path.startsWith("/domains?")).length;

describe("the watch of an account", () => {
	it("starts with the connection, looks once a day, and reads one page for all names", async () => {
		const { account, accountId } = await customer();
		for (let index = 0; index < 50; index += 1) fixture.service.take(`name-${index}.com`, account);
		const before = listings();
		await fixture.look();
		expect(listings()).toBe(before);
		await fixture.database.advance(firstMs);
		await fixture.look();
		await fixture.look();
		expect(listings()).toBe(before + 1);
		expect(await watchOf(accountId)).toMatchObject({ failure: null, failures: 0, state: "running" });
		const [row] = await fixture.database.sql`select count(*)::int from bot.domains where account_id = ${accountId}`;
		expect(row?.["count"]).toBe(50);
		await fixture.database.advance(27 * hourMs);
		await fixture.look();
		expect(listings()).toBe(before + 2);
	});

	it("stores why it could not look, keeps its answer, backs off, and continues by itself", async () => {
		const { accountId } = await customer();
		await fixture.database.advance(firstMs);
		await fixture.look();
		const answered = await watchOf(accountId);
		await fixture.database.advance(27 * hourMs);
		for (let attempt = 1; attempt <= 12; attempt += 1) {
			// Add more faults than this watch needs. Other tests left watches of other accounts, which may be due too and use
			// up some faults.
			fixture.service.fail(/domains/, ...Array.from({ length: 20 }, () => ({ kind: "reset" }) as const));
			await fixture.look();
			fixture.service.heal();
			expect(await watchOf(accountId)).toMatchObject({
				failure: "service_down",
				failures: attempt,
				answer: answered?.["answer"],
				answered_at: answered?.["answered_at"],
			});
			await fixture.database.advance(1.3 * hourMs);
		}
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ failure: null, failures: 0 });
		expect(await fixture.notifications()).toEqual([]);
	});

	it("waits while no token works, without asking the service", async () => {
		const { account, accountId } = await customer();
		await fixture.database.advance(firstMs);
		account.whitelisted = false;
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ failure: "forbidden" });
		expect(await countWatches(fixture.deps.db)).toEqual(
			expect.arrayContaining([{ kind: "expiry", count: 1, oldestSeconds: 0 }]),
		);
		const before = fixture.service.calls.length;
		await fixture.database.advance(hourMs);
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ failure: "not_connected", failures: 2 });
		expect(fixture.service.calls.length).toBe(before);
	});

	it("ends when the last person disconnects, and not before", async () => {
		const { personId, account, accountId } = await customer();
		const other = await fixture.customer(next++, account);
		const leave = async (id: number) => {
			const connectionId = (await fixture.actions.connection.current({ personId: id }))?.id ?? 0;
			await fixture.actions.connection.disconnect({ personId: id, connectionId });
		};
		await leave(personId);
		expect(await watchOf(accountId)).toBeDefined();
		await leave(other.personId);
		expect(await watchOf(accountId)).toBeUndefined();
	});

	it("starts at night for an account that was connected before there were watches", async () => {
		const { accountId } = await customer();
		await fixture.database.sql`delete from bot.watches`;
		await fixture.tasks.nightly();
		await fixture.tasks.nightly();
		expect(await watchOf(accountId)).toMatchObject({ kind: "expiry", person_id: null, state: "running" });
	});
});

describe("a watch of a person", () => {
	const subject = "wanted.com";

	it("is kept once, ends when its person leaves, and is exported and deleted with them", async () => {
		const { personId, account, accountId } = await customer();
		await fixture.customer(next++, account);
		await fixture.database.sql`delete from bot.watches`;
		const watch = { kind: "expiry", accountId, personId, subject } as const;
		const id = await keepWatch(fixture.deps.db, watch);
		expect(await keepWatch(fixture.deps.db, watch)).toBe(id);
		expect(await fixture.actions.privacy.exportData({ personId })).toContain(subject);
		await fixture.actions.privacy.forget({ personId });
		expect(await watchOf(accountId)).toBeUndefined();
	});

	it("looks for the last time at its end, and is forgotten a month later", async () => {
		const { personId, accountId } = await customer();
		await fixture.database.sql`delete from bot.watches`;
		const [row] = await fixture.database.sql<{ at: Date }[]>`select clock() + interval '2 hours' as at`;
		await keepWatch(fixture.deps.db, { kind: "expiry", accountId, personId, subject, endsAt: row?.at ?? null });
		await fixture.look();
		const watch = await watchOf(accountId);
		expect(watch).toMatchObject({ state: "running" });
		expect(watch?.["wake_at"].getTime()).toBeLessThanOrEqual(row?.at.getTime() ?? 0);
		await fixture.database.advance(2 * hourMs);
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ wake_at: null, state: "ended" });
		expect(await countWatches(fixture.deps.db)).toEqual([]);
		await fixture.database.advance(31 * 24 * hourMs);
		await forgetOld(fixture.deps.db);
		expect(await watchOf(accountId)).toBeUndefined();
	});
});

describe("replicas", () => {
	it("share the work: one leases the watch, and a paused one stores nothing after the lease ended", async () => {
		const { accountId } = await customer();
		await fixture.database.advance(firstMs);
		const id = Number((await watchOf(accountId))?.["id"]);
		const [one, other] = await Promise.all([leaseWatch(fixture.deps.db, id), leaseWatch(fixture.deps.db, id)]);
		const paused = one ?? other;
		if (!paused) throw new Error("one of them leases the watch");
		expect([one, other]).toContain(undefined);
		await fixture.database.advance(2 * 60_000);
		await fixture.look();
		const result = { answer: { old: true }, failure: null, nextAt: new Date() };
		expect(await fixture.deps.db.transaction((tx) => saveLook(tx, paused, result))).toBe(false);
		expect((await watchOf(accountId))?.["answer"]).not.toHaveProperty("old");
	});

	it("back off if an answer cannot be recorded, and store nothing of it", async () => {
		const { personId, account, accountId } = await customer();
		const { sql } = fixture.database;
		const [soon] = await sql<{ at: Date }[]>`select clock() + interval '20 days' as at`;
		fixture.service.take("unrecorded.com", account, { expires: soon?.at.getTime() ?? 0 });
		await fixture.database.advance(firstMs);
		await sql`alter table bot.reminders add constraint refuses_all check (person_id <> ${sql.unsafe(String(personId))})`;
		await sql`update bot.people set time_zone = 'UTC'`;
		const [row] = await sql<{ ms: number }[]>`
			select (extract(epoch from date_trunc('day', clock()) + interval '34 hours' - clock()) * 1000)::float8 as ms`;
		await fixture.database.advance(row?.ms ?? 0);
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ failure: "broken", failures: 1, answered_at: null });
		await sql`alter table bot.reminders drop constraint refuses_all`;
		await fixture.database.advance(hourMs / 2);
		await fixture.look();
		expect(await watchOf(accountId)).toMatchObject({ failure: null });
		expect(await fixture.notifications()).toContain(`reminder to ${personId}`);
	});

	it("continue the look of a process that shuts down at once", async () => {
		const { accountId } = await customer();
		await fixture.database.advance(firstMs);
		const watch = await watchOf(accountId);
		await fixture.tasks.watch(String(watch?.["id"]), AbortSignal.abort());
		expect(await watchOf(accountId)).toMatchObject({ failure: null, failures: 0 });
		await fixture.look();
		expect((await watchOf(accountId))?.["answer"]).not.toBeNull();
	});
});
