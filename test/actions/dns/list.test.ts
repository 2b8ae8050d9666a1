import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation, RecordEdit } from "../../../src/actions/index.ts";
import type { Owned, SampleRecord } from "../../support/small-service-admin.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
const mail: SampleRecord = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
const proof: RecordEdit = { edit: "add", record: { type: "TXT", hostname: "@", value: "owner=anna" } };

/**
 * Creates a person who owns these domains. The result has functions that plan, confirm and read changes of the domains'
 * records.
 */
async function ownerOfSeveral(names: readonly string[], more: Partial<Owned> = {}) {
	const { personId, account } = await fixture.customer(700 + ++last);
	const owned = new Map(
		names.map((name) => [name, fixture.service.take(name, account, { records: [home, mail], ...more })]),
	);
	const get = async (operation: { id: number }): Promise<Operation> => {
		const found = await fixture.actions.operation.get({ personId, operationId: operation.id });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	const confirm = ({ id: operationId, quote }: Operation, sure: boolean) =>
		fixture.actions.operation.confirm({ personId, operationId, number: quote?.number ?? 0, sure });
	return {
		personId,
		account,
		owned,
		get,
		confirm,
		add: (domains: readonly string[] = names, edits: readonly RecordEdit[] = [proof]) =>
			fixture.actions.dns.plan({ personId, domains, edits }),
		async carryOut(plan: { kind: string; operation?: Operation }, sure = true): Promise<Operation> {
			if (!plan.operation) throw new Error(`no plan: ${plan.kind}`);
			expect((await confirm(plan.operation, sure)).kind).toBe("confirmed");
			await fixture.settle();
			return get(plan.operation);
		},
		recordsOf: (name: string) => (owned.get(name)?.records ?? []).map((each) => `${each.type} ${each.content}`),
	};
}

const outcomes = ({ items }: Operation) => items.map(({ domain, phase }) => [domain, phase]);
const skippedOf = (plan: object) => ("skipped" in plan ? plan.skipped : undefined);

describe("changes of the records of several domains", () => {
	it("set the TTL of a record that exists with another one, if the person names it", async () => {
		const mine = await ownerOfSeveral(["ttl-one.com", "ttl-two.com"]);
		const other = mine.owned.get("ttl-two.com");
		if (other) other.records = [{ ...home, ttl: 600 }, mail];
		const apex = { type: "A", hostname: "@", value: "203.0.113.1" };
		const plan = await mine.add(undefined, [{ edit: "add", record: { ...apex, ttl: 600 } }]);
		expect(plan).toMatchObject({
			skipped: [{ domain: "ttl-two.com", reason: "already_so" }],
			operation: {
				items: [{ change: { diff: { changed: [{ before: { ttl: 300 }, after: { ttl: 600 } }], added: [] } } }],
			},
		});
		expect(await mine.add(undefined, [{ edit: "add", record: apex }])).toMatchObject({ kind: "nothing" });
	});

	it("leave the other zones done if one fails, and repeat only that one", async () => {
		const names = ["fine-zone.com", "fails-zone.com", "also-zone.com"];
		const mine = await ownerOfSeveral(names);
		const plan = await mine.add();
		const refusal = { kind: "refused" as const, status: 409, code: "domain_blocked" };
		// For each zone, the bot calls the registrar twice: it reads the zone, and then it writes the zone. The first fault
		// applies to the read and does no harm. So the second fault applies to the write and refuses it.
		fixture.service.fail(/fails-zone.com.dns/, { kind: "slow", until: Promise.resolve() }, refusal);
		const done = await mine.carryOut(plan, false);
		expect(outcomes(done)).toEqual([
			["fine-zone.com", "succeeded"],
			["fails-zone.com", "failed"],
			["also-zone.com", "succeeded"],
		]);
		const again = await fixture.actions.quote.again({ personId: mine.personId, operationId: done.id });
		const retried = await mine.carryOut(again as { kind: string; operation?: Operation });
		expect(outcomes(retried)).toEqual([["fails-zone.com", "succeeded"]]);
		expect(mine.recordsOf("fails-zone.com")).toContain("TXT owner=anna");
	});

	it("are asked about twice if one zone loses its mail, also if the first does not", async () => {
		const names = ["keeps-zone.com", "loses-zone.com"];
		const mine = await ownerOfSeveral(names);
		const first = mine.owned.get("keeps-zone.com");
		first?.records.push({ type: "MX", name: "@", content: "other.example.net", priority: 20 });
		const edit: RecordEdit = { edit: "remove", record: { ...mail, hostname: "@", value: mail.content } };
		const plan = await mine.add(names, [edit]);
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		expect(plan.operation.risks).toEqual(["last_mail"]);
		expect(await mine.confirm(plan.operation, false)).toMatchObject({ kind: "ask_twice", warnings: ["last_mail"] });
		expect(mine.recordsOf("loses-zone.com")).toContain("MX mail.example.net");
	});

	it("read each zone with its own deadline", async () => {
		const names = ["slow-a.com", "slow-b.com", "slow-c.com", "slow-d.com"];
		const mine = await ownerOfSeveral(names);
		const { deadline } = fixture.deps;
		fixture.deps.deadline = () => AbortSignal.timeout(600);
		// Real time: a deadline is a timer of the process. The reads together take longer than one deadline.
		const slow = () => ({ kind: "slow" as const, until: new Promise((done) => setTimeout(done, 250)) });
		fixture.service.fail(/slow-[a-d].com.dns/, ...names.map(slow));
		const plan = await mine.add();
		fixture.deps.deadline = deadline;
		expect(skippedOf(plan)).toEqual([]);
	});

	it("give a record that exists the TTL that was sent", async () => {
		const names = ["ttl-a.com", "ttl-b.com"];
		const mine = await ownerOfSeveral(names);
		const record = { type: "A", hostname: "@", value: "203.0.113.1" };
		const same = await mine.add(names, [{ edit: "add", record }]);
		expect(skippedOf(same)).toEqual(names.map((domain) => ({ domain, reason: "already_so" })));
		await mine.carryOut(await mine.add(names, [{ edit: "add", record: { ...record, ttl: 600 } }]));
		for (const each of names) expect(mine.owned.get(each)?.records).toEqual([{ ...home, ttl: 600 }, mail]);
	});

	it("skip a zone that has the record, that conflicts, that cannot be read, and a foreign domain", async () => {
		const names = ["new-skips.com", "has-skips.com", "cname-skips.com", "silent-skips.com"];
		const mine = await ownerOfSeveral(names);
		mine.owned.get("has-skips.com")?.records.push({ type: "TXT", name: "www", content: "owner=anna" });
		mine.owned.get("cname-skips.com")?.records.push({ type: "CNAME", name: "www", content: "example.net" });
		fixture.service.fail(/silent-skips.com.dns/, { kind: "refused", status: 409, code: "busy" });
		const edit: RecordEdit = { edit: "add", record: { type: "TXT", hostname: "www", value: "owner=anna" } };
		const plan = await mine.add([...names, "foreign-skips.com"], [edit]);
		expect(plan).toMatchObject({ kind: "quoted", operation: { items: [{ domain: "new-skips.com" }] } });
		expect(skippedOf(plan)).toEqual([
			{ domain: "has-skips.com", reason: "already_so" },
			{
				domain: "cname-skips.com",
				reason: "conflict",
				refusals: [expect.objectContaining({ problem: expect.any(String) })],
			},
			{ domain: "silent-skips.com", reason: "unread", trouble: expect.objectContaining({ code: "busy" }) },
			{ domain: "foreign-skips.com", reason: "not_yours" },
		]);
	});

	it("name a TTL that does not fit and a record that is gone, in a list as for a single domain", async () => {
		const names = ["fits-a.com", "fits-b.com"];
		const mine = await ownerOfSeveral(names);
		const record = { type: "A", hostname: "a", value: "203.0.113.3", ttl: 1 };
		const change = { fitted: [{ before: { ttl: 1 }, after: { ttl: null } }] };
		for (const domains of [names, names.slice(0, 1)]) {
			expect(await mine.add(domains, [{ edit: "add", record }])).toMatchObject({
				operation: { items: domains.map((domain) => ({ domain, change })) },
			});
			expect(await mine.add(domains, [{ edit: "remove", record }])).toEqual({
				kind: "nothing",
				skipped: domains.map((domain) => ({ domain, reason: "record_gone" })),
			});
		}
	});

	it("take at most 50 domains", async () => {
		const mine = await ownerOfSeveral(["one-of-many.com"]);
		const names = Array.from({ length: 51 }, (_, index) => `n${index}.com`);
		expect(await mine.add(names)).toEqual({ kind: "too_many", most: 50 });
	});

	it("are computed again, and not written, in a zone that another program changed after the confirmation", async () => {
		const names = ["calm-race.com", "moved-race.com"];
		const mine = await ownerOfSeveral(names);
		const plan = await mine.add();
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation, false);
		mine.owned.get("moved-race.com")?.records.push({ type: "A", name: "shop", content: "203.0.113.9" });
		await fixture.settle();
		expect(mine.recordsOf("calm-race.com")).toContain("TXT owner=anna");
		expect(mine.recordsOf("moved-race.com")).not.toContain("TXT owner=anna");
		const asked = await mine.get(plan.operation);
		expect(asked).toMatchObject({ state: "quoted", quote: { moved: true } });
		await mine.carryOut({ kind: "quoted", operation: asked }, false);
		expect(mine.recordsOf("moved-race.com")).toEqual([
			"A 203.0.113.1",
			"MX mail.example.net",
			"A 203.0.113.9",
			"TXT owner=anna",
		]);
	});

	it("can be undone for one domain and for all, and keep what others changed since", async () => {
		const names = ["first-back.com", "second-back.com", "third-back.com"];
		const mine = await ownerOfSeveral(names);
		const done = await mine.carryOut(await mine.add(), false);
		mine.owned.get("second-back.com")?.records.push({ type: "A", name: "shop", content: "203.0.113.9" });
		const which = { personId: mine.personId, operationId: done.id };
		await mine.carryOut(await fixture.actions.operation.undo({ ...which, domains: ["first-back.com"] }), false);
		const all = await fixture.actions.operation.undo(which);
		expect(all).toMatchObject({ kind: "quoted", skipped: [{ domain: "first-back.com", reason: "already_so" }] });
		await mine.carryOut(all as { kind: string; operation?: Operation }, false);
		expect(names.map(mine.recordsOf)).toEqual([
			["A 203.0.113.1", "MX mail.example.net"],
			["A 203.0.113.1", "MX mail.example.net", "A 203.0.113.9"],
			["A 203.0.113.1", "MX mail.example.net"],
		]);
	});
});

