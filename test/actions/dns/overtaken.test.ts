import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation, RecordEdit } from "../../../src/actions/index.ts";
import type { SampleRecord } from "../../support/small-service-admin.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const www: SampleRecord = { type: "A", name: "www", content: "203.0.113.1", ttl: 300 };
const seen = { type: "A", hostname: "www", value: "203.0.113.1", ttl: 300 };
const blog: RecordEdit = { edit: "add", record: { type: "A", hostname: "blog", value: "203.0.113.9" } };

const owner = (domain: string) => ownerOf(fixture, ++last, domain, [home, mail, www]);
type Owner = Awaited<ReturnType<typeof owner>>;

async function planned(mine: Owner, ...edits: RecordEdit[]): Promise<Operation> {
	const result = await fixture.actions.dns.plan({ personId: mine.personId, domains: [mine.domain], draft: {}, edits });
	if (result.kind !== "quoted") throw new Error(result.kind);
	return result.operation;
}

async function confirmed(mine: Owner, operation: Operation): Promise<Operation> {
	await mine.confirm(operation);
	await fixture.settle();
	return mine.get(operation);
}

/** Sets the value of the record `www`, as another program would. */
function setByOthers({ owned }: Owner, content: string): void {
	owned.records = owned.records.map((record) => (record.name === "www" ? { ...record, content } : record));
}

const to = (value: string): RecordEdit => ({ edit: "change", record: seen, to: { ...seen, value } });

describe("a plan whose record another program changed", () => {
	it("asks about the change of the record as it is now", async () => {
		const mine = await owner("edited.com");
		const operation = await planned(mine, to("203.0.113.2"));
		setByOthers(mine, "203.0.113.3");
		const again = await confirmed(mine, operation);
		expect(again).toMatchObject({
			state: "quoted",
			quote: { moved: true },
			change: {
				diff: { changed: [{ before: { value: "203.0.113.3" }, after: { value: "203.0.113.2" } }], added: [] },
				contested: [{ was: { value: "203.0.113.1" }, now: { value: "203.0.113.3" } }],
			},
		});
		expect(await confirmed(mine, again)).toMatchObject({ state: "succeeded" });
		expect(mine.owned.records).toContainEqual({ ...www, content: "203.0.113.2" });
	});

	it("asks about the deletion of the record as it is now", async () => {
		const mine = await owner("deleted.com");
		const operation = await planned(mine, { edit: "remove", record: seen });
		setByOthers(mine, "203.0.113.4");
		expect(await confirmed(mine, operation)).toMatchObject({
			state: "quoted",
			change: { diff: { removed: [{ value: "203.0.113.4" }] }, contested: [{ now: { value: "203.0.113.4" } }] },
		});
	});

	it("is already done if the other program made the same change", async () => {
		const mine = await owner("same.com");
		const operation = await planned(mine, to("203.0.113.2"));
		setByOthers(mine, "203.0.113.2");
		expect(await confirmed(mine, operation)).toMatchObject({ state: "failed", problem: { code: "already_so" } });
	});

	it("is undone from the record as it is now", async () => {
		const mine = await owner("undone.com");
		const operation = await confirmed(mine, await planned(mine, to("203.0.113.2")));
		setByOthers(mine, "203.0.113.3");
		const back = await fixture.actions.operation.undo({ personId: mine.personId, operationId: operation.id });
		expect(back).toMatchObject({
			kind: "quoted",
			operation: {
				change: {
					diff: { changed: [{ before: { value: "203.0.113.3" }, after: { value: "203.0.113.1" } }] },
					contested: [{ was: { value: "203.0.113.2" }, now: { value: "203.0.113.3" } }],
				},
			},
		});
	});

	it("is undone for several domains from the records as they are now", async () => {
		const mine = await owner("one.com");
		const other = fixture.service.take("two.com", mine.account, { records: [home, mail] });
		const { personId } = mine;
		const many = await fixture.actions.dns.plan({ personId, domains: ["one.com", "two.com"], edits: [blog] });
		if (many.kind !== "quoted") throw new Error(many.kind);
		const { id: operationId } = await mine.carryOut({ kind: "quoted", operation: many.operation });
		other.records = other.records.map((each) => (each.name === "blog" ? { ...each, content: "203.0.113.66" } : each));
		expect(await fixture.actions.operation.undo({ personId, operationId })).toMatchObject({
			kind: "quoted",
			skipped: [],
			operation: {
				items: [
					{ domain: "one.com", change: { diff: { removed: [{ value: "203.0.113.9" }] } } },
					{ domain: "two.com", change: { diff: { removed: [{ value: "203.0.113.66" }] }, contested: [{}] } },
				],
			},
		});
	});
});

describe("a plan of several changes, one of which another program made", () => {
	it("asks about the others, and names the one that it leaves out", async () => {
		const mine = await owner("dropped-change.com");
		const ttl: RecordEdit = { edit: "add", record: { type: "A", hostname: "@", value: "203.0.113.1", ttl: 600 } };
		const mx: RecordEdit = {
			edit: "change",
			record: { type: "MX", hostname: "@", value: "mail.example.net", priority: 10 },
			to: { type: "MX", hostname: "@", value: "mx.example.net", priority: 10 },
		};
		const operation = await planned(mine, { edit: "remove", record: seen }, blog, ttl, mx);
		mine.owned.records = [
			{ ...home, ttl: 600 },
			{ ...mail, content: "mx.example.net" },
			{ type: "A", name: "shop", content: "203.0.113.4" },
		];
		const again = await confirmed(mine, operation);
		expect(again).toMatchObject({
			state: "quoted",
			change: {
				diff: { removed: [], changed: [], added: [{ hostname: "blog" }] },
				dropped: {
					removed: [{ hostname: "www" }],
					changed: [{ after: { ttl: 600 } }, { after: { value: "mx.example.net" } }],
					added: [],
				},
			},
		});
	});
});

