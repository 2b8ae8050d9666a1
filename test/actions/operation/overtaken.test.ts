import { afterAll, beforeAll, expect, it } from "vitest";
import { runRequest } from "../../../src/actions/operation/run-request.ts";
import { ownerOf } from "../changing.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";
import { pass } from "./bought.ts";

let desk: Desk;
beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The next client does not read this domain before `until` settles. The result resolves as soon as it tries to. */
function slowReader(name: string, until: Promise<void>): Promise<void> {
	const { openClient } = desk.deps;
	return new Promise((reading) => {
		desk.deps.openClient = (access) => {
			const client = openClient(access);
			desk.deps.openClient = openClient;
			const domain: typeof client.domain = async (...input) => {
				if (input[0] === name) {
					reading();
					await until;
				}
				return client.domain(...input);
			};
			return { ...client, domain };
		};
	});
}

it("finds renewals done although an overtaken worker read the new date as the old one", async () => {
	const mine = await ownerOf(desk, 1, "overtaken.com");
	const second = "overtaken-too.com";
	desk.service.take(second, mine.account);
	const drafts = [mine.domain, second].map((domain) => ({ domain, years: 1 }));
	const quote = await desk.actions.quote.renewMany({ personId: 1, drafts });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId } = quote.operation;
	await mine.confirm(quote.operation);
	const [row] = await desk.database.sql`select id from bot.requests where operation_id = ${operationId}`;
	const requestId = Number(row?.["id"]);
	const { signal } = new AbortController();
	const { promise, resolve: goOn } = Promise.withResolvers<void>();
	const reading = slowReader(second, promise);
	const overtaken = runRequest(desk.deps, requestId, signal);
	await reading;
	// Its lease has expired.
	await desk.database.advance(60_000);
	desk.service.fail(/renew/, { kind: "lost" });
	await runRequest(desk.deps, requestId, signal);
	expect(await mine.get(quote.operation)).toMatchObject({ state: "unknown" });
	goOn();
	await overtaken;
	await pass(desk, 15);
	expect(await mine.get(quote.operation)).toMatchObject({
		state: "succeeded",
		items: [{ phase: "succeeded" }, { phase: "succeeded" }],
	});
	expect(mine.account.ledger).toHaveLength(2);
});
