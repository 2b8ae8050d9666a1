import { AUTHORITATIVE_ANSWER } from "dns-packet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo, type ScriptedServer, startScriptedServer } from "../../support/dns-server.ts";
import type { Owned, SampleRecord } from "../../support/small-service-admin.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let resolver: ScriptedServer;
let last = 0;

const addresses: Record<string, string> = { "live.example.net": "203.0.113.7" };

beforeAll(async () => {
	resolver = await startScriptedServer((query) => {
		const name = query.questions?.[0]?.name ?? "";
		const data = query.questions?.[0]?.type === "A" ? addresses[name] : undefined;
		return [answerTo(query, data ? [{ type: "A", name, ttl: 60, data }] : [], { flags: AUTHORITATIVE_ANSWER })];
	});
	fixture = await createActionsFixture({ dns: { resolvers: [resolver], builtIn: resolver } });
});
afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await resolver[Symbol.asyncDispose]();
});

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1" };
const alias = (name: string, content: string): SampleRecord => ({ type: "CNAME", name, content });

async function checkOf(domain: string, more: Partial<Owned>) {
	const { personId, account } = await fixture.customer(600 + ++last);
	fixture.service.take(domain, account, more);
	return fixture.actions.dns.check({ personId, domain });
}

describe("a check of a domain", () => {
	it("asks where its records lead, and whether its nameservers answer", async () => {
		const records = [home, alias("blog", "live.example.net"), alias("shop", "gone.example.net")];
		expect(await checkOf("leads.com", { records })).toMatchObject({
			kind: "checked",
			records: 3,
			findings: [
				{ problem: "dead_target", at: "shop", part: "gone.example.net" },
				{ problem: "server_without_address", at: "ns1.small.net" },
				{ problem: "server_without_address", at: "ns2.small.net" },
			],
			mail: { mx: { state: "none" } },
			servers: { checked: 2, total: 2 },
			targets: { checked: 2, total: 2 },
		});
	});

	it("warns of everything that mail servers would not find or use", async () => {
		const txt = (name: string, content: string): SampleRecord => ({ type: "TXT", name, content });
		const mx = (content: string): SampleRecord => ({ type: "MX", name: "@", content, priority: 10 });
		const records = [
			home,
			{ ...home, name: "*" },
			{ ...home, name: "x.b" },
			mx("mail.b.green.com"),
			mx("b.green.com"),
			mx("gone.example.net"),
			txt("@", "v=spf1 mx -all"),
			txt("_dmarc", "v=dmarc1; p=reject"),
			txt("k._domainkey", String.raw`v=DKIM1; k=rsa; p=MIIB\" \"JdQ/`),
			alias("al", "gone.x.b.green.com"),
		];
		expect(await checkOf("green.com", { records })).toMatchObject({
			findings: [
				{ problem: "gone_target", at: "@", part: "mail.b.green.com" },
				{ problem: "dead_target", at: "@", part: "b.green.com" },
				{ problem: "gone_target", at: "al", part: "gone.x.b.green.com" },
				{ problem: "dead_target", at: "@", part: "gone.example.net" },
				{ problem: "server_without_address" },
				{ problem: "server_without_address" },
			],
			mail: {
				mx: { state: "dead", count: 3 },
				dkim: { state: "bad", selectors: ["k"] },
				dmarc: { state: "version" },
			},
		});
	});

	it("finds a target and an SPF record behind aliases outside the zone", async () => {
		const { script } = resolver;
		resolver.script = (query) => {
			const [{ name = "", type = "" } = {}] = query.questions ?? [];
			const link = (from: string, data: string) => ({ type: "CNAME" as const, name: from, ttl: 60, data });
			const ends = { type: "A" as const, name: "c.example.net", ttl: 60, data: "203.0.113.7" };
			const text = { type: "TXT" as const, name: "c.example.net", ttl: 60, data: "v=spf1 ip4:203.0.113.7 -all" };
			const end = type === "A" ? [ends] : type === "TXT" ? [text] : [];
			return [answerTo(query, [link(name, "b.example.net"), link("b.example.net", "c.example.net"), ...end])];
		};
		const spf: SampleRecord = { type: "TXT", name: "@", content: "v=spf1 include:spf.example.net -all" };
		const records = [home, alias("shop", "a.example.net"), spf];
		const found = await checkOf("behind.com", { records });
		resolver.script = script;
		expect(found).toMatchObject({ mail: { spf: { state: "ok", lookups: 1, isMinimum: false } } });
		expect("findings" in found && found.findings.filter(({ problem }) => problem === "dead_target")).toEqual([]);
	});

	it("names a nameserver without an address", async () => {
		const found = await checkOf("lost.com", { records: [home], nameservers: ["ns1.sandbox.test", "NS.gone.net."] });
		expect(found).toMatchObject({ findings: [{ problem: "server_without_address", at: "NS.gone.net." }] });
	});

	it("asks up to 100 targets, and counts all of them", async () => {
		const many = Array.from({ length: 130 }, (_, index) => alias(`a${index}`, `t${index}.example.net`));
		const found = await checkOf("wide.com", { records: [home, ...many] });
		expect(found).toMatchObject({ servers: { checked: 2, total: 2 }, targets: { checked: 100, total: 130 } });
		const dead = "findings" in found ? found.findings.filter(({ problem }) => problem === "dead_target") : [];
		expect(dead).toHaveLength(100);
		expect(resolver.asked.filter((each) => each.includes("t99.example.net"))).toHaveLength(2);
		expect(resolver.asked.filter((each) => each.includes("t100.example.net"))).toEqual([]);
	});

	it("asks all thirteen nameservers", async () => {
		const nameservers = Array.from({ length: 13 }, (_, index) => `ns${index}.sandbox.test`);
		const found = await checkOf("thirteen.com", { records: [home], nameservers });
		expect(found).toMatchObject({ servers: { checked: 13, total: 13 }, findings: [] });
	});

	it("counts what no DNS server answered", async () => {
		const { script } = resolver;
		resolver.script = () => [];
		const spf: SampleRecord = { type: "TXT", name: "@", content: "v=spf1 include:spf.example.net -all" };
		const records = [home, alias("blog", "live.example.net"), spf];
		const found = await checkOf("quiet.com", { records });
		resolver.script = script;
		const none = { checked: 0, total: 2 };
		expect(found).toMatchObject({ servers: none, targets: { checked: 0, total: 1 }, findings: [] });
		expect(found).toMatchObject({ mail: { spf: { state: "ok", lookups: 1, isMinimum: true } } });
	});

	it("says that an included name has no SPF record only if a DNS server answered so", async () => {
		const { script } = resolver;
		resolver.script = (query) => [answerTo(query, [])];
		const spf: SampleRecord = { type: "TXT", name: "@", content: "v=spf1 include:spf.example.net -all" };
		const found = await checkOf("no-spf.com", { records: [home, spf] });
		resolver.script = script;
		const problem = { reason: "include", part: "spf.example.net" };
		expect(found).toMatchObject({ mail: { spf: { state: "broken", lookups: 1, isMinimum: false, problem } } });
	});

	it("skips the records of a domain that an edge profile serves", async () => {
		const found = await checkOf("edge.com", { records: [alias("x", "gone.example.net")], edge: "main" });
		expect(found).toMatchObject({ mode: "edge", mail: null });
		expect("findings" in found && found.findings.filter(({ problem }) => problem === "dead_target")).toEqual([]);
	});

	it("is refused for another person's domain", async () => {
		const { personId } = await fixture.customer(600 + ++last);
		expect(await fixture.actions.dns.check({ personId, domain: "leads.com" })).toEqual({
			kind: "not_yours",
			domain: "leads.com",
		});
	});
});

