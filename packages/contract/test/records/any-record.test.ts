import { describe, expect, it } from "vitest";
import { zone } from "../../../dns/test/zones.ts";
import {
	canonicalRecord,
	enteredRecord,
	identityOf,
	isAcceptedUnknownType,
	isKnown,
	isRegular,
	recordInputOf,
	recordSetKey,
	textContent,
} from "../../src/records/record.ts";
import type { AnyRecord } from "../../src/records/types.ts";

const record = (type: string, hostname: string, value: string, more: Partial<AnyRecord> = {}): AnyRecord => {
	return { type, hostname, value, ...more };
};

describe("canonicalRecord", () => {
	it.each([
		[record("A", "WWW.example.com.", " 192.0.2.1 "), record("A", "www", "192.0.2.1")],
		[record("A", "WWW", "no address"), record("A", "www", "no address")],
		[record("A", "two words", "192.0.2.1"), record("A", "two words", "192.0.2.1")],
		[record("A", "@", "192.0.2.1", { ttl: 1 }), record("A", "@", "192.0.2.1", { ttl: 1 })],
		[record("PTR", "WWW", "a.example.net."), record("PTR", "www", "a.example.net")],
		[record("SPOOF", "WWW", "Any. "), record("SPOOF", "www", "Any. ")],
	])("normalizes the hostname and the value as far as it can: %j", (given, canonical) => {
		expect(canonicalRecord(given, zone)).toEqual(canonical);
	});

	it.each([
		["MX", "@", "10 Mail.example.net.", "mail.example.net", 10],
		["MX", "@", "  65535  mail.example.net ", "mail.example.net", 65_535],
		["SRV", "_sip._tcp", " 1  20  5060  sip.example.net ", "20 5060 sip.example.net", 1],
		["MX", "@", "mail.example.net", "mail.example.net", 7],
		["MX", "@", "10", "10", 7],
		["MX", "@", "x10 mail.example.net", "x10 mail.example.net", 7],
		["MX", "@", "10 mail.example.net x", "10 mail.example.net x", 7],
		["SRV", "_sip._tcp", "2 5060 sip.example.net", "2 5060 sip.example.net", 7],
		["SRV", "_sip._tcp", "1 2 5060 sip.example.net x", "1 2 5060 sip.example.net x", 7],
		["SRV", "_sip._tcp", "x1 2 5060 sip.example.net", "x1 2 5060 sip.example.net", 7],
		["TXT", "@", "10 years", "10 years", 7],
	])("moves a priority out of the value: %s %s %j", (type, hostname, value, rest, priority) => {
		expect(canonicalRecord(record(type, hostname, value, { priority: 7 }), zone)).toEqual(
			record(type, hostname, rest, { priority }),
		);
	});
});

it("a record that a person entered has all fields, and a priority only if its type may have one", () => {
	const entered = (given: AnyRecord) => Object.values(enteredRecord(given, zone));
	expect(entered(record("a", "WWW", "192.0.2.1", { priority: 5 }))).toEqual(["A", "www", "192.0.2.1", null, null]);
	expect(entered(record("mx", "@", "mx.example.net", { ttl: 60 }))).toEqual(["MX", "@", "mx.example.net", 60, null]);
	expect(entered(record("mx", "@", "5 mx.example.net"))).toEqual(["MX", "@", "mx.example.net", null, 5]);
	expect(entered(record("spoof", "@", "x", { priority: 5 }))).toEqual(["SPOOF", "@", "x", null, 5]);
});

it("the input for the rules leaves out a TTL and a priority that are missing", () => {
	const of = (given: AnyRecord) => isKnown(given) && recordInputOf(given);
	expect(of(record("A", "@", "192.0.2.1", { ttl: null, priority: null, raw: {} }))).toEqual(
		record("A", "@", "192.0.2.1"),
	);
	expect(of(record("MX", "@", "5 mx.example.net", { ttl: 60 }))).toEqual(
		record("MX", "@", "mx.example.net", { ttl: 60, priority: 5 }),
	);
	expect(of(record("MX", "@", "mx.example.net", { priority: 0 }))).toEqual(
		record("MX", "@", "mx.example.net", { priority: 0 }),
	);
});

it.each([
	[record("A", "www", "192.0.2.1"), true],
	[record("A", "www", "192.0.2.1", { ttl: 1 }), true],
	[record("A", "www", "no address"), false],
	[record("MX", "@", "mx.example.net", { priority: 65_536 }), false],
	[record("SPOOF", "www", "192.0.2.1"), false],
])("%j keeps the rules of its type: %s", (given, expected) => {
	expect(isRegular(given, zone)).toBe(expected);
});

it.each([
	["ALIAS", true],
	["X-A_1", true],
	["A".repeat(31), true],
	["A".repeat(32), false],
	["1A", false],
	["alias", false],
	["A B", false],
	[" ALIAS", false],
	["", false],
	["SOA", false],
	["MX", false],
])("%j is a type without rules: %s", (type, expected) => {
	expect(isAcceptedUnknownType(record(type, "@", "x"))).toBe(expected);
});

describe("the identity of a record", () => {
	const same = (one: AnyRecord, other: AnyRecord) => identityOf(one, zone) === identityOf(other, zone);
	const mx = record("MX", "@", "mx.example.net", { priority: 10 });

	it("ignores spelling, TTL, and a priority that the type has not", () => {
		expect(same(mx, record("MX", "example.com.", "10 MX.example.net.", { ttl: 60 }))).toBe(true);
		expect(same(record("A", "@", "192.0.2.1"), record("A", "@", "192.0.2.1", { priority: 0 }))).toBe(true);
		expect(same(record("MX", "@", "x.net", { priority: null }), record("MX", "@", "x.net"))).toBe(true);
	});

	it.each([
		record("NS", "@", "mx.example.net", { priority: 10 }),
		{ ...mx, hostname: "eu" },
		{ ...mx, value: "mx2.example.net" },
		{ ...mx, priority: 20 },
		{ ...mx, priority: null },
	])("differs from that of %j", (other) => {
		expect(same(mx, other)).toBe(false);
	});

	it("has the type and the hostname as its place", () => {
		expect(recordSetKey(record("A", "WWW.example.com", "x"), zone)).toBe("A www");
	});
});

it.each([
	["text", "text"],
	['"one"', "one"],
	['"one" "two"', "onetwo"],
	['"one","two"', "onetwo"],
	[String.raw`"a \"b\" \\ \c"`, String.raw`a "b" \ c`],
	[String.raw`"caf\195" "\169 \\195"`, String.raw`café \195`],
	[String.raw`caf\195\169`, String.raw`caf\195\169`],
	['"one\ntwo"', "one\ntwo"],
	['""', ""],
	['"open', '"open'],
	['end"', 'end"'],
	['say "hi"', 'say "hi"'],
	['"hi" he said', '"hi" he said'],
])("the content of the text %j is %j", (value, content) => {
	expect(textContent(value)).toBe(content);
});
