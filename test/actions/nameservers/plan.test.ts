import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const owner = (domain: string) => ownerOf(fixture, ++last, domain);
const servers = ["A.example.net.", "b.example.net"];

it("replaces the whole set after asking twice, and can undo it", async () => {
	const mine = await owner("ns.com");
	const plan = await fixture.actions.nameservers.plan({
		...mine,
		wanted: [{ ...mine, target: { nameservers: servers } }],
	});
	expect(plan).toMatchObject({
		kind: "quoted",
		operation: {
			kind: "nameservers",
			change: {
				before: ["ns1.small.net", "ns2.small.net"],
				after: ["a.example.net", "b.example.net"],
				risks: ["nameservers"],
			},
		},
	});
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	expect(await mine.confirm(plan.operation)).toMatchObject({ kind: "ask_twice", warnings: ["nameservers"] });
	const done = await mine.carryOut(plan, true);
	expect(mine.owned.nameservers).toEqual(["a.example.net", "b.example.net"]);
	await mine.carryOut(await fixture.actions.operation.undo({ ...mine, operationId: done.id }), true);
	expect(mine.owned.nameservers).toEqual(["ns1.small.net", "ns2.small.net"]);
});

it("accepts a preset of the account by its key", async () => {
	const mine = await owner("preset-ns.com");
	const plan = await fixture.actions.nameservers.plan({
		...mine,
		wanted: [{ ...mine, target: { presetKey: "default" } }],
	});
	expect(plan).toMatchObject({ operation: { change: { after: null, presetKey: "default" } } });
	expect(await mine.carryOut(plan, true)).toMatchObject({ state: "succeeded" });
	expect(mine.owned.nameservers).toEqual(["ns1.preset.net", "ns2.preset.net"]);
});

it("finds the outcome of a change whose answer was lost", async () => {
	const mine = await owner("lost-ns.com");
	const plan = await fixture.actions.nameservers.plan({
		...mine,
		wanted: [{ ...mine, target: { nameservers: servers } }],
	});
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	await mine.confirm(plan.operation, true);
	fixture.service.fail(/nameservers/, { kind: "lost" });
	await pass(fixture, 2);
	expect((await mine.get(plan.operation)).state).toBe("succeeded");
	expect(fixture.service.sent(/lost-ns.com.nameservers/)).toHaveLength(1);
});

it.each([
	["reported as failed if the old ones are still there", [], { kind: "reset" }, "failed"],
	["not reported as failed if the service shows none", ["nameservers"], { kind: "lost" }, "unknown"],
] as const)("a nameserver change without an answer is %s", async (_what, untold, first, state) => {
	const mine = await owner(`unanswered-${untold.length}.com`);
	mine.owned.untold = untold;
	const plan = await fixture.actions.nameservers.plan({
		...mine,
		wanted: [{ ...mine, target: { nameservers: servers } }],
	});
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	await mine.confirm(plan.operation, true);
	fixture.service.fail(/nameservers/, first, ...Array.from({ length: 30 }, () => ({ kind: "reset" as const })));
	await pass(fixture, 20);
	fixture.service.heal();
	expect((await mine.get(plan.operation)).state).toBe(state);
});

it.each([
	[["one.example.net"], { kind: "bad_nameservers", problem: "too_few" }],
	[["203.0.113.5", "b.example.net"], { kind: "bad_nameservers", problem: "address", part: "203.0.113.5" }],
	[["a.example.net", "A.example.net"], { kind: "bad_nameservers", problem: "duplicate" }],
	[["ns2.small.net", "ns1.small.net"], { kind: "nothing" }],
])("makes no plan for %j", async (nameservers, expected) => {
	const mine = await owner(`bad-${last}.com`);
	expect(
		await fixture.actions.nameservers.plan({ ...mine, wanted: [{ ...mine, target: { nameservers } }] }),
	).toMatchObject(expected);
});
