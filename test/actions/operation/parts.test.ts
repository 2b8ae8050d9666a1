import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operationsOn } from "../../../src/store/operation-lists.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

beforeEach(() => {
	fixture.service.prices.set(".net", { register: 1_300, renew: 1_300 });
});

/** More 502 answers than a request has attempts, so that every attempt fails. */
const noAnswers = Array.from({ length: 60 }, () => ({ kind: "page", status: 502 }) as const);

/**
 * Returns what the person spent over all days. A test may advance the clock past midnight, so one day is not enough.
 */
async function spentBy(personId: number): Promise<number> {
	const [row] = await fixture.database.sql<{ cents: number }[]>`
		select coalesce(sum(spent_cents), 0)::int as cents from bot.spend_days where person_id = ${personId}`;
	return row?.cents ?? 0;
}

/**
 * Returns an order of 101 names in two requests. The first request has a hundred .com names, and its outcome is
 * unknown. The second request has one .net name and is not sent yet. Meanwhile the price of that name rises from $13.00
 * to $18.00.
 */
async function halfAsked() {
	last += 1;
	const { personId, account } = await fixture.customer(last, fixture.service.openAccount(500_000));
	const certain = Array.from({ length: 100 }, (_, index) => `sure-${last}-${index}.com`);
	const dear = `dear-${last}.net`;
	const lines = [...certain, dear].map((domain) => ({ domain, years: 1 }));
	const quoted = await fixture.actions.quote.register({ personId, lines });
	if (quoted.kind !== "quoted") throw new Error(quoted.kind);
	const { id: operationId, reference } = quoted.operation;
	const confirm = (number: number) => fixture.actions.operation.confirm({ personId, operationId, number });
	await confirm(1);
	fixture.service.prices.set(".net", { register: 1_800, renew: 1_300 });
	fixture.service.fail(/register.batch/, ...noAnswers);
	await fixture.settle();
	fixture.service.heal();
	async function now() {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("gone");
		return found.operation;
	}
	return {
		personId,
		account,
		certain,
		dear,
		operationId,
		reference,
		confirm,
		leave: () => fixture.actions.operation.withdraw({ personId, operationId }),
		now,
		/**
		 * Returns how many of the order's names are in each phase. A name in the phase `open` is counted under its `state`
		 * instead, such as `unknown`.
		 */
		async standing() {
			const { items } = await now();
			const counts: Record<string, number> = {};
			for (const { phase, state } of items) {
				const at = phase === "open" ? state : phase;
				counts[at] = (counts[at] ?? 0) + 1;
			}
			return counts;
		},
		spent: () => spentBy(personId),
	};
}

describe("a part of an order whose price rose while another part is in doubt", () => {
	it("waits for the other person who took its name, and not for the rest of its order", async () => {
		const { account, dear, confirm, standing } = await halfAsked();
		const boris = await quoted(fixture, ++last, dear, account);
		expect(await boris.confirm()).toMatchObject({ kind: "confirmed" });
		const other = { reference: boris.reference, mine: false };
		expect(await confirm(2)).toMatchObject({ kind: "busy", domain: dear, other });
		expect(await standing()).toEqual({ unknown: 100, quoted: 1 });
	});

	it("is asked about with its price and difference", async () => {
		const { now, standing } = await halfAsked();
		expect(await now()).toMatchObject({
			state: "quoted",
			confirmedAt: expect.any(Date),
			quote: { number: 2, totalCents: 1_800, previousCents: 1_300 },
		});
		expect(await standing()).toEqual({ unknown: 100, quoted: 1 });
	});

	it("is confirmed alone, counts alone against the cap, and the whole order settles", async () => {
		const { account, confirm, now, spent, standing } = await halfAsked();
		expect(await spent()).toBe(115_000);
		expect((await confirm(1)).kind).toBe("superseded");
		expect((await confirm(2)).kind).toBe("confirmed");
		expect(await spent()).toBe(116_800);
		expect(await standing()).toEqual({ unknown: 100, confirmed: 1 });
		expect((await confirm(2)).kind).toBe("already");
		await pass(fixture, 3);
		expect((await now()).state).toBe("succeeded");
		expect(await standing()).toEqual({ succeeded: 101 });
		expect(account.ledger.filter(({ cents }) => cents === 1_800)).toHaveLength(1);
		expect(account.ledger).toHaveLength(101);
		expect(await spent()).toBe(116_800);
	});

	it("respects the daily cap together with the part in doubt", async () => {
		const { personId, confirm, standing } = await halfAsked();
		await fixture.database.sql`update bot.people set day_cap_cents = 116799 where id = ${personId}`;
		expect(await confirm(2)).toMatchObject({ kind: "over_cap", capCents: 116_799, spentCents: 115_000 });
		expect(await standing()).toEqual({ unknown: 100, quoted: 1 });
	});

	it("can be dismissed, and the part in doubt continues until it settles", async () => {
		const { account, leave, now, spent, standing } = await halfAsked();
		expect(await leave()).toMatchObject({ kind: "withdrawn", operation: { state: "unknown" } });
		expect((await leave()).kind).toBe("too_late");
		await pass(fixture, 3);
		expect((await now()).state).toBe("succeeded");
		expect(await standing()).toEqual({ succeeded: 100, withdrawn: 1 });
		expect(account.ledger).toHaveLength(100);
		expect(await spent()).toBe(115_000);
	});

	it("expires without an answer, and can be quoted again", async () => {
		const { dear, personId, operationId, confirm, now, standing } = await halfAsked();
		const [asked] = await fixture.database.sql<{ id: string }[]>`
			select id from bot.requests where operation_id = ${operationId} and phase = 'quoted'`;
		await fixture.database.advance(5 * 60_000);
		await fixture.tasks.operation(asked?.id ?? "", new AbortController().signal);
		expect(await standing()).toEqual({ unknown: 100, lapsed: 1 });
		expect((await now()).state).toBe("unknown");
		expect((await confirm(2)).kind).toBe("expired");
		await pass(fixture, 3);
		expect((await now()).state).toBe("succeeded");
		expect(await standing()).toEqual({ succeeded: 100, lapsed: 1 });
		expect(await fixture.actions.quote.again({ personId, operationId })).toMatchObject({
			kind: "quoted",
			operation: { items: [{ domain: dear }] },
			skipped: [],
		});
	});

	it("lets events of the part in doubt find their order", async () => {
		const { personId, certain, dear, operationId } = await halfAsked();
		const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
		const on = (domain = "") => operationsOn(fixture.deps.db, { accountId, domain, kind: "register" });
		expect([await on(certain[0]), await on(dear)]).toEqual([[operationId], []]);
	});

	it("stays visible to all people on the account, and leaving the account asks first", async () => {
		const { account, personId, reference } = await halfAsked();
		last += 1;
		const { personId: boris } = await fixture.customer(last, account);
		expect(await fixture.actions.operation.read({ personId: boris, reference })).toMatchObject({
			operation: { reference, mine: false },
		});
		const running = await fixture.actions.operation.list({ personId: boris, which: "running" });
		expect(running).toMatchObject({ operations: [{ reference }] });
		const waiting = await fixture.actions.operation.list({ personId, which: "needs_you" });
		expect(waiting).toMatchObject({ operations: [{ reference }] });
		const connection = await fixture.actions.connection.current({ personId });
		const leaving = { personId, connectionId: connection?.id ?? 0 };
		expect(await fixture.actions.connection.disconnect(leaving)).toEqual({ kind: "open_operations", count: 1 });
	});

	it("is superseded by a newer price for its name, which affects no other name", async () => {
		const { personId, dear, certain, standing } = await halfAsked();
		const busy = await fixture.actions.quote.register({ personId, lines: [{ domain: certain[0] ?? "", years: 1 }] });
		expect(busy).toMatchObject({ kind: "nothing", skipped: [{ reason: "busy" }] });
		const newer = await fixture.actions.quote.register({ personId, lines: [{ domain: dear, years: 1 }] });
		expect(newer).toMatchObject({ kind: "quoted", operation: { quote: { totalCents: 1_800 } } });
		expect(await standing()).toEqual({ unknown: 100, superseded: 1 });
	});
});

