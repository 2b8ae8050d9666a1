import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const year = 365 * 86_400_000;

/** Creates a person who owns this domain, and a quote for renewing the domain by two years. */
async function renewing(domain: string, references: { client_ref?: string; external_ref?: string } = {}) {
	const { personId, account } = await fixture.customer(++last);
	const owned = fixture.service.take(domain, account, references);
	const expires = owned.expires;
	const quote = await fixture.actions.quote.renew({ personId, lines: [{ domain, years: 2 }] });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const operationId = quote.operation.id;
	return {
		personId,
		account,
		owned,
		quote: quote.operation,
		confirm: () => fixture.actions.operation.confirm({ personId, operationId, number: 1 }),
		years: () => Math.round((owned.expires - expires) / year),
		async now(): Promise<Operation> {
			const found = await fixture.actions.operation.get({ personId, operationId });
			if (found.kind !== "operation") throw new Error("gone");
			return found.operation;
		},
	};
}

describe("a renewal", () => {
	it("is quoted from the price list, charged once, and extends the expiry", async () => {
		const renewal = await renewing("mine.com");
		expect(renewal.quote).toMatchObject({
			kind: "renew",
			quote: { totalCents: 2_500, expected: true },
			items: [{ domain: "mine.com", years: 2, priceCents: 2_500, renewCents: 1_250 }],
		});
		await renewal.confirm();
		await fixture.settle();
		expect(await renewal.now()).toMatchObject({ state: "succeeded" });
		expect([renewal.years(), renewal.account.ledger]).toEqual([2, [{ domain: "mine.com", cents: 2_500 }]]);
	});

	it("sends back the references of the record", async () => {
		const renewal = await renewing("labelled.com", { client_ref: "shop", external_ref: "A-1" });
		await renewal.confirm();
		await fixture.settle();
		expect(renewal.owned).toMatchObject({ client_ref: "shop", external_ref: "A-1" });
	});

	it("is never sent again after a lost answer if the expiry shows that it was done", async () => {
		const renewal = await renewing("lost.com");
		await renewal.confirm();
		fixture.service.fail(/renew/, { kind: "lost" });
		await fixture.settle();
		expect((await renewal.now()).state).toBe("unknown");
		await pass(fixture, 2);
		expect(await renewal.now()).toMatchObject({ state: "succeeded" });
		expect([renewal.years(), fixture.service.sent(/lost.com.renew/).length]).toEqual([2, 1]);
	});

	it("is sent again once the expiry shows that it was not done", async () => {
		const renewal = await renewing("again.com");
		await renewal.confirm();
		fixture.service.fail(/renew/, { kind: "reset" });
		await pass(fixture, 2);
		expect(await renewal.now()).toMatchObject({ state: "succeeded" });
		const sent = fixture.service.sent(/again.com.renew/);
		expect([renewal.years(), sent.length, new Set(sent.map((call) => call.key)).size]).toEqual([2, 2, 1]);
	});

	it("has no quote for a name that is not in the account", async () => {
		const { personId } = await fixture.customer(++last);
		const quote = await fixture.actions.quote.renew({ personId, lines: [{ domain: "unowned.com", years: 1 }] });
		expect(quote).toMatchObject({ kind: "nothing", skipped: [{ domain: "unowned.com", reason: "not_yours" }] });
	});

	it("of one name can run together with a registration of another, but not with itself", async () => {
		const renewal = await renewing("twice.com");
		await renewal.confirm();
		const { personId } = renewal;
		const again = await fixture.actions.quote.renew({ personId, lines: [{ domain: "twice.com", years: 1 }] });
		expect(again).toMatchObject({
			kind: "nothing",
			skipped: [{ domain: "twice.com", reason: "busy", other: { reference: renewal.quote.reference } }],
		});
	});
});
