import { AUTHORITATIVE_ANSWER } from "dns-packet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import { answerTo, type ScriptedServer, startScriptedServer } from "../../support/dns-server.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let server: ScriptedServer;

beforeAll(async () => {
	// This DNS server has two roles. It is the authoritative nameserver of `known.com`. It is also the bot's resolver,
	// which finds no address for any name.
	server = await startScriptedServer((query) => {
		const name = query.questions?.[0]?.name ?? "";
		const isOwn = name === "known.com";
		const data = "ns1.sandbox.test";
		return [
			answerTo(query, isOwn ? [{ type: "NS", name, ttl: 60, data }] : [], { flags: isOwn ? AUTHORITATIVE_ANSWER : 0 }),
		];
	});
	fixture = await createActionsFixture({ dns: { resolvers: [server], builtIn: server } });
});
afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await server[Symbol.asyncDispose]();
});

const warnings = (...found: [at: string, problem: string, domain: string, more?: number][]) =>
	found.map(([at, problem, domain, more = 0]) => ({ at, problem, domain, more }));

async function planned(result: Promise<{ kind: string; operation?: Operation }>): Promise<Operation> {
	const { kind, operation } = await result;
	if (!operation) throw new Error(`no plan: ${kind}`);
	return operation;
}

let last = 0;
/**
 * Creates a person who owns these domains. Returns the person with functions that plan new nameservers for the first
 * domain or for all of them.
 */
async function owner(...domains: string[]) {
	const [first = "", ...others] = domains;
	const mine = await ownerOf(fixture, ++last, first);
	for (const each of others) fixture.service.take(each, mine.account, {});
	const { personId } = mine;
	const wanted = (nameservers: string[]) => domains.map((domain) => ({ domain, target: { nameservers } }));
	const { plan } = fixture.actions.nameservers;
	return {
		...mine,
		plan: (...nameservers: string[]) => planned(plan({ personId, wanted: wanted(nameservers).slice(0, 1) })),
		planAll: (...nameservers: string[]) => planned(plan({ personId, wanted: wanted(nameservers) })),
	};
}

describe("the plan of new nameservers", () => {
	it("has no warning of nameservers that answer for the domain", async () => {
		const { plan } = await owner("known.com");
		const { quote } = await plan("ns1.sandbox.test", "NS2.sandbox.test.");
		expect(quote?.servers).toEqual({
			warnings: [],
			servers: { checked: 2, total: 2 },
			domains: { checked: 1, total: 1 },
			unlisted: false,
		});
	});

	it("names those that do not know the domain, that have no address, and that are inside the domain", async () => {
		const { plan } = await owner("other.com");
		const { quote } = await plan("ns1.sandbox.test", "ns1.gone.net", "ns1.other.com", "ns1.another.com");
		expect(quote?.servers).toMatchObject({
			warnings: warnings(
				["ns1.other.com", "glue", "other.com"],
				["ns1.sandbox.test", "lame", "other.com"],
				["ns1.gone.net", "no_address", "other.com"],
				["ns1.another.com", "no_address", "other.com"],
			),
			servers: { checked: 3, total: 3 },
		});
	});

	it("says that the nameservers of a preset of another service are not known", async () => {
		const { personId } = await owner("preset.com");
		const target = { presetKey: "default" };
		const { quote } = await planned(
			fixture.actions.nameservers.plan({ personId, wanted: [{ domain: "preset.com", target }] }),
		);
		expect(quote?.servers).toMatchObject({ warnings: [], servers: { total: 0 }, unlisted: true });
	});

	it("resolves each nameserver of several domains once, and asks for five of the domains", async () => {
		const domains = Array.from({ length: 9 }, (_, index) => `many-${index}.com`);
		const { planAll } = await owner(...domains);
		const before = server.asked.length;
		const { quote } = await planAll("ns1.sandbox.test", "ns1.gone.net", "ns1.many-8.com");
		expect(quote?.servers).toEqual({
			warnings: warnings(
				["ns1.many-8.com", "glue", "many-8.com"],
				["ns1.sandbox.test", "lame", "many-0.com", 4],
				["ns1.gone.net", "no_address", "many-0.com", 4],
				["ns1.many-8.com", "no_address", "many-0.com", 4],
			),
			servers: { checked: 3, total: 3 },
			domains: { checked: 5, total: 9 },
			unlisted: false,
		});
		const asked = server.asked.slice(before);
		expect(asked.filter((each) => each.startsWith("NS "))).toHaveLength(5);
		expect(asked.filter((each) => each === "A ns1.gone.net udp").length).toBeLessThanOrEqual(2);
	});

	it("checks the way back too: undo of one, undo of all, and a restore point", async () => {
		const { personId, account, carryOut, planAll, owned } = await owner("back-0.com", "back-1.com");
		expect(account).toBeDefined();
		const done = await carryOut(
			{ kind: "quoted", operation: await planAll("ns1.sandbox.test", "ns2.sandbox.test") },
			true,
		);
		expect(owned.nameservers).toEqual(["ns1.sandbox.test", "ns2.sandbox.test"]);
		const key = { operationId: done.id };
		const domain = "back-0.com";
		const gone = (more: number) =>
			warnings(["ns1.small.net", "no_address", domain, more], ["ns2.small.net", "no_address", domain, more]);
		const all = await planned(fixture.actions.operation.undo({ personId, ...key }));
		expect(all.quote?.servers).toMatchObject({ warnings: gone(1), domains: { checked: 2, total: 2 } });
		const one = await planned(fixture.actions.operation.undo({ personId, ...key, domains: [domain] }));
		expect(one.quote?.servers).toMatchObject({ warnings: gone(0), servers: { checked: 2, total: 2 } });
		const point = await planned(fixture.actions.dns.restore({ personId, domain, key, part: "nameservers" }));
		expect(point.quote?.servers).toMatchObject({ warnings: gone(0) });
	});
});
