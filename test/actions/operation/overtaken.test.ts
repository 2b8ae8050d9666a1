import { afterAll, beforeAll, expect, it } from "vitest";
import { runRequest } from "../../../src/actions/operation/run-request.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Makes the API client of the next worker wait for `until` before it reads this domain. The returned promise resolves
 * when the client begins to wait.
 */
function slowReader(name: string, until: Promise<void>): Promise<void> {
	const { openClient } = fixture.deps;
	return new Promise((reading) => {
		fixture.deps.openClient = (access) => {
			const client = openClient(access);
			fixture.deps.openClient = openClient;
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
	const mine = await ownerOf(fixture, 1, "overtaken.com");
	const second = "overtaken-too.com";
	fixture.service.take(second, mine.account);
	const lines = [mine.domain, second].map((domain) => ({ domain, years: 1 }));
	const quote = await fixture.actions.quote.renew({ personId: 1, lines });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId } = quote.operation;
	await mine.confirm(quote.operation);
	const [row] = await fixture.database.sql`select id from bot.requests where operation_id = ${operationId}`;
	const requestId = Number(row?.["id"]);
	const { signal } = new AbortController();
	const { promise, resolve: goOn } = Promise.withResolvers<void>();
	const reading = slowReader(second, promise);
	const overtaken = runRequest(fixture.deps, requestId, signal);
	await reading;
	// Let the lease of the waiting worker (its time-limited right to the request) expire, so that a second worker can
	// take the request.
	await fixture.database.advance(60_000);
	fixture.service.fail(/renew/, { kind: "lost" });
	await runRequest(fixture.deps, requestId, signal);
	expect(await mine.get(quote.operation)).toMatchObject({ state: "unknown" });
	goOn();
	await overtaken;
	await pass(fixture, 15);
	expect(await mine.get(quote.operation)).toMatchObject({
		state: "succeeded",
		items: [{ phase: "succeeded" }, { phase: "succeeded" }],
	});
	expect(mine.account.ledger).toHaveLength(2);
});
