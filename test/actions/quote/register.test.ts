import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const customer = (cents?: number) => fixture.customer(++last, fixture.service.openAccount(cents));

it("freezes the current price, with the renewal price and the balance after it, for five minutes", async () => {
	const { personId } = await customer(2_000);
	const line = { domain: "Quoted.COM.", years: 1, clientRef: "shop" };
	const result = await fixture.actions.quote.register({ personId, lines: [line] });
	const [clock] = await fixture.database.sql`select clock() as now`;
	expect(result).toMatchObject({
		kind: "quoted",
		operation: {
			kind: "register",
			state: "quoted",
			mine: true,
			reference: expect.stringMatching(/^#[2-9A-Z]{4}$/),
			quote: {
				number: 1,
				totalCents: 1_150,
				balanceCents: 2_000,
				balanceAfterCents: 850,
				shortByCents: 0,
				expected: false,
			},
			items: [
				{ domain: "quoted.com", years: 1, priceCents: 1_150, renewCents: 1_250, clientRef: "shop", phase: "open" },
			],
		},
	});
	const expiresAt = result.kind === "quoted" ? result.operation.quote?.expiresAt.getTime() : 0;
	const left = (expiresAt ?? 0) - clock?.["now"].getTime();
	expect(left).toBeGreaterThan(4 * 60_000);
	expect(left).toBeLessThanOrEqual(5 * 60_000);
});

it("repeats the years and the label of the last confirmed registration, but not its reference", async () => {
	const { personId } = await customer();
	const { quote, operation } = fixture.actions;
	const asBefore = async () => {
		const result = await quote.registerAsBefore({ personId, domain: "as-before.com" });
		if (result.kind !== "quoted") throw new Error(result.kind);
		const [{ years, clientRef, externalRef } = {}] = result.operation.items;
		return { years, clientRef, externalRef };
	};
	expect(await asBefore()).toEqual({ years: 1, clientRef: null, externalRef: null });
	const line = { domain: "before.com", years: 2, clientRef: "shop", externalRef: "PO-17" };
	const before = await quote.register({ personId, lines: [line] });
	expect(await asBefore()).toEqual({ years: 1, clientRef: null, externalRef: null });
	const operationId = before.kind === "quoted" ? before.operation.id : 0;
	await operation.confirm({ personId, operationId, number: 1 });
	expect(await asBefore()).toEqual({ years: 2, clientRef: "shop", externalRef: null });
});

it("marks a sum over several years as ours if the service may calculate differently", async () => {
	const { personId } = await customer();
	const result = await fixture.actions.quote.register({ personId, lines: [{ domain: "three.com", years: 3 }] });
	expect(result).toMatchObject({ operation: { quote: { totalCents: 1_150 + 2 * 1_250, expected: true } } });
});

it("shows the missing amount, and such a quote cannot be confirmed", async () => {
	const { personId } = await customer(1_000);
	const result = await fixture.actions.quote.register({ personId, lines: [{ domain: "poor.com", years: 1 }] });
	expect(result).toMatchObject({ operation: { quote: { shortByCents: 150, balanceAfterCents: -150 } } });
	const operationId = result.kind === "quoted" ? result.operation.id : 0;
	const confirmed = await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	expect(confirmed).toMatchObject({ kind: "short", shortByCents: 150 });
});

it("supersedes an older quote of the same name", async () => {
	const { personId } = await customer();
	const quote = () => fixture.actions.quote.register({ personId, lines: [{ domain: "twice.com", years: 1 }] });
	const [first, second] = [await quote(), await quote()];
	const id = first.kind === "quoted" ? first.operation.id : 0;
	expect(await fixture.actions.operation.confirm({ personId, operationId: id, number: 1 })).toMatchObject({
		kind: "superseded",
	});
	expect(second).toMatchObject({ kind: "quoted", operation: { state: "quoted" } });
});

it.each([
	[
		{ domain: "a..b", years: 1 },
		{ kind: "nothing", skipped: [{ reason: "invalid", problem: "empty_label" }] },
	],
	[
		{ domain: "nowhere.zz", years: 1 },
		{ kind: "nothing", skipped: [{ domain: "nowhere.zz", reason: "not_sold" }] },
	],
	[
		{ domain: "fine.com", years: 0 },
		{ kind: "bad_years", min: 1, max: 10 },
	],
	[
		{ domain: "fine.com", years: 1.5 },
		{ kind: "bad_years", min: 1, max: 10 },
	],
	[
		{ domain: "fine.com", years: 11 },
		{ kind: "bad_years", min: 1, max: 10 },
	],
	[
		{ domain: "fine.com", years: 1, clientRef: "x".repeat(256) },
		{ kind: "bad_reference", field: "clientRef" },
	],
])("refuses %j", async (line, expected) => {
	const { personId } = await customer();
	expect(await fixture.actions.quote.register({ personId, lines: [line] })).toMatchObject(expected);
});

it("makes no quote for a taken name or without a connection", async () => {
	const { personId, account } = await customer();
	fixture.service.take("taken.com", account);
	const line = { domain: "taken.com", years: 1 };
	expect(await fixture.actions.quote.register({ personId, lines: [line] })).toEqual({
		kind: "nothing",
		skipped: [expect.objectContaining({ domain: "taken.com", reason: "not_available" })],
	});
	const stranger = await fixture.meet(++last);
	expect(await fixture.actions.quote.register({ ...stranger, lines: [line] })).toEqual({
		kind: "trouble",
		trouble: "not_connected",
	});
});

it("repeats the order of an earlier operation", async () => {
	const { personId } = await customer();
	const line = { domain: "again.com", years: 2, clientRef: "label", externalRef: "A-1" };
	const first = await fixture.actions.quote.register({ personId, lines: [line] });
	const operationId = first.kind === "quoted" ? first.operation.id : 0;
	await fixture.database.advance(5 * 60_000);
	await fixture.settle();
	expect(await fixture.actions.operation.get({ personId, operationId })).toMatchObject({
		operation: { state: "lapsed" },
	});
	const again = await fixture.actions.quote.again({ personId, operationId });
	expect(again).toMatchObject({
		kind: "quoted",
		operation: { items: [{ domain: "again.com", years: 2, clientRef: "label", externalRef: "A-1" }] },
	});
	const other = await customer();
	expect(await fixture.actions.quote.again({ personId: other.personId, operationId })).toEqual({ kind: "not_found" });
});
