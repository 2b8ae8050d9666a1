import { type Answer, AUTHORITATIVE_ANSWER, type Packet } from "dns-packet";
import { describe, expect, it, onTestFinished } from "vitest";
import { answerTo, type Script, startScriptedServer } from "../../../../test/support/dns-server.ts";
import { findSpf, nameserverState, resolves } from "../../src/ask/look.ts";

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
 * names. A value `CNAME a.net` is an alias. The values after it belong to that name.
 */
function resolverOf(known: Record<string, string[]>) {
	return serverWith((query) => {
		const [type = "", name = ""] = asked(query).split(" ");
		let owner = name;
		const answers = (known[`${type} ${name}`] ?? []).map((value): Answer => {
			const target = value.replace(/^CNAME /, "");
			const answer = { name: owner, ttl: 60, data: target };
			if (target === value) return { type: "A", ...answer };
			owner = target;
			return { type: "CNAME", ...answer };
		});
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

	it("resolves if it is an alias of an alias that has an address", async () => {
		const resolvers = [
			await resolverOf({ "A www.example.net": ["CNAME a.example.net", "CNAME b.example.net", "203.0.113.1"] }),
		];
		expect(await resolves("www.example.net", { resolvers, builtIn: null }, signal)).toBe("yes");
	});

	it("is asked again under its last alias if the server follows only a part of them", async () => {
		const ends = { "A www.example.net": ["CNAME a.example.net"], "A a.example.net": ["CNAME b.example.net"] };
		const whole = [await resolverOf({ ...ends, "A b.example.net": ["203.0.113.1"] })];
		expect(await resolves("www.example.net", { resolvers: whole, builtIn: null }, signal)).toBe("yes");
		const dead = [await resolverOf(ends)];
		expect(await resolves("www.example.net", { resolvers: dead, builtIn: null }, signal)).toBe("no");
	});

	it("is unknown if its aliases form a loop, or are too many", async () => {
		const loop = [
			await resolverOf({ "A a.net": ["CNAME b.net"], "A b.net": ["CNAME c.net"], "A c.net": ["CNAME b.net"] }),
		];
		expect(await resolves("a.net", { resolvers: loop, builtIn: null }, signal)).toBe("unknown");
		const long = [
			await serverWith((query) => {
				const name = query.questions?.[0]?.name ?? "";
				return [answerTo(query, [{ type: "CNAME", name, ttl: 60, data: `x${name}` }])];
			}),
		];
		expect(await resolves("a.net", { resolvers: long, builtIn: null }, signal)).toBe("unknown");
		expect(long[0]?.asked.length).toBeLessThanOrEqual(2 * 17);
	});

	it("is unknown if the only answer is malformed", async () => {
		const short = (query: Packet) => {
			const bytes = answerTo(query, [
				{ type: "A", name: query.questions?.[0]?.name ?? "", ttl: 60, data: "203.0.113.1" },
			]);
			return [bytes.subarray(0, bytes.length - 1)];
		};
		const resolvers = [await serverWith(short)];
		expect(await resolves("www.example.net", { resolvers, builtIn: null }, signal)).toBe("unknown");
		expect(await findSpf("www.example.net", { resolvers, builtIn: null }, signal)).toBeUndefined();
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

	it("is unknown if its answer is malformed", async () => {
		const answer = (query: Packet) => answerTo(query, [own], { flags: AUTHORITATIVE_ANSWER });
		expect(await state((query) => [answer(query).subarray(0, -1)])).toBe("unknown");
		expect(await state((query) => [Buffer.concat([answer(query), Buffer.alloc(1)])])).toBe("unknown");
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

it("the SPF records of a name are found among its texts, and unknown without an answer", async () => {
	const long = ["v=spf1 include:b.net ", "mx -all"];
	const txt = (name: string, data: string | string[]) => ({ type: "TXT" as const, name, ttl: 60, data });
	const known = await serverWith((query) => {
		const name = query.questions?.[0]?.name ?? "";
		if (name === "gone.net") return [answerTo(query, [], { flags: nxdomain })];
		const alias = { type: "CNAME" as const, name: "alias.net", ttl: 60, data: "A.net" };
		if (name === "alias.net") return [answerTo(query, [alias, txt("a.net", long)])];
		const quoted = txt(name, '"v=spf1 mx -all"');
		return [answerTo(query, name === "a.net" ? [txt(name, "note"), txt(name, long)] : [txt(name, "note"), quoted])];
	});
	const find = (name: string, resolvers = [known]) => findSpf(name, { resolvers, builtIn: null }, signal);
	expect(await find("a.net")).toEqual(["v=spf1 include:b.net mx -all"]);
	expect(await find("alias.net")).toEqual(["v=spf1 include:b.net mx -all"]);
	expect(await find("b.net")).toEqual([]);
	expect(await find("gone.net")).toEqual([]);
	expect(await find("a.net", [])).toBeUndefined();
});
