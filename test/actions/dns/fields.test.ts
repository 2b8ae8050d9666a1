import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordEdit } from "../../../src/actions/index.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * A record as another registrar's service returns it: absolute name, lower-case type, and fields that the bot does not
 * know.
 */
const shop = {
	id: "r-1",
	type: "a",
	name: "shop.fields.test",
	content: "203.0.113.1",
	ttl: 300,
	proxied: true,
	comment: "behind the edge",
	tags: ["a", { b: null }],
};
const mail = { id: "r-2", type: "MX", name: "@", content: "mail.example.net", ttl: "auto", priority: "10", note: null };
const spare = { ...shop, id: "r-3", name: "spare.fields.test", comment: "spare" };

let domains = 0;
async function owner(...records: (typeof shop | typeof mail)[]) {
	const domain = `f${++domains}.com`;
	const named = records.map((record) => ({ ...record, name: record.name.replace("fields.test", domain) }));
	const stored = JSON.stringify(named);
	const mine = await ownerOf(fixture, ++last, domain, JSON.parse(stored));
	return { ...mine, before: JSON.parse(stored) };
}

const www = (hostname: string, more: Partial<{ value: string; ttl: number }> = {}) => {
	return { type: "A", hostname, value: "203.0.113.1", ...more };
};
const plan = (who: { personId: number; domain: string }, ...edits: RecordEdit[]) =>
	fixture.actions.dns.plan({ personId: who.personId, domains: [who.domain], draft: {}, edits });

describe("an edited record", () => {
	it.each([
		["its TTL", { ttl: 600 }, { ttl: 600 }],
		["its value", { value: "203.0.113.9" }, { content: "203.0.113.9" }],
	])("is the record as read with only %s changed", async (_name, change, changed) => {
		const mine = await owner(shop, mail, spare);
		const edit: RecordEdit = { edit: "change", record: www("shop"), to: www("shop", change) };
		expect(await mine.carryOut(await plan(mine, edit))).toMatchObject({
			state: "succeeded",
			change: { lostFields: [] },
		});
		const [first, ...rest] = mine.before;
		expect(mine.owned.records).toEqual([{ ...first, ...changed }, ...rest]);
	});

	it("keeps its fields when it is one of several with its name", async () => {
		const mine = await owner(shop, { ...shop, id: "r-9", content: "203.0.113.2", proxied: false });
		const edit: RecordEdit = { edit: "change", record: www("shop"), to: www("shop", { value: "203.0.113.7" }) };
		await mine.carryOut(await plan(mine, edit));
		const [first, second] = mine.before;
		expect(mine.owned.records).toEqual([{ ...first, content: "203.0.113.7" }, second]);
	});

	it.each([
		["its hostname", www("store"), { name: "store" }],
		["its type", { type: "CNAME", hostname: "shop", value: "example.net" }, { type: "CNAME", content: "example.net" }],
	])("keeps what another program changed meanwhile if %s changes, also in its undo", async (_name, to, changed) => {
		const mine = await owner(shop, mail);
		const planned = await plan(mine, { edit: "change", record: www("shop"), to });
		Object.assign(mine.owned.records[0] ?? {}, { proxied: false });
		const done = await mine.carryOut(planned);
		const [first, ...rest] = mine.before;
		expect(mine.owned.records).toEqual([{ ...first, ...changed, proxied: false }, ...rest]);
		Object.assign(mine.owned.records[0] ?? {}, { comment: "new" });
		const { personId } = mine;
		await mine.carryOut(await fixture.actions.operation.undo({ personId, operationId: done.id }), true);
		expect(mine.owned.records).toMatchObject([{ proxied: false, comment: "new", content: "203.0.113.1" }, ...rest]);
	});

	it("is restored by the undo, with what another program changed in the meantime", async () => {
		const mine = await owner(shop, mail);
		const edit: RecordEdit = {
			edit: "change",
			record: www("shop"),
			to: www("shop", { value: "203.0.113.9", ttl: 60 }),
		};
		const done = await mine.carryOut(await plan(mine, edit));
		Object.assign(mine.owned.records[0] ?? {}, { comment: "new" });
		const { personId } = mine;
		await mine.carryOut(await fixture.actions.operation.undo({ personId, operationId: done.id }), true);
		const [first, ...rest] = mine.before;
		expect(mine.owned.records).toEqual([{ ...first, comment: "new" }, ...rest]);
	});
});

describe("a TTL or priority that the record did not have", () => {
	const bare = { id: "r-1", type: "A", name: "shop.fields.test", content: "203.0.113.1", proxied: true };
	const mx = { ...mail, ttl: 300, priority: undefined };
	const toMail = { type: "MX", hostname: "@", value: "mail.example.net" };

	it.each<[string, unknown[], RecordEdit]>([
		["a TTL", [bare, mail], { edit: "change", record: www("shop"), to: www("shop", { ttl: 600 }) }],
		["a priority", [shop, mx], { edit: "change", record: toMail, to: { ...toMail, priority: 20 } }],
	])("is shown, and removed by the undo: %s", async (_name, records, edit) => {
		const mine = await owner(...(records as (typeof shop)[]));
		const done = await mine.carryOut(await plan(mine, edit));
		expect(done.change).toMatchObject({ diff: { changed: [{}], kept: 1 } });
		const { personId } = mine;
		const back = await fixture.actions.operation.undo({ personId, operationId: done.id });
		expect(back).toMatchObject({ operation: { change: { diff: { changed: [{}], kept: 1 } } } });
		expect(await mine.carryOut(back, true)).toMatchObject({ state: "succeeded" });
		expect(mine.owned.records).toEqual(mine.before);
	});
});

