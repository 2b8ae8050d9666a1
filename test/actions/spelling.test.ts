import { domainToASCII } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "./fixture.ts";
import { pass } from "./operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
	fixture.service.prices.set(".рф", { register: 900, renew: 1_000 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function customer() {
	const { personId, account } = await fixture.customer(++last);
	async function carryOut(result: { kind: string; operation?: Operation }): Promise<Operation> {
		if (!result.operation) throw new Error(result.kind);
		const { id: operationId, quote } = result.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: quote?.number ?? 0 });
		await fixture.settle();
		const found = await fixture.actions.operation.get({ personId, operationId });
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
			expect(await fixture.actions.search.name({ personId, name })).toMatchObject({
				kind: "offer",
				offer: { domain, available: true, registerCents: 900, renewCents: 1_000 },
			});
		}
		const bought = await carryOut(await fixture.actions.quote.register({ personId, lines: [{ domain, years: 1 }] }));
		expect(bought).toMatchObject({ state: "succeeded", items: [{ domain, phase: "succeeded" }] });
		expect(fixture.service.owned.has("пример.рф")).toBe(true);
		expect(await fixture.actions.domain.card({ personId, domain })).toMatchObject({ domain: { domain } });
		const renewed = await carryOut(await fixture.actions.quote.renew({ personId, lines: [{ domain, years: 1 }] }));
		expect(renewed).toMatchObject({ state: "succeeded" });
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		const plan = await fixture.actions.dns.plan({
			personId,
			domains: [domain],
			draft: {},
			edits: [{ edit: "add", record }],
		});
		expect(await carryOut(plan)).toMatchObject({ state: "succeeded" });
		expect(fixture.service.owned.get("пример.рф")?.records).toHaveLength(1);
	});

	it("is sold in a list, and the outcome of a lost answer is found", async () => {
		const { personId, carryOut } = await customer();
		const names = ["один.рф", "два.рф", "three.com"];
		const part = { names: names.map(domainToASCII), refused: [], duplicates: 0, tail: "", saidAt: 1, forwarded: false };
		const boardId = await fixture.actions.board.add({ ...part, personId, boardId: null, updateId: 1 });
		const choice = { selected: { all: true, names: [] }, years: 1 };
		const listed = await fixture.actions.board.read({ personId, boardId, choice, offset: 0, limit: 5 });
		expect(listed).toMatchObject({ kind: "board", counts: { available: 3 } });
		const lines = names.map((domain) => ({ domain, years: 1 }));
		const quoted = await fixture.actions.quote.register({ personId, lines });
		fixture.service.fail(
			/register.batch/,
			{ kind: "lost" },
			...Array.from({ length: 30 }, () => ({ kind: "reset" as const })),
		);
		const order = await carryOut(quoted);
		expect(order).toMatchObject({ state: "unknown" });
		await pass(fixture, 15);
		fixture.service.heal();
		const found = await fixture.actions.operation.get({ personId, operationId: order.id });
		expect(found).toMatchObject({
			operation: {
				state: "succeeded",
				items: [{ phase: "succeeded" }, { phase: "succeeded" }, { phase: "succeeded" }],
			},
		});
	});

	it("is found as soon as the list includes it", async () => {
		const { personId } = await customer();
		expect(await fixture.actions.search.name({ personId, name: "новый.онлайн" })).toMatchObject({ kind: "not_sold" });
		fixture.service.prices.set(".онлайн", { register: 500, renew: 500 });
		expect(await fixture.actions.search.name({ personId, name: "новый.онлайн" })).toMatchObject({ kind: "offer" });
	});

	it("never counts as not sold: a name that the service refuses is refused in its words", async () => {
		const { personId } = await customer();
		const refusal = { kind: "refused", status: 422, code: "validation_error" } as const;
		fixture.service.fail(/search/, refusal, refusal);
		expect(await fixture.actions.search.name({ personId, name: "слово.рф" })).toEqual({
			kind: "invalid",
			name: "xn--b1arjbl.xn--p1ai",
			problem: "refused",
			message: "the small service says validation_error",
		});
	});
});
