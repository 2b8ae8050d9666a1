import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const sending = /domains\/register/;

/** Creates two people who share Anna's account. Boris has a quote for the domain. */
async function two(domain: string) {
	const anna = await fixture.customer(++last);
	const boris = await quoted(fixture, ++last, domain, anna.account);
	return { anna, boris };
}

type Two = Awaited<ReturnType<typeof two>>;

async function connectionOf({ boris }: Two): Promise<number> {
	const [row] = await fixture.database.sql`select id from bot.connections where person_id = ${boris.personId}`;
	return Number(row?.["id"]);
}

/** The ways in which Boris loses access to the account. Anna always keeps a token that works. */
const ways = {
	"removed by the first person": async (pair: Two) => {
		const connectionId = await connectionOf(pair);
		const removed = await fixture.actions.connection.remove({ personId: pair.anna.personId, connectionId });
		expect(removed.kind).toBe("removed");
	},
	"replaced by another person's new token": async ({ anna }: Two) => {
		const token = fixture.service.reissue(anna.account);
		await fixture.actions.connection.connect({ personId: anna.personId, token });
	},
	"who left the account": async (pair: Two) => {
		const connectionId = await connectionOf(pair);
		await fixture.actions.connection.disconnect({ personId: pair.boris.personId, connectionId, force: true });
	},
};

describe.each(Object.entries(ways))("a person %s", (way, shutOut) => {
	const name = (text: string) => `${text}-${Object.keys(ways).indexOf(way)}.com`;

	it("cannot confirm but can dismiss the quote", async () => {
		const pair = await two(name("confirm"));
		const { boris } = pair;
		expect(await boris.now()).toMatchObject({ lacksAccess: false });
		await shutOut(pair);
		expect(await boris.confirm()).toMatchObject({
			kind: "no_access",
			operation: { state: "quoted", lacksAccess: true },
		});
		await fixture.settle();
		expect(fixture.service.sent(sending).filter((each) => each.body["domain"] === boris.domain)).toEqual([]);
		const [row] = await fixture.database.sql`select locked from bot.items where domain = ${boris.domain}`;
		expect(row).toEqual({ locked: false });
		const { personId, operationId } = boris;
		expect(await fixture.actions.quote.again({ personId, operationId })).toMatchObject({ kind: "trouble" });
		expect(await fixture.actions.operation.withdraw({ personId, operationId })).toMatchObject({ kind: "withdrawn" });
	});

	it("gets nothing sent that was confirmed before, and is notified; the order lapses and releases name and cap", async () => {
		const pair = await two(name("held"));
		const { anna, boris } = pair;
		await boris.confirm();
		await shutOut(pair);
		await fixture.settle();
		expect(await boris.now()).toMatchObject({ state: "confirmed", hold: "access" });
		expect(await boris.told()).toBe(1);
		// Anna connects the account again, but Boris has no access yet. So his order still waits (`hold`) and gets no new
		// quote.
		await fixture.actions.connection.connect({ personId: anna.personId, token: anna.account.token });
		await fixture.settle();
		expect(await boris.now()).toMatchObject({ state: "confirmed", hold: "access", quote: { number: 1 } });
		await pass(fixture, 16);
		expect(await boris.now()).toMatchObject({ state: "lapsed" });
		expect(await boris.told()).toBe(2);
		expect(anna.account.ledger).toEqual([]);
		const [spent] = await fixture.database
			.sql`select spent_cents from bot.spend_days where person_id = ${boris.personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
		const hers = await quoted(fixture, anna.personId, boris.domain, anna.account);
		expect(await hers.confirm()).toMatchObject({ kind: "confirmed" });
	});

	it("can withdraw a held order", async () => {
		const pair = await two(name("withdrawn"));
		const { personId, operationId, confirm } = pair.boris;
		await confirm();
		await shutOut(pair);
		await fixture.settle();
		expect(await fixture.actions.operation.withdraw({ personId, operationId })).toMatchObject({ kind: "withdrawn" });
	});

	it("gets a fresh quote once connected again", async () => {
		const pair = await two(name("back"));
		const { anna, boris } = pair;
		await boris.confirm();
		await shutOut(pair);
		await fixture.settle();
		await fixture.actions.connection.connect({ personId: boris.personId, token: anna.account.token });
		await fixture.settle();
		expect(await boris.now()).toMatchObject({
			state: "quoted",
			hold: "none",
			lacksAccess: false,
			quote: { number: 2 },
		});
		await boris.confirm(2);
		await fixture.settle();
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("has an uncertain order looked up with other people's tokens, but not sent again", async () => {
		const pair = await two(name("doubt"));
		const { boris } = pair;
		await boris.confirm();
		fixture.service.fail(sending, { kind: "reset" });
		await fixture.settle();
		expect(await boris.now()).toMatchObject({ state: "unknown", hold: "none" });
		await shutOut(pair);
		await pass(fixture, 30);
		expect(await boris.now()).toMatchObject({ state: "failed", hold: "none" });
		expect(fixture.service.sent(sending).filter((each) => each.body["domain"] === boris.domain)).toHaveLength(1);
		expect(pair.anna.account.ledger).toEqual([]);
	});

	it("is notified of a success all the same", async () => {
		const pair = await two(name("happened"));
		const { anna, boris } = pair;
		await boris.confirm();
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		await shutOut(pair);
		await pass(fixture, 2);
		await expectBoughtOnce({ ...boris, account: anna.account });
	});
});

it("writes no zone for a person who lost access", async () => {
	const anna = await ownerOf(fixture, ++last, "zone-shut.com");
	const boris = { ...anna, personId: (await fixture.customer(++last, anna.account)).personId };
	const plan = await fixture.actions.edge.plan({ ...boris, wanted: [{ ...anna, profileKey: "main" }] });
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	const token = fixture.service.reissue(anna.account);
	await fixture.actions.connection.connect({ personId: anna.personId, token });
	const { personId } = boris;
	const { id: operationId } = plan.operation;
	const confirmed = await fixture.actions.operation.confirm({ personId, operationId, number: 1, sure: true });
	expect(confirmed).toMatchObject({ kind: "no_access" });
	await fixture.settle();
	expect(fixture.service.sent(/edge\/bind/)).toEqual([]);
});
