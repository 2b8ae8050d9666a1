import type { AnyRecord } from "@domains/contract/records/types.ts";
import { describe, expect, it } from "vitest";
import { checkRecords, healthSources, outsideTargets } from "../src/health.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const apex: AnyRecord = { type: "A", hostname: "@", value: "203.0.113.1", ttl: 300 };
const alias = (hostname: string, value: string): AnyRecord => ({ type: "CNAME", hostname, value });
const check = (...records: AnyRecord[]) => checkRecords([apex, ...records], zone);

describe("a check of records", () => {
	it("finds nothing in an empty zone, in a sound one, and in record types that it does not know", () => {
		expect(checkRecords([], zone)).toEqual([]);
		const sound: AnyRecord[] = [
			{ type: "AAAA", hostname: "@", value: "2001:db8::1", ttl: 300 },
			alias("www", "example.com"),
			alias("shop", "stores.example.net"),
			{ type: "MX", hostname: "@", value: "mail.example.com", priority: 10, ttl: 86_400 },
			{ type: "A", hostname: "mail", value: "203.0.113.2", ttl: null },
			{ type: "SRV", hostname: "_sip._tcp", value: "5 5060 .", priority: 1 },
			{ type: "SPOOF", hostname: "x", value: "gone.example.com" },
		];
		expect(check(...sound)).toEqual([]);
	});

	it("misses the address of the domain itself, unless an alias of any type gives one", () => {
		const mail: AnyRecord = { type: "MX", hostname: "@", value: "mx.example.net", priority: 10 };
		expect(checkRecords([mail], zone)).toEqual([{ problem: "no_address", at: "@" }]);
		expect(checkRecords([mail, { type: "ALIAS", hostname: "@", value: "x.net" }], zone)).toEqual([]);
	});

	it("finds targets in the zone that have no record", () => {
		expect(check(alias("www", "old.example.com"))).toEqual([
			{ problem: "gone_target", at: "www", part: "old.example.com" },
		]);
		const service: AnyRecord = { type: "SRV", hostname: "_sip._tcp", value: "5 5060 sip.example.com", priority: 1 };
		expect(check(service)).toEqual([{ problem: "gone_target", at: "_sip._tcp", part: "sip.example.com" }]);
	});

	it("finds targets in the zone that have records but no address", () => {
		const text = (hostname: string): AnyRecord => ({ type: "TXT", hostname, value: "x" });
		const dead = { problem: "dead_target", at: "www", part: "x.example.com" };
		expect(check(alias("www", "x.example.com"), text("x"))).toEqual([dead]);
		expect(check(alias("www", "x.example.com"), text("*"))).toEqual([dead]);
		const wildcard: AnyRecord = { type: "A", hostname: "*", value: "203.0.113.3" };
		expect(check(alias("www", "x.example.com"), text("x"), wildcard)).toEqual([dead]);
		const mail: AnyRecord = { type: "MX", hostname: "@", value: "x.example.com", priority: 10 };
		expect(check(mail, text("x"))).toEqual([{ ...dead, at: "@" }]);
		const other: AnyRecord = { type: "ALIAS", hostname: "x", value: "lb.example.net" };
		expect(check(alias("www", "x.example.com"), text("x"), other)).toEqual([]);
	});

	it("finds mail servers, nameservers and services in the zone that are aliases", () => {
		const address: AnyRecord = { type: "A", hostname: "host", value: "203.0.113.3" };
		const chain = [address, alias("mx", "host.example.com")];
		const at = (type: string, hostname: string, value: string): AnyRecord => ({ type, hostname, value, priority: 10 });
		const finding = { problem: "alias_target", at: "@", part: "mx.example.com" };
		expect(check(...chain, at("MX", "@", "mx.example.com"))).toEqual([finding]);
		expect(check(...chain, at("NS", "sub", "mx.example.com"))).toEqual([{ ...finding, at: "sub" }]);
		expect(check(...chain, at("SRV", "_a._tcp", "0 5060 mx.example.com"))).toEqual([{ ...finding, at: "_a._tcp" }]);
		expect(check(...chain, alias("www", "mx.example.com"))).toEqual([]);
	});

	it("accepts an alias that leads to a text on purpose", () => {
		const text = (hostname: string): AnyRecord => ({ type: "TXT", hostname, value: "x" });
		expect(check(alias("_acme-challenge.www", "proof.example.com"), text("proof"))).toEqual([]);
		expect(check(alias("s1._domainkey", "s2._domainkey.example.com"), text("s2._domainkey"))).toEqual([]);
	});

	it("accepts a target that a wildcard or a delegation covers", () => {
		const wildcard: AnyRecord = { type: "A", hostname: "*", value: "203.0.113.3" };
		expect(check(alias("www", "a.b.example.com"), wildcard)).toEqual([]);
		const delegation: AnyRecord = { type: "NS", hostname: "team", value: "ns1.example.net" };
		expect(check(alias("www", "team.example.com"), alias("w2", "a.team.example.com"), delegation)).toEqual([]);
		expect(check(alias("www", "ateam.example.com"), delegation)).toHaveLength(1);
	});

	it("finds targets that no wildcard covers, because a name between them exists", () => {
		const wildcard: AnyRecord = { type: "A", hostname: "*", value: "203.0.113.2" };
		const inner: AnyRecord = { type: "A", hostname: "x.b", value: "203.0.113.3" };
		const mail = (value: string): AnyRecord => ({ type: "MX", hostname: "@", value, priority: 10 });
		const found = check(
			wildcard,
			inner,
			mail("mail.b.example.com"),
			mail("b.example.com"),
			mail("mail.c.example.com"),
			alias("al", "gone.x.b.example.com"),
		);
		expect(found).toEqual([
			{ problem: "gone_target", at: "@", part: "mail.b.example.com" },
			{ problem: "dead_target", at: "@", part: "b.example.com" },
			{ problem: "gone_target", at: "al", part: "gone.x.b.example.com" },
		]);
	});

	it("follows aliases in the zone to their end", () => {
		const mail: AnyRecord = { type: "MX", hostname: "@", value: "a.example.com", priority: 10 };
		const chain = [mail, alias("a", "b.example.com")];
		const dead = { problem: "dead_target", at: "@", part: "a.example.com" };
		const alive = { ...dead, problem: "alias_target" };
		expect(check(...chain, { type: "A", hostname: "b", value: "203.0.113.3" })).toEqual([alive]);
		expect(check(...chain, alias("b", "c.example.net"))).toEqual([alive]);
		expect(check(...chain)).toEqual([dead, { problem: "gone_target", at: "a", part: "b.example.com" }]);
		expect(check(...chain, alias("b", "a.example.com"))).toMatchObject([dead, { at: "a" }, { at: "b" }]);
	});

	it("cannot check targets below a DNAME", () => {
		const moved: AnyRecord = { type: "DNAME", hostname: "old", value: "new.example.net" };
		expect(check(moved, alias("www", "a.old.example.com"))).toEqual([]);
		expect(check(moved, alias("www", "a.older.example.com"))).toHaveLength(1);
	});

	it.each(["10.0.0.1", "192.168.1.1", "127.0.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0"])(
		"finds the private address %s",
		(value) => {
			expect(check({ type: "A", hostname: "nas", value })).toEqual([
				{ problem: "private_address", at: "nas", part: value },
			]);
		},
	);

	it("finds a private IPv6 address", () => {
		expect(check({ type: "AAAA", hostname: "nas", value: "fd00::1" })).toMatchObject([{ problem: "private_address" }]);
	});

	it("finds several SPF records of one name, also below the domain", () => {
		const text = (hostname: string, value: string): AnyRecord => ({ type: "TXT", hostname, value });
		const found = check(
			text("@", "v=spf1 -all"),
			text("example.com.", '"v=spf1 " "include:a.example.net -all"'),
			text("news", " v=spf1 a -all"),
			text("News.example.com", "V=SPF1"),
			text("news", "v=spf1 mx -all"),
			text("shop", "v=spf1 -all"),
			text("shop", "v=spf10 -all"),
			text("shop", "google-site-verification=v=spf1"),
			{ type: "SPF", hostname: "shop", value: "v=spf1 -all" },
		);
		expect(found).toEqual([
			{ problem: "many_spf", at: "@", part: "2" },
			{ problem: "many_spf", at: "news", part: "3" },
		]);
	});

	it("finds TTLs that differ, that are under a minute, and that are over a week", () => {
		const twin: AnyRecord = { ...apex, value: "203.0.113.9", ttl: 600 };
		expect(check(twin)).toEqual([{ problem: "mixed_ttl", at: "@ A", part: "300, 600" }]);
		const at = (ttl: number): AnyRecord => ({ type: "TXT", hostname: "@", value: "x", ttl });
		expect(check(at(59))).toEqual([{ problem: "low_ttl", at: "@ TXT", part: "59" }]);
		expect(check(at(60))).toEqual([]);
		expect(check(at(604_800))).toEqual([]);
		expect(check(at(604_801))).toEqual([{ problem: "high_ttl", at: "@ TXT", part: "604801" }]);
	});

	it("names a document for every problem", () => {
		expect(Object.values(healthSources).every((url) => /^https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d+#/.test(url))).toBe(
			true,
		);
	});
});

it("outside targets are listed once, with every hostname that leads there", () => {
	const records = [alias("a", "X.example.net."), alias("b", "x.example.net"), alias("c", "example.com"), apex];
	expect([...outsideTargets(records, zone)]).toEqual([["x.example.net", ["a", "b"]]]);
});

it("outside targets leave out aliases that lead to a text, which have no address", () => {
	const records = [alias("s1._domainkey", "s1.example.net"), alias("_acme-challenge", "v.example.net")];
	expect([...outsideTargets(records, zone)]).toEqual([]);
});
