import { expect } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import type { ActionsFixture } from "../fixture.ts";

/**
 * Creates a person with a quote for an available name. A call of `confirm(number)` acts like a tap on the Pay button of
 * version `number` of the quote.
 */
export async function quoted(
	fixture: ActionsFixture,
	personId: number,
	domain: string,
	account = fixture.service.openAccount(),
) {
	await fixture.customer(personId, account);
	const result = await fixture.actions.quote.register({ personId, lines: [{ domain, years: 1 }] });
	if (result.kind !== "quoted") throw new Error(`no quote: ${result.kind}`);
	const { id } = result.operation;
	return {
		personId,
		account,
		domain,
		operationId: id,
		reference: result.operation.reference,
		confirm: (number = 1) => fixture.actions.operation.confirm({ personId, operationId: id, number }),
		async now(): Promise<Operation> {
			const found = await fixture.actions.operation.get({ personId, operationId: id });
			if (found.kind !== "operation") throw new Error("the operation is gone");
			return found.operation;
		},
		/** Returns how many notifications about this order the person got. */
		async told(): Promise<number> {
			const rows = await fixture.database.sql`
				select from bot.outbox where subject_kind = 'operation' and subject_id = ${id} and person_id = ${personId}`;
			return rows.length;
		},
		/** Returns the row id of the order's only request. */
		async requestId(): Promise<number> {
			const [row] = await fixture.database.sql`select id from bot.requests where operation_id = ${id}`;
			return Number(row?.["id"]);
		},
	};
}

/** Advances the clock in steps of `step` minutes and runs the due jobs after each step, as a running bot would. */
export async function pass(fixture: ActionsFixture, minutes: number, step = 1): Promise<void> {
	for (let minute = 0; minute < minutes; minute += step) {
		await fixture.database.advance(step * 60_000);
		await fixture.settle();
	}
}

type Bought = Awaited<ReturnType<typeof quoted>>;

/** Expects that the order succeeded with exactly one charge and one notification. */
export async function expectBoughtOnce(bought: Bought): Promise<void> {
	expect(await bought.now()).toMatchObject({ state: "succeeded", hold: "none", items: [{ phase: "succeeded" }] });
	expect(bought.account.ledger).toEqual([{ domain: bought.domain, cents: 1_150 }]);
	expect(await bought.told()).toBe(1);
}
