import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordEdit } from "../../../src/actions/index.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const owner = (domain: string, records?: Parameters<typeof ownerOf>[3]) => ownerOf(fixture, ++last, domain, records);
const www = { type: "A", hostname: "www", value: "203.0.113.5" };
const add: RecordEdit = { edit: "add", record: www };
const plan = (who: { personId: number; domain: string }, ...edits: RecordEdit[]) =>
	fixture.actions.dns.plan({ personId: who.personId, domains: [who.domain], draft: {}, edits });

const textOf = (file: Awaited<ReturnType<ActionsFixture["actions"]["dns"]["exportFile"]>>) => {
	if (file.kind !== "file") throw new Error(file.kind);
	return Buffer.from(file.bytes).toString();
};

describe("a zone", () => {
	it("is read as it is, with null for fields that the service does not send", async () => {
		const { personId, domain } = await owner("read.com");
		expect(await fixture.actions.dns.read({ personId, domain: "READ.com" })).toEqual({
			kind: "zone",
			domain,
			mode: "managed",
			blocked: null,
			nameservers: ["ns1.small.net", "ns2.small.net"],
			records: [
				{ type: "A", hostname: "@", value: "203.0.113.1", ttl: 300, priority: null },
				{ type: "MX", hostname: "@", value: "mail.example.net", ttl: null, priority: 10 },
			],
		});
		expect(await fixture.actions.dns.read({ personId, domain: "unowned.com" })).toEqual({
			kind: "not_yours",
			domain: "unowned.com",
		});
	});
});