describe("an edge profile for several domains", () => {
	const bind = (personId: number, names: readonly string[], profileKey = "main") =>
		fixture.actions.edge.plan({ personId, wanted: names.map((domain) => ({ domain, profileKey })) });

	it("is connected to each with its own request, and undone for all that had one before", async () => {
		const names = ["one-edges.com", "two-edges.com"];
		const mine = await ownerOfSeveral(names);
		const done = await mine.carryOut(await bind(mine.personId, names));
		expect(outcomes(done)).toEqual(names.map((name) => [name, "succeeded"]));
		expect([...mine.owned.values()].map(({ edge }) => edge)).toEqual(["main", "main"]);
		expect(await bind(mine.personId, names)).toMatchObject({
			kind: "nothing",
			skipped: names.map((domain) => ({ domain, reason: "already_so" })),
		});
		const all = await fixture.actions.operation.undo({ personId: mine.personId, operationId: done.id });
		const back = await mine.carryOut(all as { kind: string; operation?: Operation });
		expect(back.kind).toBe("nameservers");
		expect([...mine.owned.values()].map(({ edge }) => edge)).toEqual([undefined, undefined]);
	});

	it("is refused without a name, and fails in each domain under an unknown one", async () => {
		const names = ["one-noedge.com", "two-noedge.com"];
		const mine = await ownerOfSeveral(names);
		expect(await bind(mine.personId, names, " ")).toEqual({ kind: "bad_key" });
		const done = await mine.carryOut(await bind(mine.personId, names, "missing"));
		expect(outcomes(done)).toEqual(names.map((name) => [name, "failed"]));
		expect(done.problem?.code).toBe("edge_not_configured");
	});
});
