import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleRecord } from "../../support/small-service-admin.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Records of types that the bot has no rules for. `ALIAS` and `URL` exist only at some registrars, and the other types
 * are standard. The last record has an unusual parameter.
 */
const others: SampleRecord[] = [
	{ type: "HTTPS", name: "@", content: '1 . alpn="h3,h2"', ttl: 300, proxied: true },
	{ type: "TLSA", name: "_443._tcp", content: `3 1 1 ${"AB".repeat(32)}`, ttl: 300 },
	{ type: "NAPTR", name: "sip", content: '10 10 "s" "SIP+D2U" "" _sip._udp.example.net.', ttl: 600 },
	{ type: "ALIAS", name: "lb", content: "lb.example.net", ttl: 1, priority: 0 },
	{ type: "URL", name: "go", content: "https://a.example/?x=1;y=“2”\nb", ttl: 1 },
	{ type: "HTTPS", name: "odd", content: "1 svc key65000=1", ttl: 300 },
];

async function owner(domain: string, records: SampleRecord[] = [home, mail, ...others]) {
	const mine = await ownerOf(fixture, ++last, domain, structuredClone(records));
	const { personId } = mine;
	const { dns } = fixture.actions;
	return {
		...mine,
		async exports(format: "zone" | "csv" | "json") {
			const file = await dns.exportFile({ personId, domain, format });
			if (file.kind !== "file") throw new Error(file.kind);
			return Buffer.from(file.bytes).toString();
		},
		imports: (text: string, how: "add" | "overwrite" | "replace") => dns.importFile({ personId, domain, text, how }),
	};
}

describe("records of types without own rules, at a service with its own field names", () => {
	it.each(["zone", "csv", "json"] as const)("survive an export and an import: %s", async (format) => {
		const mine = await owner(`survive-${format}.com`);
		const text = await mine.exports(format);
		const before = structuredClone(mine.owned.records);
		expect(await mine.imports(text, "replace")).toMatchObject({ kind: "nothing" });
		mine.owned.records = [home, { type: "HTTPS", name: "@", content: "1 . alpn=h2" }];
		const plan = await mine.imports(text, "replace");
		expect(await mine.carryOut(plan)).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(mine.owned.records.map(({ type, name }) => `${name} ${type}`).sort()).toEqual(
			before.map(({ type, name }) => `${name} ${type}`).sort(),
		);
		expect(await mine.imports(text, "replace")).toMatchObject({ kind: "nothing" });
		const odd = mine.owned.records.filter(({ type }) => type === "ALIAS" || type === "URL");
		expect(odd).toEqual(others.filter(({ type }) => type === "ALIAS" || type === "URL"));
	});

	it("stay if a zone file of another program replaces the zone without them", async () => {
		const mine = await owner("without.com");
		const plan = await mine.imports("@ 300 A 203.0.113.1\n@ HTTPS 1 . alpn=h2\n", "replace");
		expect(plan).toMatchObject({
			operation: {
				change: {
					diff: {
						removed: [{ type: "MX" }, { type: "HTTPS", hostname: "odd" }],
						changed: [{ after: { type: "HTTPS" } }],
					},
				},
			},
		});
		await mine.carryOut(plan, true);
		expect(mine.owned.records.map(({ type }) => type).sort()).toEqual(["A", "ALIAS", "HTTPS", "NAPTR", "TLSA", "URL"]);
	});

	it("are deleted by a zone file if others add one of a type that it has, after a new confirmation", async () => {
		const mine = await owner("later.com", [home, mail, ...others.slice(0, 2)]);
		const plan = await mine.imports("@ 300 A 203.0.113.1\n@ MX 10 mail.example.net.\n@ HTTPS 1 . alpn=h2\n", "replace");
		mine.owned.records.push(
			{ type: "HTTPS", name: "new", content: "1 ." },
			{ type: "ALIAS", name: "new", content: "a.b" },
		);
		const again = await mine.carryOut(plan);
		expect(again).toMatchObject({
			state: "quoted",
			change: { diff: { removed: [{ type: "HTTPS", hostname: "new" }] } },
		});
	});

	it("survive a restore", async () => {
		const mine = await owner("restore.com");
		const { personId, domain } = mine;
		const saved = await fixture.actions.dns.savePoint({ personId, domain });
		if (saved.kind !== "saved") throw new Error(saved.kind);
		mine.owned.records = [home];
		const key = { pointId: saved.pointId };
		await mine.carryOut(await fixture.actions.dns.restore({ personId, domain, key, part: "dns" }));
		expect(mine.owned.records).toHaveLength(2 + others.length);
		expect(mine.owned.records).toEqual(expect.arrayContaining(others));
	});

	it("survive a template that is saved from a zone", async () => {
		const mine = await owner("template.com");
		const { personId } = mine;
		await fixture.actions.dns.saveTemplate({ personId, domain: mine.domain, name: "all" });
		const other = fixture.service.take("other.com", mine.account, {
			records: [home, { type: "HTTPS", name: "odd", content: "1 ." }],
		});
		const [own] = await fixture.actions.dns.templates({ personId });
		const plan = await fixture.actions.dns.applyTemplate({
			personId,
			domains: ["other.com"],
			draft: {},
			template: own?.key ?? "",
		});
		expect(await mine.carryOut(plan)).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		const file = await fixture.actions.dns.exportFile({ personId, domain: "other.com", format: "zone" });
		if (file.kind !== "file") throw new Error(file.kind);
		const text = String(Buffer.from(file.bytes)).replaceAll("other.com", mine.domain);
		expect(await mine.imports(text, "replace")).toMatchObject({ kind: "nothing" });
		const isUrl = ({ type }: SampleRecord) => type === "URL";
		expect(other.records.filter(isUrl)).toEqual(others.filter(isUrl));
	});
});