it("keeps quotes that wait for an answer together: the first one does not expire alone", async () => {
	last += 1;
	const { personId, account } = await fixture.customer(last, fixture.service.openAccount(500_000));
	const names = [...Array.from({ length: 100 }, (_, index) => `both-${last}-${index}.com`), `both-${last}.net`];
	const lines = names.map((domain) => ({ domain, years: 1 }));
	const quoted = await fixture.actions.quote.register({ personId, lines });
	if (quoted.kind !== "quoted") throw new Error(quoted.kind);
	const { id: operationId } = quoted.operation;
	const confirm = (number: number) => fixture.actions.operation.confirm({ personId, operationId, number });
	await confirm(1);
	const { sql } = fixture.database;
	const requests = await sql<
		{ id: number }[]
	>`select id::int from bot.requests where operation_id = ${operationId} order by id`;
	const [first, second] = requests.map(({ id }) => String(id));
	const { signal } = new AbortController();
	const com = fixture.service.prices.get(".com") ?? { register: 0, renew: 0 };
	fixture.service.prices.set(".com", { register: 1_200, renew: 1_250 });
	fixture.service.prices.set(".net", { register: 1_800, renew: 1_300 });
	await fixture.tasks.operation(first ?? "", signal);
	await fixture.database.advance(3 * 60_000);
	await fixture.tasks.operation(second ?? "", signal);
	await fixture.database.advance(3 * 60_000);
	fixture.queuedJobs.length = 0;
	await fixture.settle();
	expect(await confirm(3)).toMatchObject({ kind: "confirmed", operation: { quote: { totalCents: 121_800 } } });
	await fixture.settle();
	fixture.service.prices.set(".com", com);
	expect(account.ledger).toHaveLength(101);
	expect(await spentBy(personId)).toBe(121_800);
});

it("refunds a failed item to the day of its confirm, whenever the rest was confirmed", async () => {
	const { sql } = fixture.database;
	const [late] = await sql<{ ms: number }[]>`
		select extract(epoch from date_trunc('day', now) + interval '1 day 23:58' - now)::float8 * 1000 as ms
		from (select clock() at time zone 'utc' as now)`;
	await fixture.database.advance(late?.ms ?? 0);
	const { personId, confirm, standing } = await halfAsked();
	fixture.service.fail(/register.batch/, ...noAnswers);
	await fixture.database.advance(3 * 60_000);
	expect((await confirm(2)).kind).toBe("confirmed");
	await pass(fixture, 50);
	expect(await standing()).toEqual({ failed: 100, succeeded: 1 });
	const days = await sql`select spent_cents from bot.spend_days where person_id = ${personId} order by day`;
	expect(days).toEqual([{ spent_cents: 0 }, { spent_cents: 1_800 }]);
});
