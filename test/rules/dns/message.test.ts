import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import { describe, expect, it } from "vitest";
import type { DnsType } from "../../../src/contract/dns.ts";
import { encodeQuestion, readReply, spelledAddress, spelledName } from "../../../src/rules/dns/message.ts";

const name = "www.shop.com";
const question = { type: "A", name, class: "IN" } as const;
const a = (data: string, ttl = 300): Answer => ({ type: "A", name, ttl, data });
const ns = (owner: string): Answer => ({ type: "NS", name: owner, ttl: 60, data: "NS1.host.net." });
const soa = (ttl: number, minimum: number): Answer => {
	const data = { mname: "ns1.host.net", rname: "x.host.net", serial: 1, refresh: 1, retry: 1, expire: 1, minimum };
	return { type: "SOA", name: "shop.com", ttl, data };
};

/** Reads a reply to the question for the records of `type` at `name`. */
function read(packet: Partial<Packet>, type: DnsType = "A") {
	const bytes = encode({ type: "response", id: 7, flags: 0, questions: [{ ...question, type }], ...packet });
	return readReply(bytes, 7, { name, type });
}

const values = (...given: string[]) => ({ kind: "values", values: given, ttlSeconds: 300, authoritative: false });

it("a question asks for one record set, and says how large an answer may be", () => {
	const asked = (recursive: boolean) => decode(encodeQuestion(7, { name, type: "TXT" }, recursive));
	expect(asked(true)).toMatchObject({
		type: "query",
		id: 7,
		flag_rd: true,
		questions: [{ name, type: "TXT", class: "IN" }],
		additionals: [{ type: "OPT", name: ".", udpPayloadSize: 1232, flag_do: false, ednsVersion: 0, options: [] }],
	});
	expect(asked(false).flag_rd).toBe(false);
});

