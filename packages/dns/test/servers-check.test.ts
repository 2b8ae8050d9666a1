import { describe, expect, it } from "vitest";
import { checkOfServers, type Move, serverQuestions } from "../src/servers-check.ts";

const none = new Set<string>();
const moves = (count: number, ...nameservers: string[]): Move[] =>
	Array.from({ length: count }, (_, index) => ({ domain: `d${index}.com`, nameservers }));

describe("the questions about new nameservers", () => {
	it("name each nameserver once, for at most five domains", () => {
		const domains = ["d0.com", "d1.com", "d2.com", "d3.com", "d4.com"];
		expect(serverQuestions(moves(500, "NS1.a.net.", "ns2.a.net", "ns1.a.net"), none)).toEqual([
			{ at: "ns1.a.net", domains },
			{ at: "ns2.a.net", domains },
		]);
	});

	it("sample every set of nameservers first, and ask each other nameserver for one domain", () => {
		const sets = Array.from({ length: 7 }, (_, index) => ({
			domain: `s${index}.com`,
			nameservers: [`ns.${index}.net`],
		}));
		const twice = sets.flatMap((each) => [each, { ...each, domain: `x${each.domain}` }]);
		const found = serverQuestions(twice, none);
		expect(found.map(({ domains }) => domains)).toEqual(sets.map(({ domain }) => [domain]));
	});

	it("sample a set of nameservers once, in any order and spelling, and no domain that needs no question", () => {
		const domains = moves(5).map(({ domain }) => domain);
		const other: Move = { domain: "other.com", nameservers: ["B.net.", "a.net"] };
		expect(serverQuestions([...moves(5, "a.net", "b.net"), other], none)).toEqual([
			{ at: "a.net", domains },
			{ at: "b.net", domains },
		]);
		const own: Move[] = ["x.com", "y.com", "z.com"].map((domain) => ({ domain, nameservers: ["own.net"] }));
		const preset: Move = { domain: "preset.com", nameservers: null };
		expect(serverQuestions([preset, ...own, ...moves(5, "a.net")], new Set(["own.net"]))).toEqual([
			{ at: "a.net", domains },
		]);
	});

	it("are at most forty, and none about the registrar's own or about a nameserver inside its domain", () => {
		const wide = Array.from({ length: 60 }, (_, index) => `ns${index}.a.net`);
		expect(serverQuestions(moves(1, ...wide), none)).toHaveLength(40);
		const inside: Move = { domain: "a.net", nameservers: ["ns1.a.net", "own.net"] };
		expect(serverQuestions([inside], new Set(["own.net"]))).toEqual([]);
		expect(serverQuestions([{ domain: "a.com", nameservers: null }], none)).toEqual([]);
	});
});

describe("the check of new nameservers", () => {
	it("counts what was not asked or not answered", () => {
		const wide = Array.from({ length: 60 }, (_, index) => `ns${index}.a.net`);
		const plan = moves(8, ...wide);
		const answers = serverQuestions(plan, none).map((each, index) => {
			const states = each.domains.map(() => (index < 30 ? ("ok" as const) : ("unknown" as const)));
			return { ...each, states };
		});
		const partly = checkOfServers(plan, none, answers);
		expect(partly).toMatchObject({
			warnings: [],
			servers: { checked: 30, total: 60 },
			domains: { checked: 0, total: 8 },
		});
		const all = checkOfServers(plan, none, answers.slice(0, 30));
		expect(all.domains).toEqual({ checked: 5, total: 8 });
	});

	it("warns once for each nameserver, with the domains that it does not know", () => {
		const plan = moves(3, "a.net", "b.net", "c.net");
		const domains = plan.map(({ domain }) => domain);
		const check = checkOfServers(plan, none, [
			{ at: "a.net", domains, states: ["ok", "lame", "lame"] },
			{ at: "b.net", domains, states: ["silent", "ok", "silent"] },
			{ at: "c.net", domains, states: ["silent", "silent", "unknown"] },
		]);
		expect(check.warnings).toEqual([
			{ at: "a.net", problem: "lame", domain: "d1.com", more: 1 },
			{ at: "c.net", problem: "silent", domain: "d0.com", more: 1 },
		]);
		expect(check.domains).toEqual({ checked: 2, total: 3 });
	});

	it("prefers a missing address to silence, and waits for no answer that is missing", () => {
		const plan = moves(2, "a.net", "b.net");
		const domains = plan.map(({ domain }) => domain);
		const check = checkOfServers(plan, none, [
			{ at: "a.net", domains, states: ["silent", "no_address"] },
			{ at: "b.net", domains, states: ["ok"] },
			{ at: "c.net", domains: [], states: [] },
		]);
		expect(check).toEqual({
			warnings: [{ at: "a.net", problem: "no_address", domain: "d1.com", more: 0 }],
			servers: { checked: 2, total: 2 },
			domains: { checked: 1, total: 2 },
			unlisted: false,
		});
	});

	it("knows that a preset has unknown nameservers, and warns of a nameserver inside its domain", () => {
		const plan: Move[] = [
			{ domain: "a.com", nameservers: null },
			{ domain: "b.com", nameservers: ["NS1.b.com."] },
		];
		expect(checkOfServers(plan, none, [])).toEqual({
			warnings: [{ at: "ns1.b.com", problem: "glue", domain: "b.com", more: 0 }],
			servers: { checked: 0, total: 0 },
			domains: { checked: 0, total: 0 },
			unlisted: true,
		});
	});
});
