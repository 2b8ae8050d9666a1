import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const lines = (...domains: string[]) => domains.map((domain) => ({ domain, years: 1 }));
const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}.com`);

async function buying(domains: string[], balanceCents?: number) {
	const { personId, account } = await fixture.customer(++last, fixture.service.openAccount(balanceCents));
	const quote = await fixture.actions.quote.register({ personId, lines: lines(...domains) });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const operationId = quote.operation.id;
	const get = async () => {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("gone");
		return found.operation;
	};
	const confirm = (number = 1) => fixture.actions.operation.confirm({ personId, operationId, number });
	return { personId, account, quote, operationId, get, confirm };
}

describe("a list", () => {
	it("is cleaned: each name once, and each skipped name with its reason", async () => {
		fixture.service.take("gone.com", fixture.service.openAccount());
		const { quote } = await buying(["one.com", "ONE.com.", "two.net", "gone.com", "no.zz", "a..b"]);
		expect(quote).toMatchObject({
			operation: {
				quote: { totalCents: 2_450, expected: false },
				items: [{ domain: "one.com" }, { domain: "two.net" }],
			},
		});
		expect(quote.skipped.map(({ domain, reason }) => [domain, reason]).sort()).toEqual([
			["a..b", "invalid"],
			["gone.com", "not_available"],
			["no.zz", "not_sold"],
			["one.com", "duplicate"],
		]);
	});

	it("has no quote if no name is available, or if it is too long", async () => {
		const { personId } = await fixture.customer(++last);
		const { register } = fixture.actions.quote;
		expect(await register({ personId, lines: lines("no.zz", "a..b") })).toMatchObject({ kind: "nothing" });
		expect(await register({ personId, lines: [] })).toEqual({ kind: "nothing", skipped: [] });
		const long = lines(...names(1_001, "long"));
		expect(await register({ personId, lines: long })).toEqual({ kind: "too_many", most: 1_000 });
	});

	it("is bought with one call per hundred, charged item by item, with an outcome for each", async () => {
		const { account, confirm, get } = await buying(names(150, "bulk"), 200_000);
		await confirm();
		await fixture.settle();
		const operation = await get();
		expect(operation.state).toBe("succeeded");
		expect(operation.items.every((item) => item.phase === "succeeded")).toBe(true);
		expect([account.ledger.length, account.balanceCents]).toEqual([150, 200_000 - 150 * 1_150]);
		expect(fixture.service.sent(/register.batch/).length).toBe(2);
	});

	it("succeeds in part, and only the failed items are quoted again", async () => {
		const { personId, operationId, confirm, get, account } = await buying(["part-1.com", "part-2.com", "part-3.com"]);
		fixture.service.take("part-2.com", fixture.service.openAccount());
		await confirm();
		await fixture.settle();
		const { state, items } = await get();
		expect([state, items.map((item) => item.problem?.code ?? item.phase)]).toEqual([
			"succeeded",
			["succeeded", "not_available", "succeeded"],
		]);
		expect(account.ledger).toHaveLength(2);
		const [spent] = await fixture.database.sql`select spent_cents from bot.spend_days where person_id = ${personId}`;
		expect(spent).toEqual({ spent_cents: 2_300 });
		fixture.service.owned.delete("part-2.com");
		expect(await fixture.actions.quote.again({ personId, operationId })).toMatchObject({
			kind: "quoted",
			operation: { items: [{ domain: "part-2.com" }] },
			skipped: [],
		});
	});

	it("is looked up name by name after a lost answer, and nothing is bought twice", async () => {
		const { account, confirm, get } = await buying(names(5, "lost"));
		await confirm();
		fixture.service.fail(/register.batch/, { kind: "lost" }, { kind: "page", status: 502 });
		await pass(fixture, 3);
		expect(await get()).toMatchObject({ state: "succeeded" });
		expect(account.ledger).toHaveLength(5);
	});

	it("is split in halves under separate keys if it is too long for the service", async () => {
		const { account, confirm, get } = await buying(names(8, "cut"));
		fixture.service.fail(/register.batch/, { kind: "refused", status: 413, code: "payload_too_large" });
		await confirm();
		await fixture.settle();
		expect(await get()).toMatchObject({ state: "succeeded" });
		expect(account.ledger).toHaveLength(8);
	});

	it("of domains is renewed with their current references, found in the list of all", async () => {
		const { personId, account } = await fixture.customer(++last);
		const domains = names(5, "renew");
		for (const domain of domains) fixture.service.take(domain, account);
		const quote = await fixture.actions.quote.renew({ personId, lines: lines(...domains, "stranger.com") });
		expect(quote).toMatchObject({ kind: "quoted", skipped: [{ domain: "stranger.com", reason: "not_yours" }] });
		const operationId = quote.kind === "quoted" ? quote.operation.id : 0;
		await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		await fixture.settle();
		expect(await fixture.actions.operation.get({ personId, operationId })).toMatchObject({
			operation: { state: "succeeded" },
		});
		expect(account.ledger.map((each) => each.cents)).toEqual([1_250, 1_250, 1_250, 1_250, 1_250]);
	});

	it("is confirmed again for the sum of all waiting items after prices rose", async () => {
		const { confirm, get, account } = await buying(names(120, "dear"), 200_000);
		const com = fixture.service.prices.get(".com") ?? { register: 0, renew: 0 };
		fixture.service.prices.set(".com", { register: 1_200, renew: 1_250 });
		await confirm();
		await fixture.settle();
		const { state, quote } = await get();
		expect([state, quote?.totalCents, quote?.previousCents]).toEqual(["quoted", 120 * 1_200, 120 * 1_150]);
		expect((await confirm(quote?.number ?? 0)).kind).toBe("confirmed");
		await fixture.settle();
		fixture.service.prices.set(".com", com);
		expect([(await get()).state, account.ledger.length]).toEqual(["succeeded", 120]);
	});
});