describe("a plan", () => {
	it("shows only the differences, costs nothing, and runs as shown", async () => {
		const mine = await owner("plan.com");
		const planned = await plan(mine, add, {
			edit: "change",
			record: { ...www, hostname: "@", value: "203.0.113.1" },
			to: { type: "A", hostname: "@", value: "203.0.113.9", ttl: 600 },
		});
		expect(planned).toMatchObject({
			kind: "quoted",
			operation: {
				kind: "dns",
				quote: { totalCents: 0, shortByCents: 0 },
				change: {
					kind: "dns",
					risks: [],
					diff: {
						removed: [],
						changed: [{ before: { value: "203.0.113.1" }, after: { value: "203.0.113.9" } }],
						added: [{ hostname: "www" }],
						kept: 1,
					},
				},
			},
		});
		expect(await mine.carryOut(planned)).toMatchObject({ state: "succeeded", undoable: true });
		expect(mine.owned.records).toEqual([
			{ type: "A", name: "@", content: "203.0.113.9", ttl: 600 },
			mail,
			{ type: "A", name: "www", content: "203.0.113.5" },
		]);
	});

	it("is not made if the domain would have more than 1,000 records", async () => {
		const records = Array.from({ length: 1_000 }, (_, at) => ({ type: "A", name: `h${at}`, content: "203.0.113.5" }));
		const mine = await owner("full.com", records);
		const full = { kind: "nothing", skipped: [{ domain: "full.com", reason: "full" }] };
		expect(await plan(mine, add)).toEqual(full);
		const { personId } = mine;
		const many = await fixture.actions.dns.plan({ personId, domains: ["full.com"], edits: [add] });
		expect(many).toEqual(full);
	});

	it("is not made if the zone already matches, would become empty, or would break the rules of DNS", async () => {
		const mine = await owner("bad.com", [home]);
		const apex = { type: "A", hostname: "@", value: "203.0.113.1" };
		expect(await plan(mine, { edit: "add", record: apex })).toEqual({
			kind: "nothing",
			skipped: [{ domain: "bad.com", reason: "already_so" }],
		});
		expect(await plan(mine, { edit: "remove", record: apex })).toEqual({
			kind: "nothing",
			skipped: [{ domain: "bad.com", reason: "empty" }],
		});
		const alias = { type: "cname", hostname: "@", value: "example.net" };
		expect(await plan(mine, { edit: "add", record: alias })).toMatchObject({
			kind: "nothing",
			skipped: [{ reason: "conflict", refusals: [{ record: { type: "CNAME" } }] }],
		});
		expect(await plan({ ...mine, domain: "unowned.com" }, add)).toEqual({
			kind: "nothing",
			skipped: [{ domain: "unowned.com", reason: "not_yours" }],
		});
	});

	it("needs a second confirmation if its risk is high", async () => {
		const mine = await owner("risk.com");
		const planned = await plan(mine, add, {
			edit: "remove",
			record: { type: "MX", hostname: "@", value: "mail.example.net", priority: 10 },
		});
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		expect(await mine.confirm(planned.operation)).toMatchObject({ kind: "ask_twice", warnings: ["last_mail"] });
		expect(await mine.confirm(planned.operation, true)).toMatchObject({ kind: "confirmed" });
	});

	it("is carried over to a zone that changed in the meantime, and shown again instead of being written", async () => {
		const mine = await owner("moved.com");
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		const theirs = { type: "TXT", name: "@", content: "by another program" };
		mine.owned.records.push(theirs);
		await mine.confirm(planned.operation);
		await fixture.settle();
		const again = await mine.get(planned.operation);
		expect(again).toMatchObject({
			state: "quoted",
			quote: { number: 2 },
			change: { diff: { added: [{ hostname: "www" }], kept: 3 } },
		});
		expect(mine.owned.records).toHaveLength(3);
		await mine.confirm(again);
		await fixture.settle();
		expect(mine.owned.records).toContainEqual(theirs);
		expect(mine.owned.records).toHaveLength(4);
	});

	it("cannot be undone and leaves no restore point if it gives the zone its first records", async () => {
		const mine = await owner("first.com", []);
		const { personId, domain } = mine;
		const diff = { removed: [], changed: [], kept: 0 };
		expect(await mine.carryOut(await plan(mine, add))).toMatchObject({ undoable: false, change: { diff } });
		expect(await fixture.actions.dns.points({ personId, domain })).toEqual([]);
	});

	it("is already done if another person made the same change", async () => {
		const mine = await owner("same.com");
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		mine.owned.records.push({ type: "A", name: "www", content: "203.0.113.5" });
		await mine.confirm(planned.operation);
		await fixture.settle();
		expect(await mine.get(planned.operation)).toMatchObject({ state: "failed", problem: { code: "already_so" } });
	});

	it("is not written or offered again if it breaks a rule of DNS with the changes of others", async () => {
		const mine = await owner("clash.com");
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		const theirs = { type: "CNAME", name: "www", content: "x.example.net" };
		mine.owned.records.push(theirs);
		await mine.confirm(planned.operation);
		await fixture.settle();
		const failed = await mine.get(planned.operation);
		expect(failed).toMatchObject({ state: "failed", problem: { code: expect.stringMatching(/^record_/) } });
		expect(mine.owned.records).toEqual([home, mail, theirs]);
	});

	it("holds the domain, so another change of it waits", async () => {
		const mine = await owner("busy.com");
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation);
		const busy = { kind: "nothing", skipped: [{ reason: "busy", other: { reference: planned.operation.reference } }] };
		expect(await plan(mine, add)).toMatchObject(busy);
		const target = { nameservers: ["a.example.net", "b.example.net"] };
		expect(await fixture.actions.nameservers.plan({ ...mine, wanted: [{ ...mine, target }] })).toMatchObject(busy);
	});
});

describe("a write whose answer is lost", () => {
	it("is found in the zone and not sent again", async () => {
		const mine = await owner("lost.com");
		fixture.service.fail(/lost.com.dns$/, { kind: "slow", until: Promise.resolve() });
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation);
		fixture.service.fail(/lost.com.dns$/, { kind: "slow", until: Promise.resolve() }, { kind: "lost" });
		await fixture.settle();
		expect((await mine.get(planned.operation)).state).toBe("unknown");
		await pass(fixture, 1);
		expect((await mine.get(planned.operation)).state).toBe("succeeded");
		expect(fixture.service.sent(/lost.com.dns/)).toHaveLength(1);
	});

	it("is never sent over a newer change by another program", async () => {
		const mine = await owner("newer.com");
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation);
		fixture.service.fail(/newer.com.dns$/, { kind: "slow", until: Promise.resolve() }, { kind: "reset" });
		await fixture.settle();
		const theirs = [{ type: "A", name: "@", content: "198.51.100.7" }];
		mine.owned.records = theirs;
		await pass(fixture, 3);
		expect(await mine.get(planned.operation)).toMatchObject({ state: "needs_human" });
		expect(mine.owned.records).toEqual(theirs);
		expect(fixture.service.sent(/newer.com.dns/)).toHaveLength(1);
	});
});