it("the mail of several domains has a row for each, also for one that cannot be read", async () => {
	const { personId, account } = await fixture.customer(600 + ++last);
	const mail: SampleRecord = { type: "MX", name: "@", content: "mx.example.net", priority: 10 };
	fixture.service.take("with.com", account, { records: [home, mail] });
	fixture.service.take("without.com", account, { records: [home] });
	const domains = ["with.com", "foreign.com", "without.com"];
	expect(await fixture.actions.dns.checkMail({ personId, domains })).toMatchObject({
		kind: "mail",
		domains: [
			{ domain: "with.com", mail: { mx: { state: "ok", count: 1 } } },
			{ domain: "foreign.com", mail: null },
			{ domain: "without.com", mail: { mx: { state: "none" } } },
		],
	});
});

it("the mail of several domains counts included SPF records, and shows no records that are not public", async () => {
	const { personId, account } = await fixture.customer(600 + ++last);
	const { script } = resolver;
	resolver.script = (query) => {
		const name = query.questions?.[0]?.name ?? "";
		const data = `v=spf1 ${"a ".repeat(10)}-all`;
		const isSpf = query.questions?.[0]?.type === "TXT";
		return [answerTo(query, isSpf ? [{ type: "TXT", name, ttl: 60, data }] : [])];
	};
	const spf: SampleRecord = { type: "TXT", name: "@", content: "v=spf1 include:spf.example.net -all" };
	fixture.service.take("deep.com", account, { records: [home, spf] });
	fixture.service.take("moved-mail.com", account, { records: [home, spf], nameservers: ["ns1.x.net", "ns2.x.net"] });
	const found = await fixture.actions.dns.checkMail({ personId, domains: ["deep.com", "moved-mail.com"] });
	resolver.script = script;
	expect(found).toMatchObject({
		domains: [
			{ domain: "deep.com", mail: { spf: { state: "lookups", lookups: 11, isMinimum: false } }, isPublic: true },
			{ domain: "moved-mail.com", mail: null, isPublic: false },
		],
	});
});