describe("a plan that replaces the zone, and another program changes it", () => {
	const evil: SampleRecord = { type: "A", name: "evil", content: "203.0.113.66" };

	it("still restores the state of the point", async () => {
		const mine = await owner("restored.com");
		const { personId, domain } = mine;
		const saved = await fixture.actions.dns.savePoint({ personId, domain });
		if (saved.kind !== "saved") throw new Error(saved.kind);
		const before = structuredClone(mine.owned.records);
		mine.owned.records = [home, www];
		const key = { pointId: saved.pointId };
		const plan = await fixture.actions.dns.restore({ personId, domain, key, part: "dns" });
		setByOthers(mine, "203.0.113.51");
		mine.owned.records.push(evil);
		const again = await mine.carryOut(plan);
		expect(again).toMatchObject({
			state: "quoted",
			change: { diff: { removed: [{ hostname: "evil" }], changed: [{}], added: [{ type: "MX" }] } },
		});
		mine.owned.records.push({ ...evil, name: "more" });
		const third = await confirmed(mine, again);
		expect(third).toMatchObject({ state: "quoted", change: { diff: { removed: [{}, {}] } } });
		expect(await confirmed(mine, third)).toMatchObject({ state: "succeeded" });
		expect(mine.owned.records).toEqual(expect.arrayContaining(before));
		expect(mine.owned.records).toHaveLength(before.length);
		const way = await fixture.actions.operation.undo({ personId, operationId: third.id });
		expect(way).toMatchObject({ operation: { change: { diff: { added: [{}, {}], removed: [{ type: "MX" }] } } } });
	});

	it.each([
		["replaces-zone.com", "@ 300 A 203.0.113.1\nnew 300 A 203.0.113.8", ["A @", "A new", "ALIAS lb"]],
		["replaces-all.com", "type,hostname,value\nA,@,203.0.113.1\nA,new,203.0.113.8", ["A @", "A new"]],
	])("still deletes the records that the file does not have: %s", async (domain, text, left) => {
		const mine = await owner(domain);
		const plan = await fixture.actions.dns.importFile({ personId: mine.personId, domain, text, how: "replace" });
		mine.owned.records.push(evil, { type: "ALIAS", name: "lb", content: "x.example.net" });
		const again = await mine.carryOut(plan, true);
		expect(again).toMatchObject({ state: "quoted" });
		expect(again.change).toMatchObject({
			diff: { removed: expect.arrayContaining([expect.objectContaining({ hostname: "evil" })]) },
		});
		await mine.confirm(again, true);
		await fixture.settle();
		expect(mine.owned.records.map(({ type, name }) => `${type} ${name}`).sort()).toEqual(left);
	});
});

describe("a plan that no longer fits the zone", () => {
	it("is refused with the rule and the record in the way", async () => {
		const mine = await owner("beside.com");
		const operation = await planned(mine, blog);
		mine.owned.records.push({ type: "CNAME", name: "blog", content: "x.example.net" });
		expect(await confirmed(mine, operation)).toMatchObject({
			state: "failed",
			problem: { code: "record_alias_beside", message: "blog CNAME x.example.net" },
		});
		expect(mine.owned.records).toHaveLength(4);
	});

	it("is refused for one domain of several", async () => {
		const mine = await owner("fits.com");
		const other = fixture.service.take("fits-not.com", mine.account, { records: [home, mail] });
		const domains = ["fits.com", "fits-not.com"];
		const many = await fixture.actions.dns.plan({ personId: mine.personId, domains, edits: [blog] });
		if (many.kind !== "quoted") throw new Error(many.kind);
		other.records.push({ type: "CNAME", name: "blog", content: "x.example.net" });
		expect(await mine.carryOut({ kind: "quoted", operation: many.operation })).toMatchObject({
			items: [{ phase: "succeeded" }, { phase: "failed", problem: { code: "record_alias_beside" } }],
		});
		expect(other.records).toHaveLength(3);
	});

	it("is refused if it would delete the last record", async () => {
		const mine = await owner("empty.com");
		const operation = await planned(mine, { edit: "remove", record: seen });
		mine.owned.records = [www];
		expect(await confirmed(mine, operation)).toMatchObject({ state: "failed", problem: { code: "zone_empty" } });
	});
});

describe("a record whose type changes to one without a priority", () => {
	it("can be undone if the service drops the priority that was sent", async () => {
		const mine = await owner("dropped.com");
		const mx = { type: "MX", hostname: "@", value: "mail.example.net", priority: 10 };
		const sent = { type: "A", hostname: "shop", value: "203.0.113.7", priority: 10 };
		const operation = await confirmed(mine, await planned(mine, blog, { edit: "change", record: mx, to: sent }));
		if (operation.state === "quoted") await mine.confirm(operation, true);
		await fixture.settle();
		expect(mine.owned.records).toContainEqual({ type: "A", name: "shop", content: "203.0.113.7" });
		const undone = await fixture.actions.operation.undo({ personId: mine.personId, operationId: operation.id });
		expect(undone).toMatchObject({ kind: "quoted", operation: { change: { diff: { added: [{ type: "MX" }] } } } });
	});
});
