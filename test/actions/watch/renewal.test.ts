import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ban, unban } from "../../../src/store/bans.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	fixture.service.owned.clear();
	fixture.service.prices.set(".com", { register: 1_150, renew: 1_250 });
	await fixture.database.sql`delete from bot.watches`;
	await fixture.database.sql`update bot.outbox set state = 'dropped'`;
});

/** Creates a person with one domain that expires after `days`. Auto-renew is on for prices up to `ceilingCents`. */
async function customer(domain: string, { days, ceilingCents = 1_300 }: { days: number; ceilingCents?: number }) {
	const { personId, account } = await fixture.customer(next++);
	const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
	const [row] = await fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	fixture.service.take(domain, account, { expires: (row?.at.getTime() ?? 0) + days * dayMs });
	await fixture.actions.domain.portfolio({ personId, query: { sort: "name", offset: 0, limit: 10 } });
	expect(await fixture.actions.renewal.setAuto({ personId, domains: [domain], ceilingCents })).toEqual({
		kind: "saved",
		count: 1,
	});
	return { personId, account, accountId, domain };
}

/**
 * Advances the clock by about this many days, in steps of 13 hours. After each step, runs the due watches (checks that
 * the bot repeats) and then the jobs.
 */
async function days(count: number): Promise<void> {
	for (let half = 0; half < count * 2; half += 1) {
		await fixture.database.advance(dayMs / 2 + hourMs);
		await fixture.look();
		await fixture.settle();
	}
}

const charges = ({ account }: Awaited<ReturnType<typeof customer>>) => account.ledger.map(({ cents }) => cents);

async function asked({ personId }: { personId: number }): Promise<string[]> {
	const rows = await fixture.database.sql`
		select r.reason from bot.outbox o join bot.auto_renewal_runs r on r.id = o.subject_id
		where o.subject_kind = 'renewal' and o.person_id = ${personId} order by o.id`;
	return rows.map(({ reason }) => reason);
}

it("renews nothing for a person who may not use the bot, until they may again", async () => {
	const anna = await customer("held.com", { days: 16 });
	const boris = await customer("held-dear.com", { days: 16, ceilingCents: 1_000 });
	fixture.deps.allowedUsers = new Set([anna.personId + 1_000]);
	await days(4);
	expect(charges(anna)).toEqual([]);
	expect([await asked(anna), await asked(boris)]).toEqual([[], []]);
	fixture.deps.allowedUsers = null;
	await days(2);
	expect(charges(anna)).toEqual([1_250]);
	expect(await asked(boris)).toEqual(["ceiling"]);
});

it("renews once, 14 days before the expiry, and reports the receipt", async () => {
	const anna = await customer("once.com", { days: 25 });
	await days(9);
	expect(charges(anna)).toEqual([]);
	await days(20);
	expect(charges(anna)).toEqual([1_250]);
	expect(await asked(anna)).toEqual([]);
	const rows = await fixture.database.sql`
		select from bot.outbox where person_id = ${anna.personId} and subject_kind = 'operation'`;
	expect(rows.length).toBeGreaterThan(0);
	const reminders = await fixture.database.sql`select from bot.reminder_names where person_id = ${anna.personId}`;
	expect(reminders).toHaveLength(0);
});

it("renews again in the next year, and charges once for each", async () => {
	const anna = await customer("yearly.com", { days: 10 });
	await days(3);
	expect(charges(anna)).toEqual([1_250]);
	await fixture.database.advance(340 * dayMs);
	await days(25);
	expect(charges(anna)).toEqual([1_250, 1_250]);
});

it("charges once if several workers look at the same time", async () => {
	const anna = await customer("workers.com", { days: 10 });
	await fixture.database.advance(2 * hourMs);
	const [watch] = await fixture.database.sql`select id from bot.watches where kind = 'renewal'`;
	const workers = Array.from({ length: 4 }, async () => {
		await fixture.database
			.sql`update bot.watches set lease_until = null, wake_at = clock() where id = ${watch?.["id"]}`;
		await fixture.tasks.watch(String(watch?.["id"]), new AbortController().signal);
	});
	await Promise.all(workers);
	await fixture.settle();
	await days(3);
	expect(charges(anna)).toEqual([1_250]);
});

it("asks once, and charges nothing, if the price is above the ceiling", async () => {
	const anna = await customer("dear.com", { days: 10, ceilingCents: 1_249 });
	await days(4);
	expect(charges(anna)).toEqual([]);
	expect(await asked(anna)).toEqual(["ceiling"]);
	await fixture.actions.renewal.setAuto({ ...anna, domains: [anna.domain], ceilingCents: 1_250 });
	await days(2);
	expect(charges(anna)).toEqual([1_250]);
});

it("asks if money is missing, and if a limit of the person is reached", async () => {
	const poor = await customer("poor.com", { days: 10 });
	poor.account.balanceCents = 100;
	await days(2);
	expect([charges(poor), await asked(poor)]).toEqual([[], ["money"]]);
	const capped = await customer("capped.com", { days: 10 });
	await fixture.database.sql`update bot.people set day_cap_cents = 1000 where id = ${capped.personId}`;
	await days(2);
	expect([charges(capped), await asked(capped)]).toEqual([[], ["cap"]]);
	const careful = await customer("careful.com", { days: 10 });
	await fixture.database.sql`update bot.people set ask_above_cents = 1000 where id = ${careful.personId}`;
	await days(2);
	expect([charges(careful), await asked(careful)]).toEqual([[], ["sum"]]);
});

