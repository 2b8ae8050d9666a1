import type { DnsType } from "@domains/contract/records/types.ts";
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import { describe, expect, it } from "vitest";
import { encodeQuestion, readReply, spelledAddress, spelledName } from "../src/message.ts";

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

const values = (...given: string[]) => ({
	kind: "values" as const,
	values: given,
	aliases: [] as string[],
	ttlSeconds: 300,
	authoritative: false,
});
const cname = (owner: string, data: string, ttl = 300): Answer => ({ type: "CNAME", name: owner, ttl, data });

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

	it("has the aliases of the name, and the values at their end, but no value of another type", () => {
		const alias = cname(name, "A.net.");
		expect(read({ answers: [alias, { type: "TXT", name, ttl: 1, data: "x" }] })).toEqual({
			...values(),
			aliases: ["a.net"],
		});
		expect(read({ answers: [alias, a("192.0.2.1")] })).toEqual(values("192.0.2.1"));
		expect(read({ answers: [alias] }, "CNAME")).toEqual(values("a.net"));
		const end: Answer = { type: "A", name: "b.net", ttl: 60, data: "192.0.2.1" };
		const bank: Answer = { type: "A", name: "bank.com", ttl: 60, data: "192.0.2.6" };
		expect(read({ answers: [end, bank, cname("A.net", "b.net"), alias] })).toEqual({
			...values("192.0.2.1"),
			aliases: ["a.net", "b.net"],
			ttlSeconds: 60,
		});
		expect(read({ answers: [alias, alias, end, cname("a.net", "b.net", 30)], flags: 3 })).toEqual({
			...values("192.0.2.1"),
			aliases: ["a.net", "b.net"],
			ttlSeconds: 30,
		});
	});

	it.each<[string, Answer[]]>([
		["a loop", [cname(name, "a.net"), cname("a.net", "b.net"), cname("b.net", "a.net")]],
		["a name that is its own alias", [cname(name, name)]],
		["a name with two aliases", [cname(name, "a.net"), cname(name, "b.net")]],
		["too many aliases", Array.from({ length: 17 }, (_, at) => cname(at === 0 ? name : `${at}.net`, `${at + 1}.net`))],
		["too many records", Array.from({ length: 1_001 }, (_, at) => a(`192.0.${at % 200}.1`))],
	])("with %s is unreadable", (_what, answers) => {
		expect(read({ answers })).toEqual({ kind: "unreadable" });
	});

	it("may have sixteen aliases, and a thousand records", () => {
		const chain = Array.from({ length: 16 }, (_, at) => cname(at === 0 ? name : `${at}.net`, `${at + 1}.net`));
		expect(read({ answers: chain })).toMatchObject({ values: [], aliases: { length: 16 } });
		const many = Array.from({ length: 1_000 }, (_, at) => a(`192.0.${Math.floor(at / 200)}.${at % 200}`));
		expect(read({ answers: many })).toMatchObject({ values: { length: 1_000 } });
	});

	it("has a text whose character begins in one string and ends in the next", () => {
		const text = "é".repeat(150);
		const bytes = Buffer.from(text);
		const data = [bytes.subarray(0, 255), bytes.subarray(255)];
		expect(read({ answers: [{ type: "TXT", name, ttl: 300, data }] }, "TXT")).toEqual(values(text));
		const latin = Buffer.from("caf\xe9", "latin1");
		expect(read({ answers: [{ type: "TXT", name, ttl: 300, data: latin }] }, "TXT")).toEqual(values("caf\\233"));
	});

	it("has no value of another class", () => {
		expect(read({ answers: [{ ...a("192.0.2.1"), class: "CH" } as Answer] })).toMatchObject({ values: [] });
	});

	it("with an error in its EDNS part has failed", () => {
		const option: Answer = {
			type: "OPT",
			name: ".",
			udpPayloadSize: 1232,
			extendedRcode: 1,
			ednsVersion: 0,
			flags: 0,
			flag_do: false,
			options: [],
		};
		expect(read({ additionals: [option] })).toEqual({ kind: "failed" });
		expect(read({ additionals: [{ ...option, extendedRcode: 0 }] })).toMatchObject({ kind: "values" });
	});

	it("has no value of another name, and no nameserver without an NS record", () => {
		const none = { ...values(), ttlSeconds: 60 };
		expect(
			read({ answers: [{ type: "A", name: "bank.com", ttl: 9, data: "192.0.2.1" }], authorities: [soa(60, 90)] }),
		).toEqual(none);
		expect(read({ authorities: [{ ...soa(60, 90), name }] }, "NS")).toEqual(none);
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
		const none = { kind: "values", values: [], aliases: [], authoritative: true };
		expect(negative(soa(60, 90))).toEqual({ ...none, ttlSeconds: 60 });
		expect(negative(soa(120, 90))).toEqual({ ...none, ttlSeconds: 90 });
		expect(negative(ns("shop.com"))).toEqual({ ...none, ttlSeconds: null });
		expect(negative()).toEqual({ ...none, ttlSeconds: null });
	});

	it.each<[string, Partial<Packet>, ReturnType<typeof read>]>([
		["no error", { flags: 0 }, { ...values(), ttlSeconds: null }],
		["an unreadable question", { flags: 1, questions: [] }, { kind: "failed" }],
		["no question", { questions: [] }, "foreign"],
		["another question too", { questions: [question, { ...question, type: "TXT" }] }, "foreign"],
		["SERVFAIL", { flags: 2 }, { kind: "failed" }],
		["NXDOMAIN", { flags: 3 }, { ...values(), ttlSeconds: null }],
		["a cut answer", { flags: TRUNCATED_RESPONSE, answers: [a("192.0.2.1")] }, "truncated"],
		["another id", { id: 8 }, "foreign"],
		["another name", { questions: [{ ...question, name: "shop.com" }] }, "foreign"],
		["another type", { questions: [{ ...question, type: "TXT" }] }, "foreign"],
		[
			"the name in another case",
			{ questions: [{ ...question, name: "WWW.shop.com" }], answers: [a("192.0.2.1")] },
			values("192.0.2.1"),
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