describe("the point before a write", () => {
	const pointsOf = async ({ personId, domain }: { personId: number; domain: string }) =>
		(await fixture.actions.dns.points({ personId, domain })).map(({ key, before }) => [before?.outcome, key]);

	it("is listed from the first call on, and names what is known of the write", async () => {
		const mine = await owner("doubtful.com");
		const { personId, domain } = mine;
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		const key = { operationId: planned.operation.id };
		await mine.confirm(planned.operation);
		expect(await pointsOf(mine)).toEqual([]);
		fixture.service.fail(/doubtful.com.dns$/, { kind: "slow", until: Promise.resolve() }, { kind: "reset" });
		await fixture.settle();
		expect(await pointsOf(mine)).toEqual([["in_doubt", key]]);
		mine.owned.records = [{ type: "A", name: "@", content: "198.51.100.7" }];
		await pass(fixture, 3);
		expect((await mine.get(planned.operation)).state).toBe("needs_human");
		expect(await pointsOf(mine)).toEqual([["in_doubt", key]]);
		const which = { personId, domain, key };
		expect(await fixture.actions.dns.point(which)).toMatchObject({
			kind: "point",
			changes: [{ diff: { changed: [{ after: { value: "203.0.113.1" } }], added: [{ type: "MX" }] } }],
		});
		const restore = () => fixture.actions.dns.restore({ ...which, part: "dns" });
		expect(await restore()).toMatchObject({
			kind: "nothing",
			skipped: [{ reason: "busy", other: { reference: planned.operation.reference } }],
		});
		await fixture.actions.operation.decide({ personId, ...key, by: "person", happened: false });
		await fixture.settle();
		expect(await pointsOf(mine)).toEqual([["failed", key]]);
		await mine.carryOut(await restore(), true);
		expect(mine.owned.records).toEqual([home, mail]);
	});

	it("is not left by a write that the service refused", async () => {
		const mine = await owner("refused.com");
		fixture.service.fail(/refused.com.dns$/, { kind: "slow", until: Promise.resolve() });
		const planned = await plan(mine, add);
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation);
		const refusal = { kind: "refused", status: 422, code: "validation_error" } as const;
		fixture.service.fail(/refused.com.dns$/, { kind: "slow", until: Promise.resolve() }, refusal, refusal);
		await fixture.settle();
		expect((await mine.get(planned.operation)).state).toBe("failed");
		expect(await pointsOf(mine)).toEqual([]);
	});
});

describe("an undo", () => {
	it("reverts a change but not the later ones, and can itself be undone", async () => {
		const mine = await owner("undo.com");
		const { personId } = mine;
		const done = await mine.carryOut(await plan(mine, add));
		mine.owned.records.push({ type: "TXT", name: "later", content: "stays" });
		const undone = await mine.carryOut(await fixture.actions.operation.undo({ personId, operationId: done.id }));
		expect(mine.owned.records.map((each) => each.name)).toEqual(["@", "@", "later"]);
		await mine.carryOut(await fixture.actions.operation.undo({ personId, operationId: undone.id }));
		expect(mine.owned.records.map((each) => each.name)).toEqual(["@", "@", "later", "www"]);
	});

	it("restores any earlier state of the whole zone", async () => {
		const mine = await owner("points.com");
		const { personId, domain } = mine;
		await mine.carryOut(await plan(mine, add));
		await mine.carryOut(
			await plan(mine, { edit: "remove", record: www }, { edit: "add", record: { ...www, hostname: "shop" } }),
		);
		const points = await fixture.actions.dns.points({ personId, domain });
		expect(points.map(({ before, by }) => [before?.kind, by.mine])).toEqual([
			["dns", true],
			["dns", true],
		]);
		const { key } = points[1] ?? { key: { operationId: 0 } };
		const found = await fixture.actions.dns.point({ personId, domain, key });
		expect(found).toMatchObject({ kind: "point", changes: [{ diff: { removed: [{ hostname: "shop" }] } }] });
		await mine.carryOut(await fixture.actions.dns.restore({ personId, domain, key, part: "dns" }));
		expect(mine.owned.records).toEqual([home, mail]);
		expect(await fixture.actions.dns.point({ personId, domain, key })).toMatchObject({ changes: [] });
	});

	it("is not available to other people", async () => {
		const mine = await owner("theirs.com");
		const done = await mine.carryOut(await plan(mine, add));
		const { personId } = await fixture.customer(++last);
		const input = { personId, operationId: done.id };
		expect(await fixture.actions.operation.undo(input)).toEqual({ kind: "not_found" });
		const which = { personId, domain: "theirs.com", key: { operationId: done.id } };
		expect(await fixture.actions.dns.restore({ ...which, part: "dns" })).toEqual({ kind: "not_found" });
		expect(await fixture.actions.dns.point(which)).toMatchObject({ kind: "not_found" });
		expect(await fixture.actions.dns.points({ personId, domain: "theirs.com" })).toEqual([]);
	});
});

