import { isKnown, recordInputOf, validateRecords } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffZones, isEmptyDiff } from "../src/diff.ts";
import { mailProviders } from "../src/providers/mail.ts";
import { siteProviders } from "../src/providers/site.ts";
import { applyTemplate, fillTemplate, templateOf } from "../src/templates.ts";
import { variablesIn } from "../src/variables.ts";
import { rsaKey } from "./keys.ts";
import { records, zone } from "./zones.ts";

const providers = [...mailProviders, ...siteProviders];

function provider(key: string) {
	const found = providers.find((each) => each.key === key);
	if (!found) throw new Error(`no provider ${key}`);
	return found;
}

const dkimText = `v=DKIM1; k=rsa; p=${rsaKey}`;
const samples = { account: "someone", proof: "proof=1", selector: "s2026" };

describe("providers", () => {
	it.each(providers.map((each) => [each.key, each] as const))("%s contains only valid records", (_key, each) => {
		const target = each.variables?.some(({ asks }) => asks === "target");
		const dkim = target ? "contoso.onmicrosoft.com" : dkimText;
		const records: AnyRecord[] = fillTemplate(each, "example.com", { ...samples, dkim });
		expect(records).toHaveLength(each.records.length);
		const known = records.filter((record) => isKnown(record));
		expect(known).toHaveLength(records.length);
		expect(validateRecords(known.map(recordInputOf), zone)).toMatchObject({ ok: true });
	});

	it.each(providers.map((each) => [each.key, each] as const))("%s has a source and a date", (_key, each) => {
		expect(each.source).toMatch(/^https:\/\/[^/]+\//);
		expect(each.checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
	});

	it("have unique keys that fit into a button", () => {
		const keys = providers.map((each) => each.key);
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.every((key) => key.length <= 16)).toBe(true);
	});
});

describe("applyTemplate", () => {
	const before: AnyRecord[] = [
		{ type: "A", hostname: "@", value: "192.0.2.1" },
		{ type: "CNAME", hostname: "www", value: "example.net" },
		{ type: "MX", hostname: "@", value: "old.example.net", priority: 5 },
		{ type: "MX", hostname: "lists", value: "old.example.net", priority: 5 },
		{ type: "TXT", hostname: "@", value: '"v=spf1 a -all"' },
		{ type: "TXT", hostname: "@", value: "site-verification=1" },
		{ type: "ALIAS", hostname: "@", value: "x" },
	];

	it("replaces the old mail servers, merges the SPF record, and keeps everything else", () => {
		const after = applyTemplate(before, provider("google"), { zone });
		expect(after.map((each) => `${each.type} ${each.hostname} ${each.value}`)).toEqual([
			"A @ 192.0.2.1",
			"CNAME www example.net",
			"MX lists old.example.net",
			"TXT @ site-verification=1",
			"ALIAS @ x",
			"MX @ smtp.google.com",
			"TXT @ v=spf1 a include:_spf.google.com -all",
		]);
	});

	it("keeps the senders of every SPF record if there are several", () => {
		const several: AnyRecord[] = ["include:one.net -all", "-all", "include:two.net ~all"].map((rest) => {
			return { type: "TXT", hostname: "@", value: `v=spf1 ${rest}` };
		});
		const texts = applyTemplate(several, provider("google"), { zone }).filter(({ type }) => type === "TXT");
		expect(texts.map(({ value }) => value)).toEqual([
			"v=spf1 include:one.net include:two.net include:_spf.google.com -all",
		]);
	});

	it("replaces the old addresses and alias of a site, and keeps the mail", () => {
		const after = applyTemplate(before, provider("netlify"), { zone, values: { account: "sunny" } });
		expect(after.map((each) => `${each.type} ${each.hostname} ${each.value}`)).toEqual([
			"MX @ old.example.net",
			"MX lists old.example.net",
			'TXT @ "v=spf1 a -all"',
			"TXT @ site-verification=1",
			"ALIAS @ x",
			"A @ 75.2.60.5",
			"CNAME www sunny.netlify.app",
		]);
	});

	it("replaces the IPv6 addresses of a site too, and no address for mail", () => {
		const addresses = ["A", "AAAA"].map((type) => ({ type, hostname: "@", value: type === "A" ? "192.0.2.1" : "::1" }));
		const left = (key: string) =>
			applyTemplate(addresses, provider(key), { zone, values: { account: "sunny" } }).filter((each) =>
				addresses.some(({ value }) => value === each.value),
			);
		expect(left("netlify")).toEqual([]);
		expect(left("google")).toEqual(addresses);
	});

	it("keeps the placeholder of a required value without an answer", () => {
		const values = fillTemplate(provider("github"), "example.com", {}).map(({ value }) => value);
		expect(values).toContain("{account}.github.io");
		expect(values).not.toContain("{proof}");
	});

	it("removes all records at a name before it adds an alias", () => {
		const www: AnyRecord[] = [
			{ type: "A", hostname: "www", value: "192.0.2.1" },
			{ type: "TXT", hostname: "www", value: "x" },
		];
		const after = applyTemplate(www, provider("vercel"), { zone });
		expect(after.filter((each) => each.hostname === "www")).toEqual([
			{ type: "CNAME", hostname: "www", value: "cname.vercel-dns-0.com", ttl: null, priority: null },
		]);
	});
});

describe("a person's template", () => {
	const own: AnyRecord[] = [
		{ type: "SOA", hostname: "@", value: "ns1.example.com host.example.com 1 2 3 4 5" },
		{ type: "NS", hostname: "@", value: "ns1.example.com" },
		{ type: "NS", hostname: "sub", value: "ns1.example.com" },
		{ type: "CNAME", hostname: "www", value: "example.com", ttl: 300 },
		{ type: "MX", hostname: "@", value: "mail.EXAMPLE.com.", priority: 10 },
		{ type: "TXT", hostname: "_dmarc", value: '"v=DMARC1; p=none; rua=mailto:d@example.com"' },
		{ type: "CNAME", hostname: "a", value: "my-example.com" },
		{ type: "CNAME", hostname: "b", value: "example.com.net" },
		{ type: "SPOOF", hostname: "c", value: "{account} of example.com", raw: { id: "7" } },
	];
	const made = { sets: "zone" as const, records: templateOf(own, "example.com") };

	it("has a placeholder for the whole name of the domain only, and no record of the zone itself", () => {
		expect(made.records.map(({ type, hostname, value }) => `${type} ${hostname} ${value}`)).toEqual([
			"NS sub ns1.{domain}",
			"CNAME www {domain}",
			"MX @ mail.{domain}",
			"TXT _dmarc v=DMARC1; p=none; rua=mailto:d@{domain}",
			"CNAME a my-example.com",
			"CNAME b example.com.net",
			"SPOOF c {account} of {domain}",
		]);
		expect(made.records.every((record) => !("raw" in record))).toBe(true);
	});

	it("has a placeholder for the name with dashes, which Microsoft 365 uses", () => {
		const values = [
			"example-com.mail.protection.outlook.com",
			"selector1-example-com._domainkey.contoso.onmicrosoft.com",
			"my-example-com.example.net",
			"example-com-2.example.net",
		];
		const records = values.map((value) => ({ type: "CNAME", hostname: "x", value }));
		expect(templateOf(records, "example.com").map(({ value }) => value)).toEqual([
			"{domain-dashes}.mail.protection.outlook.com",
			"selector1-{domain-dashes}._domainkey.contoso.onmicrosoft.com",
			"my-example-com.example.net",
			"example-com-2.example.net",
		]);
	});

	it("has a placeholder for each name of the domain, in any case, and for no similar text", () => {
		const templated = (value: string, domain = "example.com") =>
			templateOf([{ type: "TXT", hostname: "x", value }], domain)[0]?.value;
		expect(templated("Example.com, a@example.COM.")).toBe("{domain}, a@{domain}.");
		expect(templated("EXAMPLE-com example-com")).toBe("{domain-dashes} {domain-dashes}");
		expect(templated("examplexcom 1example.com example.comx example.com-1")).toBe(
			"examplexcom 1example.com example.comx example.com-1",
		);
		expect(templated("my-example-com my.example.com", "my.example.com")).toBe("{domain-dashes} {domain}");
	});

	it("gives back the macros of an SPF record unchanged", () => {
		const value = "v=spf1 include:%{ir}.%{v}.%{d}.spf.has.pphosted.com ~all";
		const saved = {
			sets: "zone" as const,
			records: templateOf([{ type: "TXT", hostname: "@", value }], "example.com"),
		};
		expect(variablesIn(saved.records)).toEqual([]);
		expect(applyTemplate([], saved, { zone }).map((record) => record.value)).toEqual([value]);
	});

	it("merges no text that only resembles an SPF record", () => {
		const texts = [
			["TXT", "v=spf1 a -all"],
			["TXT", "v=spf10 a -all"],
			["TXT", "x v=spf1 a -all"],
			["TXT", "v=DMARC1; p=none"],
			["SPF", "v=spf1 mx -all"],
			["TXT", "V=SPF1 mx -all"],
		].map(([type = "", value = ""]) => ({ type, hostname: "@", value }));
		expect(templateOf(texts, "example.com").map(({ type, value }) => `${type} ${value}`)).toEqual([
			"TXT v=spf1 a mx -all",
			"TXT v=spf10 a -all",
			"TXT x v=spf1 a -all",
			"TXT v=DMARC1; p=none",
			"SPF v=spf1 mx -all",
		]);
	});

	it("has one SPF record for each hostname, with the senders of all", () => {
		const texts = [
			["@", "v=spf1 include:one.net -all"],
			["@", "note"],
			["mail", "v=spf1 a -all"],
			["@", '"v=spf1 include:two.net" " ~all"'],
		].map(([hostname = "", value = ""]) => ({ type: "TXT", hostname, value }));
		expect(templateOf(texts, "example.com").map(({ hostname, value }) => `${hostname} ${value}`)).toEqual([
			"@ v=spf1 include:one.net include:two.net -all",
			"@ note",
			"mail v=spf1 a -all",
		]);
	});

	it("has relative hostnames, also if the service sends full names", () => {
		const full = ["example.com", "www.example.com.", "example.net"].map((hostname) => {
			return { type: "A", hostname, value: "192.0.2.1" };
		});
		const apex = { type: "NS", hostname: "example.com", value: "ns1.example.com" };
		const records = templateOf([...full, apex, { ...apex, type: "SOA" }], "example.com");
		expect(records.map(({ hostname }) => hostname)).toEqual(["@", "www", "example.net"]);
	});

	it("has relative hostnames, also if the service spells them in another way", () => {
		const absolute: AnyRecord[] = [
			{ type: "A", hostname: "example.com.", value: "192.0.2.1" },
			{ type: "NS", hostname: "example.com", value: "ns1.example.net" },
			{ type: "CNAME", hostname: "WWW.example.com", value: "@" },
			{ type: "MX", hostname: "@", value: "10 mail.example.com." },
			{ type: "ALIAS", hostname: "lb.example.com", value: "x.example.net" },
		];
		expect(templateOf(absolute, "example.com")).toEqual([
			{ type: "A", hostname: "@", value: "192.0.2.1", priority: null, ttl: null },
			{ type: "CNAME", hostname: "www", value: "{domain}", priority: null, ttl: null },
			{ type: "MX", hostname: "@", value: "mail.{domain}", priority: 10, ttl: null },
			{ type: "ALIAS", hostname: "lb", value: "x.example.net", priority: null, ttl: null },
		]);
	});

	it("gives its own domain the same records, and another domain its own name", () => {
		const same = fillTemplate(made, "example.com", {});
		expect(same[1]).toEqual({ type: "CNAME", hostname: "www", value: "example.com", ttl: 300, priority: null });
		const other = fillTemplate(made, "brand.shop", {});
		expect(other.map(({ value }) => value)).toEqual([
			"ns1.brand.shop",
			"brand.shop",
			"mail.brand.shop",
			"v=DMARC1; p=none; rua=mailto:d@brand.shop",
			"my-example.com",
			"example.com.net",
			"{account} of brand.shop",
		]);
	});

	it("adds to each SPF record only the senders for its hostname", () => {
		const text = (hostname: string, value: string) => ({ type: "TXT", hostname, value });
		const template = { sets: "zone" as const, records: [text("@", "v=spf1 a -all"), text("news", "v=spf1 mx -all")] };
		const before = [text("@", "V=SPF1 include:one.net -all"), text("news", "v=spf1 include:two.net -all")];
		const after = applyTemplate(before, template, { zone });
		expect(after.map(({ hostname, value }) => `${hostname} ${value}`)).toEqual([
			"@ v=spf1 include:one.net a -all",
			"news v=spf1 include:two.net mx -all",
		]);
	});

	it("adds senders to no other text, and none from another text or type", () => {
		const at = (type: string, value: string) => ({ type, hostname: "@", value });
		const records = [at("TXT", "v=spf1 a -all"), at("TXT", "note"), at("SPF", "v=spf1 a -all")];
		const before = [
			at("TXT", "v=spf1 include:one.net -all"),
			at("TXT", "v=DMARC1; p=none"),
			at("TXT", "note"),
			at("SPF", "v=spf1 include:two.net -all"),
		];
		const after = applyTemplate(before, { sets: "zone", records }, { zone });
		expect(after.map(({ type, value }) => `${type} ${value}`)).toEqual([
			"TXT v=DMARC1; p=none",
			"TXT v=spf1 include:one.net a -all",
			"TXT note",
			"SPF v=spf1 a -all",
		]);
	});

	it("replaces an alias by any record, but no text by an equal value of another type", () => {
		const replace = (before: AnyRecord, type: string) => {
			const record = { type, hostname: "www", value: "lb.example.net" };
			return applyTemplate([before], { sets: "zone", records: [record] }, { zone }).map((each) => each.type);
		};
		expect(replace({ type: "CNAME", hostname: "www", value: "old.example.net" }, "ALIAS")).toEqual(["ALIAS"]);
		expect(replace({ type: "TXT", hostname: "www", value: "lb.example.net" }, "ALIAS")).toEqual(["TXT", "ALIAS"]);
	});

	it.each([
		["_domainkey", "old", []],
		["s1._domainkey", "old", []],
		["s1._domainkey.news", "old", []],
		["my_domainkey", "old", ["old"]],
		["s1._domainkeys", "old", ["old"]],
		["s1", "old", ["old"]],
		["s1", "new", []],
		["s1", '"ne" "w"', []],
	])("replaces a text at %s that is a DKIM key or the same: %s", (hostname, value, left) => {
		const template = { sets: "zone" as const, records: [{ type: "TXT", hostname, value: "new" }] };
		const after = applyTemplate([{ type: "TXT", hostname, value }], template, { zone });
		expect(after.map((each) => each.value)).toEqual([...left, "new"]);
	});

	it("replaces records of the same hostname and type, and keeps other texts", () => {
		const before: AnyRecord[] = [
			{ type: "A", hostname: "@", value: "192.0.2.1" },
			{ type: "MX", hostname: "@", value: "old.example.net", priority: 5 },
			{ type: "TXT", hostname: "_dmarc", value: "v=DMARC1; p=reject" },
			{ type: "TXT", hostname: "_dmarc", value: "note" },
			{ type: "A", hostname: "www", value: "192.0.2.1" },
		];
		const template = { sets: "zone" as const, records: made.records.slice(1, 4) };
		const after = applyTemplate(before, template, { zone: { ...zone, domain: "brand.shop" } });
		expect(after.map(({ type, hostname, value }) => `${type} ${hostname} ${value}`)).toEqual([
			"A @ 192.0.2.1",
			"TXT _dmarc note",
			"CNAME www brand.shop",
			"MX @ mail.brand.shop",
			"TXT _dmarc v=DMARC1; p=none; rua=mailto:d@brand.shop",
		]);
	});
});

describe("a template whose values complete its records", () => {
	const template = {
		sets: "zone" as const,
		records: [
			{ type: "CNAME", hostname: "{host}", value: "{target}" },
			{ type: "TXT", hostname: "_dmarc.{host}", value: '"v=DMARC1; p={policy}"' },
		],
	};
	const values = { host: "WWW.example.com.", target: "Shop.Example.NET.", policy: "none" };

	it("recognises the records that are there in another spelling, and adds nothing", () => {
		const before: AnyRecord[] = [
			{ type: "CNAME", hostname: "www", value: "shop.example.net", ttl: 300 },
			{ type: "TXT", hostname: "_dmarc.www", value: "v=DMARC1; p=none", ttl: 3_600 },
		];
		const after = applyTemplate(before, template, { zone, values });
		expect(after).toHaveLength(2);
		expect(isEmptyDiff(diffZones<AnyRecord>(before, after, zone))).toBe(true);
	});

	it("replaces the records that cannot stay next to the new ones", () => {
		const before: AnyRecord[] = [
			{ type: "A", hostname: "www", value: "192.0.2.1" },
			{ type: "TXT", hostname: "_dmarc.www", value: "v=DMARC1; p=reject" },
		];
		const after = applyTemplate(before, template, { zone, values });
		expect(after.map(({ type, hostname, value }) => `${type} ${hostname} ${value}`)).toEqual([
			"CNAME www shop.example.net",
			"TXT _dmarc.www v=DMARC1; p=none",
		]);
	});

	it("contains a record once, also if two lines give the same one", () => {
		const records = ["{host}", "www"].map((hostname) => ({ type: "A", hostname, value: "192.0.2.1" }));
		expect(applyTemplate([], { sets: "zone", records }, { zone, values })).toHaveLength(1);
	});
});

describe("any template on any zone", () => {
	const template = fc.record({
		sets: fc.constant("zone" as const),
		records: records.map((each) => templateOf(each, "x.org")),
	});
	const recordSetKey = ({ type, hostname }: { type: string; hostname: string }) => `${type} ${hostname}`;

	it("changes nothing that it does not name, and contains all that it names", () => {
		fc.assert(
			fc.property(records, template, (before, wanted) => {
				const after = applyTemplate(before, wanted, { zone });
				const named = new Set(wanted.records.map(recordSetKey));
				const others = before.filter((each) => !named.has(recordSetKey(each)));
				expect(after.filter((each) => !named.has(recordSetKey(each)))).toEqual(others);
				expect(after.filter((each) => named.has(recordSetKey(each)))).toEqual(fillTemplate(wanted, zone.domain, {}));
			}),
		);
	});

	it("changes nothing the second time", () => {
		fc.assert(
			fc.property(records, template, (before, wanted) => {
				const once = applyTemplate(before, wanted, { zone });
				expect(isEmptyDiff(diffZones(once, applyTemplate(once, wanted, { zone }), zone))).toBe(true);
			}),
		);
	});

	it("of a zone makes the same zone", () => {
		fc.assert(
			fc.property(records, records, (own, before) => {
				const made = { sets: "zone" as const, records: templateOf(own, zone.domain) };
				const places = new Set(own.map(recordSetKey));
				const covered = before.filter((each) => places.has(recordSetKey(each)));
				expect(isEmptyDiff(diffZones(applyTemplate(covered, made, { zone }), own, zone))).toBe(true);
			}),
		);
	});
});
