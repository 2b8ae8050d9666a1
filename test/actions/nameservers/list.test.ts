import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import type { Owned } from "../../support/small-service-admin.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const servers = ["a.example.net", "b.example.net"];
const before = ["ns1.small.net", "ns2.small.net"];

/**
 * Creates a person who owns these domains. The result has functions that plan, confirm and read changes of the domains'
 * nameservers.
 */
async function ownerOfSeveral(names: readonly string[], more: Partial<Owned> = {}) {
	const { personId, account } = await fixture.customer(900 + ++last);
	const owned = new Map(names.map((name) => [name, fixture.service.take(name, account, { ...more })]));
	const get = async (operation: { id: number }): Promise<Operation> => {
		const found = await fixture.actions.operation.get({ personId, operationId: operation.id });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	const confirm = (operation: Operation, sure = true) =>
		fixture.actions.operation.confirm({
			personId,
			operationId: operation.id,
			number: operation.quote?.number ?? 0,
			sure,
		});
	return {
		personId,
		account,
		owned,
		get,
		confirm,
		serversOf: () => [...owned.values()].map((each) => each.nameservers[0]),
		plan: (domains: readonly string[] = names, target = servers) =>
			fixture.actions.nameservers.plan({
				personId,
				wanted: domains.map((domain) => ({ domain, target: { nameservers: target } })),
			}),
		async carryOut(plan: { kind: string; operation?: Operation }): Promise<Operation> {
			if (!plan.operation) throw new Error(`no plan: ${plan.kind}`);
			expect((await confirm(plan.operation)).kind).toBe("confirmed");
			await fixture.settle();
			return get(plan.operation);
		},
	};
}

const outcomes = ({ items }: Operation) => items.map(({ domain, phase }) => [domain, phase]);
const sentFor = (domain: string) => fixture.service.sent(new RegExp(`${domain}.nameservers`));

describe("new nameservers for several domains", () => {
	it("are one operation with a separate request for each domain, confirmed once after a second question", async () => {
		const names = ["one-many.com", "two-many.com", "three-many.com", "four-many.com"];
		const mine = await ownerOfSeveral(names);
		const plan = await mine.plan();
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		expect(plan.operation.items.map(({ change }) => change)).toMatchObject(
			names.map(() => ({ before, after: servers })),
		);
		expect(await mine.confirm(plan.operation, false)).toMatchObject({ kind: "ask_twice", warnings: ["nameservers"] });
		expect(mine.serversOf()).toEqual(names.map(() => before[0]));
		const done = await mine.carryOut(plan);
		expect(outcomes(done)).toEqual(names.map((name) => [name, "succeeded"]));
		expect(mine.serversOf()).toEqual(names.map(() => servers[0]));
		const keys = names.flatMap((name) => sentFor(name).map(({ key }) => key));
		expect(new Set(keys).size).toBe(names.length);
	});

	it("leave the others done if one fails, and *Retry* repeats only that one", async () => {
		const names = ["fine-part.com", "fails-part.com", "also-part.com"];
		const mine = await ownerOfSeveral(names);
		fixture.service.fail(/fails-part.com.nameservers/, { kind: "refused", status: 409, code: "domain_blocked" });
		const done = await mine.carryOut(await mine.plan());
		expect(outcomes(done)).toEqual([
			["fine-part.com", "succeeded"],
			["fails-part.com", "failed"],
			["also-part.com", "succeeded"],
		]);
		expect(done.items[1]?.problem?.code).toBe("domain_blocked");
		const again = await fixture.actions.quote.again({ personId: mine.personId, operationId: done.id });
		const retried = await mine.carryOut(again as { kind: string; operation?: Operation });
		expect(outcomes(retried)).toEqual([["fails-part.com", "succeeded"]]);
		expect(sentFor("fine-part.com")).toHaveLength(1);
	});

	it("can be undone for one domain and for all, each to its own old nameservers", async () => {
		const names = ["first-undo.com", "second-undo.com", "third-undo.com"];
		const mine = await ownerOfSeveral(names);
		const second = mine.owned.get("second-undo.com");
		if (second) second.nameservers = ["old1.example.org", "old2.example.org"];
		const done = await mine.carryOut(await mine.plan());
		const which = { personId: mine.personId, operationId: done.id };
		await mine.carryOut(await fixture.actions.operation.undo({ ...which, domains: ["first-undo.com"] }));
		expect(mine.serversOf()).toEqual([before[0], servers[0], servers[0]]);
		const all = await fixture.actions.operation.undo(which);
		expect(all).toMatchObject({ kind: "quoted", skipped: [{ domain: "first-undo.com", reason: "already_so" }] });
		await mine.carryOut(all as { kind: string; operation?: Operation });
		expect(mine.serversOf()).toEqual([before[0], "old1.example.org", before[0]]);
	});

	it("are not written to a domain whose nameservers changed since the plan", async () => {
		const names = ["same-moved.com", "moved.com", "other-moved.com"];
		const mine = await ownerOfSeveral(names);
		const plan = await mine.plan();
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation);
		const moved = mine.owned.get("moved.com");
		if (moved) moved.nameservers = ["x.example.org", "y.example.org"];
		await fixture.settle();
		const asked = await mine.get(plan.operation);
		expect(asked).toMatchObject({ state: "quoted", quote: { moved: true } });
		expect(outcomes(asked)).toEqual([
			["same-moved.com", "succeeded"],
			["moved.com", "open"],
			["other-moved.com", "succeeded"],
		]);
		expect(asked.items[1]?.change).toMatchObject({ before: ["x.example.org", "y.example.org"], after: servers });
		expect(moved?.nameservers[0]).toBe("x.example.org");
		expect(await mine.confirm(asked, false)).toMatchObject({ kind: "ask_twice" });
		expect(outcomes(await mine.carryOut({ kind: "quoted", operation: asked }))[1]).toEqual(["moved.com", "succeeded"]);
		expect(moved?.nameservers).toEqual(servers);
	});

	it("leave out and name the domains that have them, cannot be read, or cannot change them now", async () => {
		const mine = await ownerOfSeveral(["new-skip.com", "has-skip.com", "unread-skip.com", "busy-skip.com"]);
		const has = mine.owned.get("has-skip.com");
		if (has) has.nameservers = [...servers].reverse();
		const held = await mine.plan(["busy-skip.com"]);
		if (held.kind !== "quoted") throw new Error(held.kind);
		await mine.confirm(held.operation);
		fixture.service.fail(/unread-skip.com.dns/, { kind: "refused", status: 409, code: "busy" });
		const plan = await mine.plan([...mine.owned.keys(), "foreign-skip.com"]);
		expect(plan).toMatchObject({ kind: "quoted", operation: { items: [{ domain: "new-skip.com" }] } });
		const { id, reference } = held.operation;
		expect("skipped" in plan && plan.skipped).toEqual([
			{ domain: "has-skip.com", reason: "already_so" },
			{ domain: "unread-skip.com", reason: "unread", trouble: expect.objectContaining({ code: "busy" }) },
			{ domain: "busy-skip.com", reason: "busy", other: { id, reference, mine: true, change: true } },
			{ domain: "foreign-skip.com", reason: "not_yours" },
		]);
		expect(await mine.plan(["has-skip.com"])).toMatchObject({ kind: "nothing" });
	});

	it("are planned for a domain whose nameservers the service does not report, in a list as for a single domain", async () => {
		const mine = await ownerOfSeveral(["told-list.com", "untold-list.com"]);
		const untold = mine.owned.get("untold-list.com");
		if (untold) untold.untold = ["nameservers"];
		expect(await mine.plan(["untold-list.com"])).toMatchObject({ kind: "quoted", skipped: [] });
		const plan = await mine.plan();
		expect(plan).toMatchObject({ kind: "quoted", skipped: [] });
		await mine.carryOut(plan as { kind: string; operation?: Operation });
		expect(mine.serversOf()).toEqual([servers[0], servers[0]]);
	});

	it("can be a preset whose servers only the service knows", async () => {
		const names = ["one-preset.com", "two-preset.com"];
		const mine = await ownerOfSeveral(names);
		const wanted = names.map((domain) => ({ domain, target: { presetKey: "default" } }));
		const plan = await fixture.actions.nameservers.plan({ personId: mine.personId, wanted });
		expect(plan).toMatchObject({ operation: { change: { before, after: null, presetKey: "default" } } });
		const done = await mine.carryOut(plan as { kind: string; operation?: Operation });
		expect(outcomes(done)).toEqual(names.map((name) => [name, "succeeded"]));
		expect(mine.serversOf()).toEqual(["ns1.preset.net", "ns1.preset.net"]);
	});

	it("find the outcome of the one whose answer was lost", async () => {
		const mine = await ownerOfSeveral(["kept-lost.com", "gone-lost.com"]);
		const plan = await mine.plan();
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation);
		fixture.service.fail(/gone-lost.com.nameservers/, { kind: "lost" });
		await pass(fixture, 2);
		expect((await mine.get(plan.operation)).state).toBe("succeeded");
		expect(sentFor("gone-lost.com")).toHaveLength(1);
	});

	it("are cancelled for the domains that were not sent yet", async () => {
		const names = ["sent-stop.com", "never-stop.com", "not-stop.com"];
		const mine = await ownerOfSeveral(names);
		const plan = await mine.plan();
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation);
		const [first] = await fixture.database.sql<{ id: string }[]>`
			select request_id::text as id from bot.items where domain = 'sent-stop.com'`;
		fixture.service.fail(/sent-stop.com.nameservers/, { kind: "lost" });
		await fixture.tasks.operation(first?.id ?? "", new AbortController().signal);
		const which = { personId: mine.personId, operationId: plan.operation.id };
		expect(await fixture.actions.operation.withdraw(which)).toMatchObject({ kind: "withdrawn" });
		await pass(fixture, 2);
		expect(mine.serversOf()).toEqual([servers[0], before[0], before[0]]);
		const done = await mine.get(plan.operation);
		expect(done.items.map(({ state }) => state)).toEqual(["succeeded", "withdrawn", "withdrawn"]);
		expect(done.state).toBe("succeeded");
		expect(await fixture.actions.operation.withdraw(which)).toMatchObject({ kind: "too_late" });
		expect(await mine.plan(["never-stop.com"])).toMatchObject({ kind: "quoted" });
	});

	it("refuse more than 500 domains, and nameservers that are malformed", async () => {
		const mine = await ownerOfSeveral([]);
		const names = Array.from({ length: 501 }, (_, index) => `n${index}.com`);
		expect(await mine.plan(names)).toEqual({ kind: "too_many", most: 500 });
		expect(await mine.plan(["one.com", "two.com"], ["a.example.net"])).toMatchObject({ kind: "bad_nameservers" });
	});
});
