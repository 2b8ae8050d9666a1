import type { AnyRecord } from "@domains/contract/records/types.ts";
import { describe, expect, it } from "vitest";
import { excessLookups, mailOf, spfRecordOf, withLookups } from "../src/mail.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const txt = (hostname: string, value: string): AnyRecord => ({ type: "TXT", hostname, value });
const mx = (value: string, hostname = "@"): AnyRecord => ({ type: "MX", hostname, value, priority: 10 });

describe("the mail of a zone", () => {
	it("is complete with servers, senders, a signature and a policy", () => {
		const records = [
			mx("mx1.example.net"),
			mx("mx2.example.net"),
			mx("mx.example.net", "lists"),
			txt("@", '"v=spf1 include:_spf.example.net mx " "~all"'),
			txt("s1._domainkey", "v=DKIM1; k=rsa; p=MIIB"),
			{ type: "CNAME", hostname: "s2._domainkey", value: "s2.example.net" },
			txt("old._domainkey", "v=DKIM1; p="),
			txt("_dmarc", "v=DMARC1; p=Quarantine; rua=mailto:d@example.com"),
		];
		expect(mailOf(records, zone)).toEqual({
			mx: { state: "ok", count: 2 },
			spf: { state: "ok", lookups: 2 },
			dkim: { state: "ok", selectors: ["s1", "s2"] },
			dmarc: { state: "ok", policy: "quarantine" },
		});
	});

	it("has none of the four in a zone without them", () => {
		const records = [txt("@", "v=spf10 x"), txt("@", "spf"), txt("www", "v=spf1 -all")];
		expect(mailOf(records, zone)).toEqual({
			mx: { state: "none", count: 0 },
			spf: { state: "none", lookups: 0 },
			dkim: { state: "none", selectors: [] },
			dmarc: { state: "none", policy: null },
		});
	});

	it("has no SPF record of another type", () => {
		expect(mailOf([{ type: "SPF", hostname: "@", value: "v=spf1 -all" }], zone).spf.state).toBe("none");
	});

	it("is refused by a null MX", () => {
		expect(mailOf([mx(".")], zone).mx).toEqual({ state: "null_mx", count: 0 });
	});

	it.each([
		["v=spf1 mx -all", "ok"],
		["v=spf1 redirect=_spf.example.net", "ok"],
		["V=SPF1 A ?ALL", "ok"],
		["v=spf1 +all", "open"],
		["v=spf1 mx all", "open"],
		["v=spf1 mx all include:a.net", "open"],
		["v=spf1 mx", "no_all"],
		["v=spf1 mx allow=-all", "no_all"],
		["v=spf1 include:a.all", "no_all"],
		["v=spf1 mx allow", "broken"],
		["v=spf1 mx -allow", "broken"],
		["v=spf1 include:ball", "broken"],
		["v=spf1 redirect=", "broken"],
		["v=spf1 ip4:999.1.1.1 foo ~all", "broken"],
		["v=spf1 inclued:a.net -all", "broken"],
		["v=spf1 foo +all", "broken"],
		["v=spf1 ~all mx", "ok"],
		[" v=spf1 ", "no_all"],
		["xv=spf1 -all", "none"],
		[`v=spf1 ${"mx ".repeat(10)} -all`, "ok"],
		[`v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:s${index}.net`).join(" ")} -all`, "lookups"],
	])("reads %s as %s", (text, state) => {
		expect(mailOf([txt("@", text)], zone).spf.state).toBe(state);
	});

	it.each([
		["v=DMARC1; p=none", { state: "monitors", policy: "none" }],
		["v=DMARC1;p=reject", { state: "ok", policy: "reject" }],
		["v=DMARC1; sp=reject", { state: "bad", policy: null }],
		["V = DMARC1 ; P  =  QUARANTINE ; pct=50", { state: "ok", policy: "quarantine" }],
		["v=dmarc1; p=reject", { state: "version", policy: null }],
		["v=Dmarc1;p=none", { state: "version", policy: null }],
		["v=DMARC1 p=none", { state: "version", policy: null }],
		["v=DMARC1; p=reject-all", { state: "bad", policy: null }],
		["v=DMARC1; p=rejected", { state: "bad", policy: null }],
		["v=DMARC1", { state: "bad", policy: null }],
		["v=DMARC10; p=none", { state: "none", policy: null }],
		["x v=DMARC1; p=none", { state: "none", policy: null }],
	])("reads %s", (text, dmarc) => {
		expect(mailOf([txt("_dmarc", text)], zone).dmarc).toEqual(dmarc);
	});

	it.each([
		["TXT", "s1._domainkey", "p=MIIB", ["s1"]],
		["TXT", "a.b._domainkey", "v=DKIM1;p=MIIB", ["a.b"]],
		["TXT", "s1._domainkey", '"v=DKIM1; " "p=MIIB"', ["s1"]],
		["TXT", "s1._domainkey", "v=DKIM1; sp=MIIB", []],
		["TXT", "s1._domainkey", "v=DKIM1; p=;", []],
		["TXT", "s1._domainkey", "v=DKIM1; p= ;", []],
		["TXT", "s1._domainkey.news", "p=MIIB", []],
		["TXT", "_domainkey", "p=MIIB", []],
		["CNAME", "s1._domainkey", "s1.example.net", ["s1"]],
		["SPOOF", "s1._domainkey", "p=MIIB", []],
	])("finds the DKIM keys of %s %s %s", (type, hostname, value, selectors) => {
		const state = selectors.length > 0 ? "ok" : "none";
		expect(mailOf([{ type, hostname, value }], zone).dkim).toEqual({ state, selectors });
	});

	it.each([
		['v=DKIM1; k=rsa; p=MIIB" "JdQ/', "bad"],
		["v=DKIM1; k=rsa; p=MIIB-JdQ_", "bad"],
		["v=DKIM1; p=MIIBJ", "bad"],
		["v=DKIM1; p=MI=B", "bad"],
		["v=dkim1; p=MIIB", "bad"],
		["p=MIIB; v=DKIM1", "bad"],
		["v=DKIM1; P=MIIB", "bad"],
		["v = DKIM1 ; p = MII BJd Q/ ;", "ok"],
		["v=DKIM1; p=MIIBJQ==", "ok"],
		["v=DKIM1; p=MIIBJQ", "ok"],
	])("reads the DKIM key of %s as %s", (value, state) => {
		const records = [txt("s1._domainkey", value), txt("s2._domainkey", "v=DKIM1; p=MIIB")];
		const selectors = state === "bad" ? ["s1"] : ["s1", "s2"];
		expect(mailOf(records, zone).dkim).toEqual({ state, selectors });
	});

	it("has a DMARC record if receivers discard the other one", () => {
		const records = [txt("_dmarc", "v=dmarc1; p=none"), txt("_dmarc", "v=DMARC1; p=reject")];
		expect(mailOf(records, zone).dmarc).toEqual({ state: "ok", policy: "reject" });
	});

	it("counts the mail servers without an address, in the zone and outside it", () => {
		const inner: AnyRecord = { type: "A", hostname: "x.b", value: "203.0.113.3" };
		const servers = [mx("b.example.com"), mx("mail.b.example.com"), mx("x.b.example.com"), mx("mx.example.net")];
		expect(mailOf([inner, ...servers], zone).mx).toEqual({ state: "dead", count: 2 });
		expect(mailOf([inner, ...servers.slice(2)], zone).mx).toEqual({ state: "ok", count: 2 });
		expect(mailOf(servers.slice(3), zone, new Set(["mx.example.net"])).mx).toEqual({ state: "dead", count: 1 });
	});

	it("has a DMARC record behind an alias", () => {
		const alias = { type: "CNAME", hostname: "_DMARC", value: "example.com.hosted.example.net" };
		expect(mailOf([alias], zone).dmarc).toEqual({ state: "alias", policy: null });
		expect(mailOf([{ ...alias, hostname: "x._dmarc" }], zone).dmarc.state).toBe("none");
		expect(mailOf([alias, txt("_dmarc", "v=DMARC1; p=reject")], zone).dmarc.state).toBe("ok");
	});

	it("counts a selector once", () => {
		const records = [txt("s1._domainkey", "p=MIIB"), txt("s1._domainkey", "p=MIIC")];
		expect(mailOf(records, zone).dkim.selectors).toEqual(["s1"]);
	});

	it("finds the SPF record of the domain itself among other texts", () => {
		const records = [txt("@", "note"), txt("news", "v=spf1 mx -all"), txt("@", '"v=spf1 " "a -all"')];
		expect(spfRecordOf(records, zone)).toBe("v=spf1 a -all");
		expect(spfRecordOf([], zone)).toBeUndefined();
	});

	it("has no SPF and no DMARC if there are two of them", () => {
		const records = [txt("@", "v=spf1 -all"), txt("@", "v=spf1 mx -all"), txt("_dmarc", "v=DMARC1; p=none")];
		const two = mailOf([...records, txt("_dmarc", "v=DMARC1; p=reject")], zone);
		expect([two.spf.state, two.dmarc.state]).toEqual(["many", "many"]);
		expect(spfRecordOf(records, zone)).toBeUndefined();
	});

	it("exceeds the lookups only with a change that adds some", () => {
		const spf = (count: number) => {
			return [txt("@", `v=spf1 ${Array.from({ length: count }, (_, at) => `include:s${at}.net`).join(" ")} -all`)];
		};
		const of = (before: number, after: number) => excessLookups(spf(before), spf(after), zone);
		expect([of(9, 10), of(10, 11), of(12, 13), of(12, 12), of(13, 11)]).toEqual([null, 11, 13, null, null]);
		expect(excessLookups([], spf(11), zone)).toBe(11);
	});

	it("fails with an included record that has a problem, and keeps a problem of the record itself", () => {
		const problem = { reason: "include", part: "a.net" } as const;
		const of = (terms: string) => {
			return withLookups(mailOf([txt("@", `v=spf1 ${terms}`)], zone), { lookups: 11, isMinimum: false, problem }).spf;
		};
		for (const terms of ["include:a.net -all", "include:a.net +all", "include:a.net"])
			expect(of(terms)).toEqual({ state: "broken", lookups: 11, isMinimum: false, problem });
		const own = { reason: "term", part: "foo" };
		expect(of("include:a.net foo -all")).toEqual({ state: "broken", lookups: 11, isMinimum: false, problem: own });
		expect(of(`${"mx ".repeat(11)} -all`).state).toBe("lookups");
	});

	it("fails with more than ten lookups in all includes", () => {
		const mail = mailOf([txt("@", "v=spf1 include:a.net -all")], zone);
		const of = (lookups: number, isMinimum = false) => withLookups(mail, { lookups, isMinimum }).spf;
		expect(of(10)).toEqual({ state: "ok", lookups: 10, isMinimum: false });
		expect(of(11)).toEqual({ state: "lookups", lookups: 11, isMinimum: false });
		expect(of(10, true)).toEqual({ state: "ok", lookups: 10, isMinimum: true });
		const many = mailOf([txt("@", "v=spf1 -all"), txt("@", "v=spf1 mx -all")], zone);
		expect(withLookups(many, { lookups: 11, isMinimum: false }).spf.state).toBe("many");
	});
});
