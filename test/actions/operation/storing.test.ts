import { afterAll, beforeAll, expect, it } from "vitest";
import { runRequest } from "../../../src/actions/operation/run-request.ts";
import type { Client } from "../../../src/client/index.ts";
import type { ItemOutcome } from "../../../src/client/read/domains.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const dates = [new Date(1_827_273_600_000_000), new Date(8.64e15), new Date(-8.64e15), new Date(Number.NaN)];

/** Adds facts to the answers of all further orders, as a reader of a strange answer could return them. */
function withFacts(facts: Partial<ItemOutcome>): Disposable {
	const { openClient } = fixture.deps;
	fixture.deps.openClient = (access) => {
		const client = openClient(access);
		const send: Client["send"] = async (...input) => {
			const sent = await client.send(...input);
			return sent.kind === "ok" ? { ...sent, value: sent.value.map((item) => ({ ...item, ...facts })) } : sent;
		};
		return { ...client, send };
	};
	return {
		[Symbol.dispose]: () => {
			fixture.deps.openClient = openClient;
		},
	};
}

it.each<Partial<ItemOutcome>>([
	...dates.map((expiresAt) => ({ expiresAt })),
	{ chargedCents: 1e12 },
	{ chargedCents: 11.5 },
	{ chargedCents: Number.NaN },
])("a paid registration is stored although the database refuses %o", async (facts) => {
	using _ = withFacts(facts);
	const order = await quoted(fixture, ++last, `stored-${last}.com`);
	await order.confirm();
	await fixture.settle();
	expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ phase: "succeeded" }] });
	await pass(fixture, 3);
	expect(fixture.service.sent(/register/).filter(({ body }) => body["domain"] === order.domain)).toHaveLength(1);
	expect([order.account.ledger.length, await order.told()]).toEqual([1, 1]);
});

it("a refusal is stored although its text has characters that the database refuses", async () => {
	const order = await quoted(fixture, ++last, `refused-${last}.com`);
	const { openClient } = fixture.deps;
	fixture.deps.openClient = (access) => ({
		...openClient(access),
		send: async () => ({ kind: "refused", status: 409, code: "no\u0000", message: "\u0000\ud800" }),
	});
	await order.confirm();
	await fixture.settle();
	fixture.deps.openClient = openClient;
	expect(await order.now()).toMatchObject({ state: "failed", problem: { code: "no\ufffd", message: "\ufffd\ufffd" } });
});

it("the operator is alerted once about a sent order whose outcome cannot be stored", async () => {
	await fixture.meet(900);
	fixture.deps.adminChatId = 900;
	const order = await quoted(fixture, ++last, `stuck-${last}.com`);
	await order.confirm();
	const { sql } = fixture.database;
	await sql`
		create function public.refuse() returns trigger language plpgsql as
			$$ begin raise 'no outcome is stored'; end $$`;
	await sql`
		create trigger refuse before update of phase on bot.items for each row when (new.phase = 'succeeded')
			execute function public.refuse()`;
	const run = async () => runRequest(fixture.deps, await order.requestId(), new AbortController().signal);
	const failures: string[] = [];
	for (let time = 0; time < 4; time += 1) {
		await run().catch((error: Error) => failures.push(error.name));
		await fixture.database.advance(60_000);
	}
	expect(failures.length).toBeGreaterThan(1);
	expect((await fixture.notifications()).filter((each) => each === "trouble to 900")).toHaveLength(1);
	await sql`drop trigger refuse on bot.items`;
	await pass(fixture, 2);
	expect(await order.now()).toMatchObject({ state: "succeeded" });
	expect(order.account.ledger).toHaveLength(1);
});
