import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/actions/index.ts";
import { createActionsFixture, type Desk } from "./fixture.ts";
import { pass } from "./operation/bought.ts";

let desk: Desk;
let last = 0;

beforeAll(async () => {
	desk = await createActionsFixture();
	desk.service.prices.set(".рф", { register: 900, renew: 1_000 });
});
afterAll(() => desk[Symbol.asyncDispose]());

async function customer() {
	const { personId, account } = await desk.customer(++last);
	async function carryOut(result: { kind: string; operation?: Operation }): Promise<Operation> {
		if (!result.operation) throw new Error(result.kind);
		const { id: operationId, quote } = result.operation;
		await desk.actions.operation.confirm({ personId, operationId, number: quote?.number ?? 0 });
		await desk.settle();
		const found = await desk.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	}
	return { personId, account, carryOut };
}

describe("a zone that the price list has in Unicode", () => {
	it("is sold: a name in it is searched and ordered in the same form", async () => {
		const { personId, carryOut } = await customer();
		const domain = "xn--e1afmkfd.xn--p1ai";
		for (const name of ["пример.рф", domain]) {
			expect(await desk.actions.search.name({ personId, name })).toMatchObject({
				kind: "offer",
				offer: { domain, available: true, registerCents: 900, renewCents: 1_000 },
			});
		}
		const bought = await carryOut(await desk.actions.quote.register({ personId, draft: { domain, years: 1 } }));
		expect(bought).toMatchObject({ state: "succeeded", items: [{ domain, phase: "succeeded" }] });
		expect(desk.service.owned.has("пример.рф")).toBe(true);
		expect(await desk.actions.domain.card({ personId, domain })).toMatchObject({ domain: { domain } });
		const renewed = await carryOut(await desk.actions.quote.renew({ personId, draft: { domain, years: 1 } }));
		expect(renewed).toMatchObject({ state: "succeeded" });
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		const plan = await desk.actions.dns.plan({ personId, domain, edits: [{ edit: "add", record }] });
		expect(await carryOut(plan)).toMatchObject({ state: "succeeded" });
		expect(desk.service.owned.get("пример.рф")?.records).toHaveLength(1);
	});

	it("is sold in a list, and the outcome of a lost answer is found", async () => {
		const { personId, carryOut } = await customer();
		const names = ["один.рф", "два.рф", "three.com"];
		const listed = await desk.actions.search.list({ personId, names });
		expect(listed).toMatchObject({ kind: "list", not: [], offers: [{ available: true }, { available: true }, {}] });
		const drafts = names.map((domain) => ({ domain, years: 1 }));
		const quoted = await desk.actions.quote.registerMany({ personId, drafts });
		desk.service.fail(
			/register.batch/,
			{ kind: "lost" },
			...Array.from({ length: 30 }, () => ({ kind: "reset" as const })),
		);
		const order = await carryOut(quoted);
		expect(order).toMatchObject({ state: "unknown" });
		await pass(desk, 15);
		desk.service.heal();
		const found = await desk.actions.operation.get({ personId, operationId: order.id });
		expect(found).toMatchObject({
			operation: {
				state: "succeeded",
				items: [{ phase: "succeeded" }, { phase: "succeeded" }, { phase: "succeeded" }],
			},
		});
	});

	it("is found as soon as the list includes it", async () => {
		const { personId } = await customer();
		expect(await desk.actions.search.name({ personId, name: "новый.онлайн" })).toMatchObject({ kind: "not_sold" });
		desk.service.prices.set(".онлайн", { register: 500, renew: 500 });
		expect(await desk.actions.search.name({ personId, name: "новый.онлайн" })).toMatchObject({ kind: "offer" });
	});

	it("never counts as not sold: a name that the service refuses is refused in its words", async () => {
		const { personId } = await customer();
		const refusal = { kind: "refused", status: 422, code: "validation_error" } as const;
		desk.service.fail(/search/, refusal, refusal);
		expect(await desk.actions.search.name({ personId, name: "слово.рф" })).toEqual({
			kind: "invalid",
			name: "xn--b1arjbl.xn--p1ai",
			problem: "refused",
			message: "the small service says validation_error",
		});
	});
});