describe("a deleted record", () => {
	it("is restored with all of its fields", async () => {
		const mine = await owner(shop, mail, spare);
		const { personId } = mine;
		const done = await mine.carryOut(await plan(mine, { edit: "remove", record: www("spare") }));
		expect(mine.owned.records).toEqual(mine.before.slice(0, 2));
		await mine.carryOut(await fixture.actions.operation.undo({ personId, operationId: done.id }));
		expect(mine.owned.records).toEqual(mine.before);
	});
});

describe("fields that another program changes between plan and write", () => {
	it("are written with their current values, without asking the person again", async () => {
		const mine = await owner(shop, mail);
		const planned = await plan(mine, { edit: "add", record: www("new") });
		Object.assign(mine.owned.records[0] ?? {}, { proxied: false });
		expect(await mine.carryOut(planned)).toMatchObject({ state: "succeeded" });
		expect(mine.owned.records[0]).toEqual({ ...mine.before[0], proxied: false });
	});

	it("include the TTL of a record whose value changes", async () => {
		const mine = await owner(shop, mail);
		const planned = await plan(mine, {
			edit: "change",
			record: www("shop"),
			to: www("shop", { value: "203.0.113.9" }),
		});
		Object.assign(mine.owned.records[0] ?? {}, { ttl: 900 });
		const again = await mine.carryOut(planned);
		if (again.state === "quoted") await mine.carryOut({ kind: "quoted", operation: again });
		expect(mine.owned.records[0]).toEqual({ ...mine.before[0], content: "203.0.113.9", ttl: 900 });
	});

	it("are not overwritten: the lost write is proven not done, without asking the person", async () => {
		const mine = await owner(shop, mail);
		const planned = await plan(mine, { edit: "add", record: www("new") });
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation);
		fixture.service.fail(/dns$/, { kind: "slow", until: Promise.resolve() }, { kind: "reset" });
		await fixture.settle();
		Object.assign(mine.owned.records[0] ?? {}, { proxied: false });
		await pass(fixture, 8);
		expect(await mine.get(planned.operation)).toMatchObject({ state: "failed", problem: { code: "not_done" } });
		expect(mine.owned.records).toEqual([{ ...mine.before[0], proxied: false }, mine.before[1]]);
	});
});

describe("two records that differ only in fields that the bot does not read", () => {
	const doubles = [
		{ ...shop, id: "a", region: "eu" },
		{ ...shop, id: "b", region: "us" },
	];

	it("both survive a refreshed write and its undo", async () => {
		const mine = await owner(...doubles, mail);
		const planned = await plan(mine, { edit: "add", record: www("new") });
		Object.assign(mine.owned.records[2] ?? {}, { note: "new" });
		const done = await mine.carryOut(planned);
		const [eu, us, mx] = mine.before;
		const before = [eu, us, { ...mx, note: "new" }];
		expect(mine.owned.records).toEqual([...before, expect.objectContaining({ name: "new" })]);
		const { personId } = mine;
		const back = await fixture.actions.operation.undo({ personId, operationId: done.id });
		expect(back).toMatchObject({ operation: { change: { diff: { removed: [{ hostname: "new" }] } } } });
		await mine.carryOut(back);
		expect(mine.owned.records).toEqual(before);
	});
});

describe("an imported file", () => {
	it("keeps the fields of every record that it contains or edits", async () => {
		const mine = await owner(shop, mail, spare);
		const { personId, domain } = mine;
		const text = "shop 900 IN A 203.0.113.1\nspare 300 IN A 203.0.113.8\n@ IN MX 10 mail.example.net.\n";
		const read = await fixture.actions.dns.importFile({ personId, domain, text, how: "replace" });
		if (read.kind !== "quoted") throw new Error(read.kind);
		await mine.carryOut(read, true);
		const [first, second, third] = mine.before;
		expect(mine.owned.records).toEqual([{ ...first, ttl: 900 }, expect.objectContaining({ proxied: true }), second]);
		expect(mine.owned.records[1]).toMatchObject({ ...third, content: "203.0.113.8" });
	});

	it("names, before the confirm, the fields that the new records lose", async () => {
		const mine = await owner(shop, { ...shop, id: "r-9", content: "203.0.113.2" }, mail);
		const { personId, domain } = mine;
		const text = "shop 300 IN A 203.0.113.7\nshop 300 IN A 203.0.113.8\n";
		const read = await fixture.actions.dns.importFile({ personId, domain, text, how: "overwrite" });
		expect(read).toMatchObject({
			operation: { change: { lostFields: ["comment", "id", "proxied", "tags"] } },
		});
	});
});

it("removes and changes the record that the person chose, of two with the same name and value", async () => {
	const two = [
		{ id: "r-1", type: "A", name: "www", content: "203.0.113.5", ttl: 300, region: "eu" },
		{ id: "r-2", type: "A", name: "www", content: "203.0.113.5", ttl: 600, region: "us" },
	];
	const chosen = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 600 };
	const change = async (domain: string, edit: RecordEdit) => {
		const mine = await ownerOf(fixture, ++last, domain, structuredClone(two));
		await mine.carryOut(
			await fixture.actions.dns.plan({ personId: mine.personId, domains: [domain], draft: {}, edits: [edit] }),
		);
		return mine.owned.records;
	};
	const [eu, us] = two;
	expect.soft(await change("twins-a.com", { edit: "remove", record: chosen })).toEqual([eu]);
	expect
		.soft(await change("twins-b.com", { edit: "change", record: chosen, to: { ...chosen, ttl: 900 } }))
		.toEqual([eu, { ...us, ttl: 900 }]);
});