describe("a zone file", () => {
	it("can be exported, edited and imported again", async () => {
		const mine = await owner("file.com");
		const { personId, domain } = mine;
		const file = await fixture.actions.dns.exportFile({ personId, domain, format: "zone" });
		const text = `${textOf(file)}\nwww IN A 203.0.113.5\nbroken IN A 300.1.1.1\n`;
		expect(await fixture.actions.dns.readFile({ domain, text })).toMatchObject({
			kind: "read",
			records: 3,
			refused: [{ problem: "address_ipv4" }],
			nameservers: ["ns1.small.net", "ns2.small.net"],
		});
		expect(await fixture.actions.dns.importFile({ personId, domain, text, how: "replace" })).toMatchObject({
			kind: "quoted",
			operation: { change: { diff: { removed: [], added: [{ hostname: "www" }] } } },
		});
	});

	it.each(["zone", "csv", "json"] as const)(
		"changes nothing if the own export replaces the zone: %s",
		async (format) => {
			const mine = await owner(`same-${format}.com`);
			const { personId, domain, owned } = mine;
			owned.records.push(
				{ type: "ALIAS", name: "@", content: "lb.example.net" },
				{ type: "NS", name: "@", content: "ns1.small.net" },
				{ type: "A", name: "auto", content: "203.0.113.9", ttl: 1 },
				{ type: "TXT", name: "formula", content: "'=1+1" },
			);
			const text = textOf(await fixture.actions.dns.exportFile({ personId, domain, format }));
			const nothing = { kind: "nothing", skipped: [{ domain, reason: "already_so" }] };
			expect(await fixture.actions.dns.importFile({ personId, domain, text, how: "replace" })).toEqual(nothing);
			expect(await fixture.actions.dns.importFile({ personId, domain, text, how: "overwrite" })).toEqual(nothing);
		},
	);

	it("lists the records that do not get the TTL of the file, also after another program changed the zone", async () => {
		const mine = await owner("ttl.com", [home, mail, { type: "A", name: "used", content: "203.0.113.2", ttl: 30 }]);
		const { personId, domain } = mine;
		const text = "@ 5 A 203.0.113.1\na 1 A 203.0.113.3\nb 30 A 203.0.113.3\nc 300 A 203.0.113.3\nd 5 HTTPS 1 .\n";
		const added = await fixture.actions.dns.importFile({ personId, domain, text, how: "add" });
		expect(added).toMatchObject({
			operation: { change: { fitted: [{ before: { hostname: "a", ttl: 1 }, after: { ttl: null } }] } },
		});
		const plan = await fixture.actions.dns.importFile({ personId, domain, text, how: "overwrite" });
		const fitted = [
			{ before: { hostname: "@", ttl: 5 }, after: { hostname: "@", ttl: 60 } },
			{ before: { hostname: "a", ttl: 1 }, after: { hostname: "a", ttl: null } },
		];
		expect(plan).toMatchObject({ operation: { change: { fitted } } });
		mine.owned.records.push({ type: "TXT", name: "new", content: "by others" });
		expect(await mine.carryOut(plan)).toMatchObject({ state: "quoted", change: { fitted } });
		const other = await owner("ttl-kept.com");
		const kept = { ...other, text: "c 300 A 203.0.113.3\n", how: "add" } as const;
		expect(await fixture.actions.dns.importFile(kept)).not.toHaveProperty("operation.change.fitted");
	});

	it("keeps the notes of a draft when a record, a file or a template joins it", async () => {
		const mine = await owner("notes.com");
		const { personId, domain } = mine;
		const text = "short 5 A 203.0.113.3\nboth CNAME shop.example.net.\nboth TXT kept\n";
		const imported = await fixture.actions.dns.importFile({ personId, domain, text, how: "add" });
		const fitted = [{ before: { hostname: "short", ttl: 5 }, after: { hostname: "short", ttl: 60 } }];
		const leftOut = [{ problem: "alias_beside" }];
		expect(imported).toMatchObject({ operation: { change: { fitted, leftOut } } });

		const record = { type: "CNAME", hostname: "www", value: "shop.example.net", ttl: 5 };
		const edits = [{ edit: "add" as const, record, isLine: true }];
		const joined = await fixture.actions.dns.plan({ personId, domains: [domain], edits, draft: {} });
		const both = [...fitted, { before: { hostname: "www", ttl: 5 }, after: { hostname: "www", ttl: 60 } }];
		expect(joined).toMatchObject({ operation: { change: { fitted: both, leftOut } } });

		const template = "google";
		const applied = await fixture.actions.dns.applyTemplate({ personId, domains: [domain], template, draft: {} });
		expect(applied).toMatchObject({ operation: { change: { fitted: both, leftOut } } });

		const gone = { edit: "remove" as const, record: { type: "A", hostname: "short", value: "203.0.113.3", ttl: 60 } };
		const fewer = await fixture.actions.dns.plan({ personId, domains: [domain], edits: [gone], draft: {} });
		expect(fewer).toMatchObject({ operation: { change: { fitted: both.slice(1), leftOut } } });
	});

	it("is imported without the records that break a rule together with others, and names them", async () => {
		const mine = await owner("conflict.com", [
			home,
			{ type: "CNAME", name: "old", content: "old.example.net", ttl: 300 },
		]);
		const { personId, domain } = mine;
		const text = '$TTL 300\n@ A 203.0.113.1\ne CNAME e.example.net.\ne TXT "x"\nold A 203.0.113.2\nwww A 203.0.113.3\n';
		const plan = await fixture.actions.dns.importFile({ personId, domain, text, how: "add" });
		const leftOut = [
			{ record: { hostname: "e", type: "CNAME" }, problem: "alias_beside" },
			{ record: { hostname: "old", type: "A" }, problem: "alias_beside" },
		];
		expect(plan).toMatchObject({ operation: { change: { leftOut, diff: { removed: [], changed: [] } } } });
		mine.owned.records.push({ type: "TXT", name: "new", content: "by others" });
		expect(await mine.carryOut(plan)).toMatchObject({ state: "quoted", change: { leftOut } });
	});

	it("is refused with the reason if no record of it can be imported", async () => {
		const { personId, domain } = await owner("only.com", [{ type: "CNAME", name: "old", content: "old.example.net" }]);
		const input = { personId, domain, text: "$TTL 300\nold A 203.0.113.2\n", how: "add" } as const;
		expect(await fixture.actions.dns.importFile(input)).toMatchObject({
			kind: "nothing",
			skipped: [{ reason: "conflict", refusals: [{ problem: "alias_beside" }] }],
		});
	});

	it("of another domain can be used for this one", async () => {
		const { personId, domain } = await owner("copy.com");
		const text = "$ORIGIN other.org.\nshop IN A 203.0.113.5\nblog IN CNAME shop\n";
		const input = { personId, domain, text, how: "add" } as const;
		expect(await fixture.actions.dns.importFile(input)).toEqual({ kind: "other_domain", origin: "other.org" });
		expect(await fixture.actions.dns.importFile({ ...input, anyway: true })).toMatchObject({
			operation: {
				change: { diff: { added: [{ hostname: "shop" }, { hostname: "blog", value: "shop.copy.com" }] } },
			},
		});
	});

	it.each([
		[
			"a zone file",
			"$ORIGIN shop2.com.\n@ A 203.0.113.5\nwww CNAME @\nm.shop2.com. MX 10 mail\nt MX 5 mail.shop2.com.\nx TXT shop2.com\n" +
				"$ORIGIN eu\nweb CNAME www\n",
		],
		[
			"JSON",
			JSON.stringify({
				domain: "shop2.com",
				records: [
					{ type: "A", hostname: "shop2.com", value: "203.0.113.5" },
					{ type: "CNAME", hostname: "www", value: "@" },
					{ type: "MX", hostname: "m.shop2.com.", value: "mail.taken.com", priority: 10 },
					{ type: "MX", hostname: "t", value: "mail.shop2.com", priority: 5 },
					{ type: "TXT", hostname: "x", value: "shop2.com" },
					{ type: "CNAME", hostname: "web.eu.shop2.com", value: "www.eu.taken.com" },
				],
			}),
		],
	])("that is used for another domain moves its relative names, and lists what stays: %s", async (_, text) => {
		const { personId, domain } = await owner("taken.com");
		const input = { personId, domain, text, how: "replace", anyway: true } as const;
		expect(await fixture.actions.dns.readFile({ ...input, anyway: false })).toEqual({
			kind: "other_domain",
			origin: "shop2.com",
		});
		expect(await fixture.actions.dns.readFile(input)).toMatchObject({
			records: 6,
			refused: [],
			doubtful: [],
			left: { origin: "shop2.com", records: [{ type: "MX", hostname: "t", value: "mail.shop2.com" }] },
		});
		const plan = await fixture.actions.dns.importFile(input);
		if (plan.kind !== "quoted" || plan.operation.change?.kind !== "dns") throw new Error(plan.kind);
		const { added, changed } = plan.operation.change.diff;
		const now = [...changed.map(({ after }) => after), ...added];
		expect(now.map(({ type, hostname, value }) => `${hostname} ${type} ${value}`).toSorted()).toEqual([
			"@ A 203.0.113.5",
			"m MX mail.taken.com",
			"t MX mail.shop2.com",
			"web.eu CNAME www.eu.taken.com",
			"www CNAME taken.com",
			"x TXT shop2.com",
		]);
	});

	it("is refused as a whole if a directive adds records that the bot cannot read", async () => {
		const { personId, domain } = await owner("directive.com");
		const text = "@ A 203.0.113.5\n$GENERATE 1-9 host$ A 203.0.113.$\n";
		expect(await fixture.actions.dns.importFile({ personId, domain, text, how: "add" })).toEqual({
			kind: "incomplete",
			directive: "$GENERATE",
		});
	});

	it("is recognised if it is for another domain or has no records", async () => {
		const { personId, domain } = await owner("import.com");
		const text = "$ORIGIN other.org.\n@ IN SOA ns.other.org. h.other.org. 1 2 3 4 5\n@ IN A 203.0.113.5\n";
		const input = { personId, domain, how: "add" } as const;
		expect(await fixture.actions.dns.importFile({ ...input, text })).toMatchObject({
			kind: "other_domain",
			origin: "other.org",
		});
		expect(await fixture.actions.dns.importFile({ ...input, text: "hello there" })).toMatchObject({
			kind: "no_records",
		});
	});
});

