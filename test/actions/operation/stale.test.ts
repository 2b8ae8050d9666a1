import { afterAll, beforeAll, expect, it } from "vitest";
import { runRequest } from "../../../src/actions/operation/run-request.ts";
import type { Client } from "../../../src/client/index.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const other = { type: "TXT", name: "@", content: "written by another program", ttl: 300 };

/**
 * Starts a worker for this request. The worker reads the zone or the account, and then waits until the test calls
 * `wake`. The test can change the zone or the account meanwhile.
 */
async function sleeperAt(requestId: number): Promise<{ wake: () => Promise<void> }> {
	const { openClient } = fixture.deps;
	const asleep = Promise.withResolvers<void>();
	const read = Promise.withResolvers<void>();
	fixture.deps.openClient = (access) => {
		const client = openClient(access);
		fixture.deps.openClient = openClient;
		const slow = async <Value>(reading: Promise<Value>): Promise<Value> => {
			const value = await reading;
			read.resolve();
			await asleep.promise;
			return value;
		};
		const dns: Client["dns"] = (...input) => slow(client.dns(...input));
		const account: Client["account"] = (...input) => slow(client.account(...input));
		return { ...client, dns, account };
	};
	const working = runRequest(fixture.deps, requestId, new AbortController().signal);
	await read.promise;
	return {
		async wake() {
			asleep.resolve();
			await working;
			await fixture.settle();
		},
	};
}

/**
 * Confirms a plan that adds an A record, but runs no job. Returns the id of the plan's request, a row of
 * `bot.requests`.
 */
async function confirmedPlan(personId: number, domain: string) {
	const mine = await ownerOf(fixture, personId, domain);
	const record = { type: "A", hostname: "www", value: "203.0.113.7" };
	const plan = await fixture.actions.dns.plan({
		personId,
		domains: [domain],
		draft: {},
		edits: [{ edit: "add", record }],
	});
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	await mine.confirm(plan.operation);
	const [row] = await fixture.database.sql`select id from bot.requests where operation_id = ${plan.operation.id}`;
	const now = () => mine.get(plan.operation);
	return { ...mine, now, requestId: Number(row?.["id"]) };
}

it("does not send the previous plan under the confirm of the next", async () => {
	const mine = await confirmedPlan(1, "slept-over.com");
	const sleeper = await sleeperAt(mine.requestId);
	mine.owned.records.push(other);
	await fixture.database.advance(60_000);
	await runRequest(fixture.deps, mine.requestId, new AbortController().signal);
	const second = await mine.now();
	expect(second).toMatchObject({ state: "quoted", quote: { number: 2 } });
	await mine.confirm(second);
	await sleeper.wake();
	expect(await mine.now()).toMatchObject({ state: "succeeded" });
	expect(mine.owned.records).toMatchObject([home, mail, other, { name: "www" }]);
});

it("does not order at an unconfirmed price because of a read from before the confirmed quote", async () => {
	const order = await quoted(fixture, 11, "slept-over.net");
	await order.confirm();
	const sleeper = await sleeperAt(await order.requestId());
	fixture.service.prices.set(".net", { register: 1_800, renew: 1_300 });
	await fixture.database.advance(60_000);
	await runRequest(fixture.deps, await order.requestId(), new AbortController().signal);
	expect(await order.now()).toMatchObject({ state: "quoted", quote: { number: 2, totalCents: 1_800 } });
	await order.confirm(2);
	fixture.service.prices.set(".net", { register: 9_900, renew: 1_300 });
	await sleeper.wake();
	expect(await order.now()).toMatchObject({ state: "quoted", quote: { number: 3, totalCents: 9_900 } });
	expect(order.account.ledger).toEqual([]);
});

it("reads a zone again before a write if the last read is minutes old", async () => {
	const mine = await confirmedPlan(21, "paused.com");
	const sleeper = await sleeperAt(mine.requestId);
	mine.owned.records.push(other);
	await fixture.database.advance(10 * 60_000);
	await sleeper.wake();
	expect(await mine.now()).toMatchObject({ state: "quoted", quote: { number: 2 } });
	expect(mine.owned.records).toMatchObject([home, mail, other]);
});

it("reads a zone again before a second write if the last read is minutes old", async () => {
	const mine = await confirmedPlan(31, "paused-again.com");
	fixture.service.fail(/paused-again.com\/dns/, { kind: "slow", until: Promise.resolve() }, { kind: "reset" });
	await fixture.settle();
	expect(await mine.now()).toMatchObject({ state: "unknown" });
	await fixture.database.advance(10_000);
	const sleeper = await sleeperAt(mine.requestId);
	mine.owned.records.push(other);
	await fixture.database.advance(8 * 60_000);
	await sleeper.wake();
	expect(mine.owned.records).toMatchObject([home, mail, other]);
	await fixture.database.advance(60_000);
	await fixture.settle();
	expect(await mine.now()).toMatchObject({ state: "needs_human" });
	expect(mine.owned.records).toMatchObject([home, mail, other]);
});
