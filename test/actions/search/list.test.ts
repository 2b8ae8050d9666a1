import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it("searches a pasted list at once, each name once, and explains what is wrong with the others", async () => {
	const { personId } = await fixture.customer(1);
	fixture.service.take("taken.com", fixture.service.openAccount());
	const names = ["one.com", "ONE.com", "taken.com", "no.zz", "a..b"];
	const before = fixture.service.calls.length;
	expect(await fixture.actions.search.list({ personId, names })).toMatchObject({
		kind: "list",
		offers: [
			{ domain: "one.com", available: true, registerCents: 1_150 },
			{ domain: "taken.com", available: false },
		],
		not: [
			{ name: "a..b", reason: "invalid", problem: "empty_label" },
			{ name: "no.zz", reason: "refused", code: "not_sold" },
		],
		remaining: [],
	});
	// Four calls: the list in both forms (this service accepts the second), the owned names, and the price list.
	expect(fixture.service.calls.length - before).toBe(4);
});

it("leaves names beyond a hundred to the next call, and sends no call for an empty list", async () => {
	const { personId } = await fixture.customer(2);
	const names = Array.from({ length: 130 }, (_, index) => `name-${index}.com`);
	const result = await fixture.actions.search.list({ personId, names });
	expect(result).toMatchObject({ kind: "list", offers: { length: 100 }, remaining: names.slice(100) });
	const before = fixture.service.calls.length;
	expect(await fixture.actions.search.list({ personId, names: ["a..b"] })).toMatchObject({
		offers: [],
		not: { length: 1 },
	});
	expect(fixture.service.calls.length).toBe(before);
});