it("does nothing after it was turned off, after a renewal elsewhere, and for a person who left", async () => {
	const off = await customer("off.com", { days: 10 });
	await fixture.actions.renewal.setAuto({ ...off, domains: [off.domain], ceilingCents: null });
	const elsewhere = await customer("elsewhere.com", { days: 10 });
	const owned = fixture.service.owned.get("elsewhere.com");
	if (owned) owned.expires += 365 * dayMs;
	const left = await customer("left-auto.com", { days: 10 });
	const [mine] = await fixture.actions.connection.list({ personId: left.personId });
	await fixture.actions.connection.disconnect({ personId: left.personId, connectionId: mine?.id ?? 0 });
	await days(5);
	expect([off, elsewhere, left].flatMap(charges)).toEqual([]);
	expect(await asked(off)).toEqual([]);
});

it("does not charge if it is turned off between the quote and the confirmation", async () => {
	const anna = await customer("between.com", { days: 10 });
	await fixture.database.sql`
		create function public.turn_off() returns trigger language plpgsql as
			$$ begin delete from bot.auto_renewals where domain = 'between.com'; return new; end $$`;
	await fixture.database
		.sql`create trigger turn_off after insert on bot.operations for each row execute function turn_off()`;
	await days(3);
	await fixture.database.sql`drop trigger turn_off on bot.operations`;
	expect(charges(anna)).toEqual([]);
	expect(await asked(anna)).toEqual([]);
});

/** Calls `change` after the registrar has answered the next read of the domain. Returns whether that has happened. */
function afterRead(domain: string, change: () => Promise<unknown>): () => boolean {
	const { openClient } = fixture.deps;
	let changed = false;
	fixture.deps.openClient = (access) => {
		const client = openClient(access);
		const read: typeof client.domain = async (...input) => {
			const answer = await client.domain(...input);
			if (input[0] !== domain || changed) return answer;
			changed = true;
			fixture.deps.openClient = openClient;
			await change();
			return answer;
		};
		return { ...client, domain: read };
	};
	return () => changed;
}

/** Renews the domain as its owner does in the chat. */
async function renewByHand({ personId, domain }: Awaited<ReturnType<typeof customer>>): Promise<void> {
	const quoted = await fixture.actions.quote.renew({ personId, lines: [{ domain, years: 1 }] });
	if (quoted.kind !== "quoted") throw new Error(`no quote: ${quoted.kind}`);
	await fixture.actions.operation.confirm({ personId, operationId: quoted.operation.id, number: 1 });
	await fixture.settle();
}

/** Runs auto-renew's next check. `change` happens after the registrar has answered its first read of the domain. */
async function checkWith(domain: string, change: () => Promise<unknown>): Promise<void> {
	const run = async (kind: string) => {
		const [watch] = await fixture.database
			.sql`update bot.watches set wake_at = clock() where kind = ${kind} returning id`;
		await fixture.tasks.watch(String(watch?.["id"]), new AbortController().signal);
	};
	// The check of the expiry dates stores the date that makes the domain due.
	await run("expiry");
	const changed = afterRead(domain, change);
	await run("renewal");
	await fixture.settle();
	expect(changed()).toBe(true);
}

describe("a condition that changes after the first read", () => {
	it("charges once if the person renews by hand meanwhile", async () => {
		const anna = await customer("by-hand.com", { days: 10 });
		await checkWith(anna.domain, () => renewByHand(anna));
		expect(charges(anna)).toEqual([1_250]);
		expect(await asked(anna)).toEqual([]);
	});

	it("charges nothing if another program renews meanwhile", async () => {
		const anna = await customer("by-program.com", { days: 10 });
		await checkWith(anna.domain, async () => {
			const owned = fixture.service.owned.get(anna.domain);
			if (owned) owned.expires += 365 * dayMs;
		});
		expect(charges(anna)).toEqual([]);
	});

	it("charges nothing if the person is banned meanwhile", async () => {
		const anna = await customer("ban-between.com", { days: 10 });
		await checkWith(anna.domain, () => ban(fixture.deps.db, anna.personId));
		expect(charges(anna)).toEqual([]);
	});
});

it("charges nothing for a banned person, and renews after the ban is lifted", async () => {
	const anna = await customer("banned.com", { days: 10 });
	await ban(fixture.deps.db, anna.personId);
	await days(3);
	expect(charges(anna)).toEqual([]);
	await unban(fixture.deps.db, anna.personId);
	await days(2);
	expect(charges(anna)).toEqual([1_250]);
});

it("shows everyone connected who turned it on", async () => {
	const anna = await customer("shared.com", { days: 100 });
	const boris = await fixture.customer(next++, anna.account);
	const found = await fixture.actions.renewal.autos({ personId: boris.personId });
	expect(found).toMatchObject({ rules: [{ domain: "shared.com", personId: anna.personId, ceilingCents: 1_300 }] });
});
