import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

it("binds a profile by its key, once", async () => {
	const mine = await owner("edge.com");
	const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: " main " }] });
	const change = { before: null, after: "main", servers: null, risks: [] };
	expect(plan).toMatchObject({ kind: "quoted", operation: { kind: "edge", change } });
	expect(await mine.carryOut(plan)).toMatchObject({ state: "succeeded", undoable: true });
	expect(mine.owned.edge).toBe("main");
	expect(await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] })).toEqual({
		kind: "nothing",
		skipped: [{ domain: "edge.com", reason: "already_so" }],
	});
});

it("asks twice before a domain leaves its nameservers, and can undo it", async () => {
	const mine = await owner("elsewhere.com");
	mine.owned.nameservers = ["a.example.net", "b.example.net"];
	const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
	const servers = { before: ["a.example.net", "b.example.net"], after: null };
	expect(plan).toMatchObject({ operation: { change: { servers, risks: ["nameservers"] } } });
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	expect(await mine.confirm(plan.operation)).toMatchObject({ kind: "ask_twice", warnings: ["nameservers"] });
	const done = await mine.carryOut(plan, true);
	expect(mine.owned.nameservers).not.toContain("a.example.net");
	await mine.carryOut(await fixture.actions.operation.undo({ ...mine, operationId: done.id }), true);
	expect(mine.owned).toMatchObject({ nameservers: ["a.example.net", "b.example.net"] });
	expect(mine.owned.edge).toBeUndefined();
});

it("restores the mode in which the service answered for the domain itself", async () => {
	const mine = await owner("own-edge.com");
	const done = await mine.carryOut(
		await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] }),
	);
	const back = await fixture.actions.operation.undo({ ...mine, operationId: done.id });
	expect(back).toMatchObject({ operation: { change: { kind: "nameservers", leavesEdge: true } } });
	await mine.carryOut(back, true);
	expect(mine.owned.edge).toBeUndefined();
});

it("shows the new differences if the nameservers changed between plan and write", async () => {
	const mine = await owner("moved-edge.com");
	const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
	mine.owned.nameservers = ["a.example.net", "b.example.net"];
	const again = await mine.carryOut(plan);
	expect(again).toMatchObject({ state: "quoted", quote: { moved: true }, change: { risks: ["nameservers"] } });
	expect(mine.owned.edge).toBeUndefined();
});

it("reports in the service's words that a profile does not fit", async () => {
	const mine = await owner("unfit.com");
	const done = await mine.carryOut(
		await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "other" }] }),
	);
	expect(done).toMatchObject({ state: "failed", problem: { code: "edge_not_configured" } });
});

it("finds the binding on the record when the answer was lost", async () => {
	const mine = await owner("lost-edge.com");
	const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
	if (plan.kind !== "quoted") throw new Error(plan.kind);
	await mine.confirm(plan.operation);
	fixture.service.fail(/edge.bind/, { kind: "lost" });
	await pass(fixture, 2);
	expect((await mine.get(plan.operation)).state).toBe("succeeded");
	expect(fixture.service.sent(/lost-edge.com.edge/)).toHaveLength(1);
});

describe("a profile change without an answer", () => {
	async function unanswered(domain: string, first: { kind: "lost" | "reset" }, untold?: string[]) {
		const mine = await owner(domain);
		if (untold) mine.owned.untold = untold;
		const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation);
		fixture.service.fail(/edge.bind/, first, ...Array.from({ length: 30 }, () => ({ kind: "reset" as const })));
		await pass(fixture, 20);
		fixture.service.heal();
		return mine.get(plan.operation);
	}

	it("was not done if the record says so", async () => {
		expect(await unanswered("unbound.com", { kind: "reset" })).toMatchObject({
			state: "failed",
			items: [{ problem: { code: "not_done" } }],
		});
	});

	it("is not reported as failed if the record does not show profiles", async () => {
		const found = await unanswered("silent-edge.com", { kind: "lost" }, ["edge_profile_key"]);
		expect(found).toMatchObject({ state: "unknown", items: [{ phase: "open" }] });
	});
});

it("offers no undo if the service did not report the earlier profile", async () => {
	const mine = await owner("untold-edge.com");
	mine.owned.untold = ["edge_profile_key"];
	const plan = await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] });
	const done = await mine.carryOut(plan, true);
	expect(done).toMatchObject({ state: "succeeded", undoable: false });
	const undone = await fixture.actions.operation.undo({ ...mine, operationId: done.id });
	expect(undone).toEqual({ kind: "not_found" });
});

it("plans nothing without a key, and nothing for another account's domain", async () => {
	const mine = await owner("nokey.com");
	expect(await fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "  " }] })).toEqual({
		kind: "bad_key",
	});
	const wanted = ["unowned.com", "no name"].map((domain) => ({ domain, profileKey: "main" }));
	const theirs = await fixture.actions.edge.plan({ ...mine, wanted });
	const skipped = wanted.map(({ domain }) => ({ domain, reason: "not_yours" }));
	expect(theirs).toEqual({ kind: "nothing", skipped });
});

it("says for each domain of a list why it has no plan, as for a single one", async () => {
	const mine = await owner("busy-edge.com");
	const bind = (...names: string[]) =>
		fixture.actions.edge.plan({ ...mine, wanted: names.map((domain) => ({ domain, profileKey: "main" })) });
	fixture.service.take("unread-edge.com", mine.account, {});
	const first = await bind("busy-edge.com");
	if (first.kind !== "quoted") throw new Error(first.kind);
	await mine.confirm(first.operation);
	fixture.service.fail(
		/unread-edge.com.dns/,
		...Array.from({ length: 2 }, () => ({ kind: "refused" as const, status: 409, code: "busy" })),
	);
	const { id, reference } = first.operation;
	const reasons = [
		{ domain: "busy-edge.com", reason: "busy", other: { id, reference, mine: true, change: true } },
		{ domain: "unread-edge.com", reason: "unread", trouble: { trouble: "refused", code: "busy" } },
	];
	for (const each of reasons) {
		expect(await bind(each.domain)).toMatchObject({ kind: "nothing", skipped: [each] });
	}
	expect(await bind(...reasons.map(({ domain }) => domain))).toMatchObject({ kind: "nothing", skipped: reasons });
});