it("warns if a template makes SPF need too many lookups", async () => {
	const includes = Array.from({ length: 10 }, (_, at) => `include:s${at}.net`).join(" ");
	const mine = await owner("senders.com", [home, mail, { type: "TXT", name: "@", content: `v=spf1 ${includes} -all` }]);
	const { personId, domain } = mine;
	const plan = await fixture.actions.dns.applyTemplate({ personId, domains: [domain], draft: {}, template: "google" });
	expect(plan).toMatchObject({ operation: { change: { spfLookups: 11 } } });
});

it("replaces the records that serve the same purpose with those the provider needs", async () => {
	const mine = await owner("preset.com");
	const { personId, domain } = mine;
	const { applyTemplate } = fixture.actions.dns;
	expect(await applyTemplate({ personId, domains: [domain], draft: {}, template: "nobody" })).toEqual({
		kind: "no_template",
	});
	expect(await applyTemplate({ personId, domains: [domain], draft: {}, template: "netlify" })).toEqual({
		kind: "value_wanted",
	});
	await mine.carryOut(await applyTemplate({ personId, domains: [domain], draft: {}, template: "google" }));
	expect(mine.owned.records.filter((each) => each.type === "MX")).toMatchObject([
		{ content: "smtp.google.com", priority: 1 },
	]);
});
