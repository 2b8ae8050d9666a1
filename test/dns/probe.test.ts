import { AUTHORITATIVE_ANSWER, type Packet } from "dns-packet";
import { describe, expect, it, onTestFinished } from "vitest";
import { findSpf, nameserverState, resolves } from "../../src/dns/probe.ts";
import { answerTo, type Script, startScriptedServer } from "../support/dns-server.ts";

const { signal } = new AbortController();
const nxdomain = 3;
const refused = 5;

async function serverWith(script: Script) {
	const server = await startScriptedServer(script);
	onTestFinished(() => server[Symbol.asyncDispose]());
	return server;
}

const asked = (query: Packet) => `${query.questions?.[0]?.type} ${query.questions?.[0]?.name}`;

/**
 * Starts a DNS resolver that knows these A records, such as `A www.example.net`. It answers NXDOMAIN for all other
 * names.
 */
function resolverOf(known: Record<string, string[]>) {
	return serverWith((query) => {
		const [type = "", name = ""] = asked(query).split(" ");
		const answers = (known[`${type} ${name}`] ?? []).map((data) => ({ type: "A" as const, name, ttl: 60, data }));
		return [answerTo(query, answers, answers.length > 0 ? {} : { flags: nxdomain })];
	});
}

describe("a name", () => {
	it("resolves if it has an address", async () => {
		const resolvers = [await resolverOf({ "A www.example.net": ["203.0.113.1"] })];
		expect(await resolves("www.example.net", { resolvers, builtIn: null }, signal)).toBe("yes");
		expect(await resolves("gone.example.net", { resolvers, builtIn: null }, signal)).toBe("no");
	});

	it("does not resolve if its alias leads nowhere", async () => {
		const alias = (name: string) => ({ type: "CNAME" as const, name, ttl: 60, data: "gone.example.net" });
		const resolvers = [await serverWith((query) => [answerTo(query, [alias("www.example.net")], { flags: nxdomain })])];
		expect(await resolves("www.example.net", { resolvers, builtIn: null }, signal)).toBe("no");
	});

	it("is asked at the next resolver if one refuses, and unknown if all do", async () => {
		const bad = await serverWith((query) => [answerTo(query, [], { flags: refused })]);
		const good = await resolverOf({ "A www.example.net": ["203.0.113.1"] });
		expect(await resolves("www.example.net", { resolvers: [bad, good], builtIn: null }, signal)).toBe("yes");
		expect(await resolves("www.example.net", { resolvers: [bad], builtIn: null }, signal)).toBe("unknown");
		expect(await resolves("www.example.net", { resolvers: [], builtIn: null }, signal)).toBe("unknown");
	});
});

describe("a nameserver", () => {
	// The bot knows where nameservers below `sandbox.test` are, so it asks no resolver for their address. It uses the
	// address in the setting `builtIn`, which is the scripted server here.
	const name = "ns1.sandbox.test";
	const state = async (script: Script, resolvers = [] as Awaited<ReturnType<typeof serverWith>>[]) => {
		return nameserverState(name, "shop.com", { resolvers, builtIn: await serverWith(script) }, signal);
	};
	const own = { type: "NS" as const, name: "shop.com", ttl: 60, data: name };

	it("is fine if it answers with authority", async () => {
		expect(await state((query) => [answerTo(query, [own], { flags: AUTHORITATIVE_ANSWER })])).toBe("ok");
	});

	it("is lame if it answers without authority, or refuses", async () => {
		expect(await state((query) => [answerTo(query, [own])])).toBe("lame");
		expect(await state((query) => [answerTo(query, [], { flags: refused })])).toBe("lame");
	});

	it("is silent without an answer", async () => {
		expect(await state(() => [])).toBe("silent");
	});

	it("has no address if the resolver says so, and is unknown without a resolver", async () => {
		const resolvers = [await resolverOf({})];
		const ask = (settings: { resolvers: typeof resolvers }) =>
			nameserverState("ns1.gone.net", "shop.com", { ...settings, builtIn: null }, signal);
		expect(await ask({ resolvers })).toBe("no_address");
		expect(await ask({ resolvers: [] })).toBe("unknown");
	});
});

it("the SPF record of a name is found among its texts, and unknown without an answer", async () => {
	const long = ["v=spf1 include:b.net ", "mx -all"];
	const txt = (name: string, data: string | string[]) => ({ type: "TXT" as const, name, ttl: 60, data });
	const known = await serverWith((query) => {
		const name = query.questions?.[0]?.name ?? "";
		if (name === "gone.net") return [answerTo(query, [], { flags: nxdomain })];
		return [answerTo(query, name === "a.net" ? [txt(name, "note"), txt(name, long)] : [txt(name, "note")])];
	});
	const find = (name: string, resolvers = [known]) => findSpf(name, { resolvers, builtIn: null }, signal);
	expect(await find("a.net")).toBe("v=spf1 include:b.net mx -all");
	expect(await find("b.net")).toBeNull();
	expect(await find("gone.net")).toBeNull();
	expect(await find("a.net", [])).toBeUndefined();
});