describe("a reply", () => {
	it.each<[Answer & { type: DnsType }, string]>([
		[{ type: "A", name: "WWW.Shop.com", ttl: 300, data: "192.0.2.1" }, "192.0.2.1"],
		[{ type: "AAAA", name, ttl: 300, data: "2001:db8:0:0:0:0:0:1" }, "2001:db8::1"],
		[{ type: "CNAME", name, ttl: 300, data: "A.Example.NET." }, "a.example.net"],
		[{ type: "NS", name, ttl: 300, data: "NS1.host.net." }, "ns1.host.net"],
		[{ type: "MX", name, ttl: 300, data: { preference: 10, exchange: "MX.example.net." } }, "10 mx.example.net"],
		[{ type: "MX", name, ttl: 300, data: { exchange: "." } }, "0 ."],
		[{ type: "TXT", name, ttl: 300, data: ["v=DKIM1; ", "p=ü"] }, "v=DKIM1; p=ü"],
		[
			{ type: "SRV", name, ttl: 300, data: { priority: 1, weight: 2, port: 5060, target: "SIP.example.net" } },
			"1 2 5060 sip.example.net",
		],
		[{ type: "SRV", name, ttl: 300, data: { port: 5060, target: "sip.example.net" } }, "0 0 5060 sip.example.net"],
		[
			{ type: "CAA", name, ttl: 300, data: { flags: 128, tag: "issue", value: "ca.example" } },
			'128 issue "ca.example"',
		],
	])("has its values as records spell them: %j", (answer, value) => {
		expect(read({ answers: [answer] }, answer.type)).toEqual(values(value));
	});

	it("has each value once, in order, and the shortest TTL", () => {
		expect(read({ answers: [a("192.0.2.9", 600), a("192.0.2.1"), a("192.0.2.9", 900)] })).toEqual(
			values("192.0.2.1", "192.0.2.9"),
		);
	});

	it("has an alias of the name, but no value of another type", () => {
		const alias: Answer = { type: "CNAME", name, ttl: 300, data: "a.net" };
		expect(read({ answers: [alias, { type: "TXT", name, ttl: 1, data: "x" }] })).toEqual(values("CNAME a.net"));
		expect(read({ answers: [alias, a("192.0.2.1")] })).toEqual(values("192.0.2.1"));
		expect(read({ answers: [alias] }, "CNAME")).toEqual(values("a.net"));
	});

	it("has no value of another name, and no nameserver without an NS record", () => {
		const none = { ...values(), ttlSeconds: 60 };
		expect(
			read({ answers: [{ type: "A", name: "bank.com", ttl: 9, data: "192.0.2.1" }], authorities: [soa(60, 90)] }),
		).toEqual(none);
		expect(read({ authorities: [{ ...soa(60, 90), name }] }, "NS")).toEqual(none);
	});

	it("has at most a hundred values", () => {
		const answers = Array.from({ length: 101 }, (_, index) => a(`192.0.2.${index}`));
		expect(read({ answers })).toMatchObject({ values: { length: 100 } });
	});

	it("has the nameservers of a delegation, but only as an answer to the question for them", () => {
		expect(read({ authorities: [ns("other.com"), ns(name)] }, "NS")).toEqual({
			...values("ns1.host.net"),
			ttlSeconds: 60,
		});
		expect(read({ authorities: [ns(name)] })).toEqual({ kind: "failed" });
		expect(read({ authorities: [ns("shop.com")] }, "NS")).toEqual({ kind: "failed" });
		expect(read({ authorities: [ns(name)], answers: [a("192.0.2.1")] })).toEqual(values("192.0.2.1"));
	});

	it("without values may be kept as long as the SOA says", () => {
		const negative = (...authorities: Answer[]) => read({ authorities, flags: AUTHORITATIVE_ANSWER });
		const none = { kind: "values", values: [], authoritative: true };
		expect(negative(soa(60, 90))).toEqual({ ...none, ttlSeconds: 60 });
		expect(negative(soa(120, 90))).toEqual({ ...none, ttlSeconds: 90 });
		expect(negative(ns("shop.com"))).toEqual({ ...none, ttlSeconds: null });
		expect(negative()).toEqual({ ...none, ttlSeconds: null });
	});

	it.each<[string, Partial<Packet>, ReturnType<typeof read>]>([
		["no error", { flags: 0 }, { kind: "values", values: [], ttlSeconds: null, authoritative: false }],
		["an unreadable question", { flags: 1, questions: [] }, { kind: "failed" }],
		["no question", { questions: [] }, "foreign"],
		["another question too", { questions: [question, { ...question, type: "TXT" }] }, "foreign"],
		["SERVFAIL", { flags: 2 }, { kind: "failed" }],
		["NXDOMAIN", { flags: 3 }, { kind: "values", values: [], ttlSeconds: null, authoritative: false }],
		["a cut answer", { flags: TRUNCATED_RESPONSE, answers: [a("192.0.2.1")] }, "truncated"],
		["another id", { id: 8 }, "foreign"],
		["another name", { questions: [{ ...question, name: "shop.com" }] }, "foreign"],
		["another type", { questions: [{ ...question, type: "TXT" }] }, "foreign"],
		[
			"the name in another case",
			{ questions: [{ ...question, name: "WWW.shop.com" }], answers: [a("192.0.2.1")] },
			{ kind: "values", values: ["192.0.2.1"], ttlSeconds: 300, authoritative: false },
		],
		["a query", { type: "query" }, "foreign"],
	])("with %s is read as such", (_what, packet, expected) => {
		expect(read(packet)).toEqual(expected);
	});

	it("that is no message is foreign", () => {
		expect(readReply(Buffer.from("rubbish"), 7, { name, type: "A" })).toBe("foreign");
	});
});

it.each([
	["WWW.Shop.com.", "www.shop.com"],
	["a.b", "a.b"],
	[".", "."],
	["", "."],
])("the name %j is spelled %j", (given, spelled) => {
	expect(spelledName(given)).toBe(spelled);
});

it.each([
	["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
	["no address", "no address"],
])("the address %j is spelled %j", (given, spelled) => {
	expect(spelledAddress(given)).toBe(spelled);
});
