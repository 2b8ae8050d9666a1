import { AUTHORITATIVE_ANSWER, type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import { expect, it, onTestFinished } from "vitest";
import { answerTo, type Script, startScriptedServer } from "../../../../test/support/dns-server.ts";
import { lookAt } from "../../src/ask/look.ts";
import { addressesOf, query, resolve } from "../../src/ask/query.ts";

const question = { name: "www.shop.com", type: "A" } as const;
const record = (data: string, ttl = 300) => ({ type: "A" as const, name: question.name, ttl, data });
const { signal } = new AbortController();

async function serverWith(script: Script) {
	const server = await startScriptedServer(script);
	onTestFinished(() => server[Symbol.asyncDispose]());
	return server;
}

async function ask(script: Script, asked: Parameters<typeof query>[1] = question) {
	return query(await serverWith(script), asked, { recursive: true, signal });
}

const values = (...given: string[]) => expect.objectContaining({ kind: "values", values: given });

it("sorts the records, and reads the shortest TTL", async () => {
	const reply = await ask((asked) => [answerTo(asked, [record("192.0.2.9", 60), record("192.0.2.1")])]);
	expect(reply).toEqual({
		kind: "values",
		values: ["192.0.2.1", "192.0.2.9"],
		aliases: [],
		ttlSeconds: 60,
		authoritative: false,
	});
});

it("ignores a forged id, another question, rubbish, and its own query", async () => {
	const reply = await ask((asked) => [
		answerTo(asked, [record("6.6.6.6")], { id: (asked.id ?? 0) ^ 1 }),
		answerTo(asked, [record("6.6.6.6")], { questions: [{ type: "A", name: "other.com" }] }),
		answerTo(asked, [record("6.6.6.6")], { questions: [{ type: "TXT", name: question.name }] }),
		Buffer.from("rubbish that is no message at all"),
		Buffer.alloc(0),
		answerTo(asked, [record("6.6.6.6")], { type: "query" }),
		answerTo(asked, [record("192.0.2.1")]),
	]);
	expect(reply).toEqual(values("192.0.2.1"));
});

it("takes no record of another name, which a lying server adds", async () => {
	const reply = await ask((asked) => [answerTo(asked, [{ ...record("6.6.6.6"), name: "bank.com" }])]);
	expect(reply).toEqual(values());
});

it("repeats over TCP what does not fit a datagram", async () => {
	const many = Array.from({ length: 90 }, (_, index) => record(`192.0.2.${index + 100}`));
	const reply = await ask((asked, way) => [
		way === "udp" ? answerTo(asked, [], { flags: TRUNCATED_RESPONSE }) : answerTo(asked, many),
	]);
	expect(reply).toMatchObject({ kind: "values", values: { length: 90 } });
});

it("repeats a lost datagram, and waits four seconds for a server that never answers", async () => {
	let lost = 1;
	expect(await ask((asked) => (lost-- > 0 ? [] : [answerTo(asked, [record("192.0.2.1")])]))).toEqual(
		values("192.0.2.1"),
	);
	const before = performance.now();
	expect(await ask(() => [])).toBe("silent");
	expect(performance.now() - before).toBeLessThan(4_900);
}, 15_000);

it("returns silent for a port without a listener", async () => {
	const server = await startScriptedServer(() => []);
	await server[Symbol.asyncDispose]();
	expect(await query(server, question, { recursive: false, signal })).toBe("silent");
});

it.each([
	["SERVFAIL", 2],
	["REFUSED", 5],
])("returns failed for %s", async (_name, rcode) => {
	expect(await ask((asked) => [answerTo(asked, [], { flags: rcode })])).toEqual({ kind: "failed" });
});

it("returns failed for a server that only refers to others", async () => {
	const authorities = [{ type: "NS" as const, name: "com", ttl: 60, data: "a.gtld.net" }];
	expect(await ask((asked) => [answerTo(asked, [], { authorities })])).toEqual({ kind: "failed" });
});

it("returns no value for NXDOMAIN, with the time for which that may be kept", async () => {
	const data = { mname: "ns1.a.net", rname: "x.a.net", serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 90 };
	const authorities = [{ type: "SOA" as const, name: "shop.com", ttl: 3600, data }];
	const reply = await ask((asked) => [answerTo(asked, [], { flags: 3 | AUTHORITATIVE_ANSWER, authorities })]);
	expect(reply).toEqual({ kind: "values", values: [], aliases: [], ttlSeconds: 90, authoritative: true });
});

it("follows the aliases of an answer to their end, in any order of the records", async () => {
	const chain = (asked: Packet) => [
		answerTo(asked, [
			{ ...record("192.0.2.1"), name: "b.net" },
			{ type: "CNAME", name: "a.net", ttl: 9, data: "b.net" },
			{ type: "CNAME", name: question.name, ttl: 9, data: "A.net" },
		]),
	];
	expect(await ask(chain)).toMatchObject({ values: ["192.0.2.1"], aliases: ["a.net", "b.net"], ttlSeconds: 9 });
});

it("never asks a nameserver whose address is not public", async () => {
	const resolver = await serverWith((asked) => [
		answerTo(
			asked,
			asked.questions?.[0]?.type === "A"
				? ["127.0.0.1", "10.0.0.1", "169.254.169.254"].map((data) => ({ ...record(data), name: "ns1.evil.com" }))
				: [{ type: "AAAA", name: "ns1.evil.com", ttl: 60, data: "::ffff:10.0.0.1" }],
		),
	]);
	const settings = { resolvers: [resolver], builtIn: null };
	expect(await addressesOf("ns1.evil.com", settings, signal)).toEqual([]);
	const [server] = await lookAt(["ns1.evil.com"], [{ ...question, values: [] }], settings, signal);
	expect(server).toMatchObject({ name: "ns1.evil.com", verdict: "silent" });
});

it("shows an alias where a server should have records of the name itself", async () => {
	const resolver = await serverWith((asked) => [
		answerTo(asked, [
			{ type: "CNAME", name: question.name, ttl: 60, data: "a.net" },
			{ ...record("192.0.2.1"), name: "a.net" },
		]),
	]);
	const [server] = await lookAt(
		[],
		[{ ...question, values: ["192.0.2.1"] }],
		{ resolvers: [resolver], builtIn: null },
		signal,
	);
	expect(server).toMatchObject({ verdict: "old", old: [{ values: ["CNAME a.net"], ttlSeconds: 60 }] });
});

it("shows a text of control characters in a form that can be stored", async () => {
	const txt = { name: question.name, type: "TXT" as const };
	const data = ["a\0b", "😀".repeat(60), "😀".repeat(60)];
	const resolver = await serverWith((asked) => [answerTo(asked, [{ ...txt, ttl: 60, data }])]);
	const [server] = await lookAt([], [{ ...txt, values: ["b"] }], { resolvers: [resolver], builtIn: null }, signal);
	expect(server?.old[0]?.values).toEqual([`a\\000b${"😀".repeat(77)}`]);
});

it("sends no query for a name that no DNS message can carry", async () => {
	const server = await serverWith(() => []);
	for (const name of ["", "a..net", `${"a".repeat(64)}.net`, `${"abcdefg.".repeat(32)}net`, ".net"])
		expect(await query(server, { name, type: "A" }, { recursive: true, signal })).toEqual({ kind: "failed" });
	expect(server.asked).toEqual([]);
});

it("finds a nameserver that has only an IPv6 address", async () => {
	const resolver = await serverWith((asked) => [
		answerTo(
			asked,
			asked.questions?.[0]?.type === "AAAA"
				? [{ type: "AAAA", name: "ns6.shop.net", ttl: 60, data: "2606:4700:4700::1111" }]
				: [],
		),
	]);
	const found = await addressesOf("ns6.shop.net", { resolvers: [resolver], builtIn: null }, signal);
	expect(found).toEqual([{ address: "2606:4700:4700::1111", port: 53 }]);
});

it("finds a nameserver whose name is an alias", async () => {
	const resolver = await serverWith((asked) => [
		answerTo(asked, [
			{ type: "CNAME", name: "ns.shop.net", ttl: 60, data: "ns.host.net" },
			...(asked.questions?.[0]?.type === "A" ? [{ ...record("203.1.113.1"), name: "ns.host.net" }] : []),
		]),
	]);
	const found = await addressesOf("ns.shop.net", { resolvers: [resolver], builtIn: null }, signal);
	expect(found).toEqual([{ address: "203.1.113.1", port: 53 }]);
});

it("reports an answer that is malformed, and no other", async () => {
	const reported: string[] = [];
	const onUnreadable = (_server: object, type: string) => void reported.push(type);
	const malformed = await serverWith((asked) => [answerTo(asked, [record("192.0.2.1")]).subarray(0, -2)]);
	const sound = await serverWith((asked) => [answerTo(asked, [record("192.0.2.1")])]);
	const settings = { builtIn: null, onUnreadable };
	expect(await resolve(question, { ...settings, resolvers: [malformed, sound] }, signal)).toMatchObject(
		values("192.0.2.1"),
	);
	expect(reported).toEqual(["A"]);
	await lookAt([], [{ ...question, values: [] }], { ...settings, resolvers: [malformed] }, signal);
	expect(reported).toEqual(["A", "A"]);
});
