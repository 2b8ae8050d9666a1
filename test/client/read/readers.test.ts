import { describe, expect, it } from "vitest";
import { readAccount, readDeliveries } from "../../../src/client/read/account.ts";
import { type DnsFacts, readDns, readZones, writeRecords } from "../../../src/client/read/dns.ts";
import { readDomain, readDomainPage, readSearch } from "../../../src/client/read/domains.ts";

const expiry = new Date("2027-11-20T12:00:00Z");

describe("readAccount", () => {
	it("reads the fields of the specification", () => {
		const account = { user_id: 7, balance_usd: 487.55, api_enabled: true, webhook_enabled: false };
		expect(readAccount(account)).toEqual({
			userId: 7,
			balanceCents: 48_755,
			apiEnabled: true,
			webhookEnabled: false,
			whitelist: null,
			defaults: [],
			others: [],
		});
	});

	it.each<[unknown, string[]]>([
		[
			["203.0.113.5", "2001:db8::/48"],
			["203.0.113.5", "2001:db8::/48"],
		],
		[[], []],
		[[{ id: 1, ip: "203.0.113.5" }], ["203.0.113.5"]],
		[[{ ip: "203.0.113.5", note: "office" }], ['{"ip":"203.0.113.5","note":"office"}']],
		[{ count: 2, enabled: true }, ["count: 2", "enabled: true"]],
		["203.0.113.5", ["203.0.113.5"]],
	])("reads a whitelist of any shape: %j", (whitelist, lines) => {
		expect(readAccount({ whitelist }).whitelist).toEqual(lines);
		expect(readAccount({ ip_whitelist: whitelist }).whitelist).toEqual(lines);
	});

	it.each([{}, "", null, undefined])("finds no whitelist in %j", (whitelist) => {
		expect(readAccount({ whitelist }).whitelist).toBeNull();
	});

	it.each<[unknown, unknown]>([
		[{ default_ttl: 3600, preset: null }, [{ name: "default_ttl", value: "3600" }]],
		[{ dns: { ttl: 60 } }, [{ name: "dns", value: '{"ttl":60}' }]],
		["standard", [{ name: "default_config", value: "standard" }]],
		[null, []],
	])("reads a default configuration of any shape: %j", (config, defaults) => {
		expect(readAccount({ default_config: config }).defaults).toEqual(defaults);
	});

	it("keeps unknown fields, and returns null for missing ones", () => {
		expect(readAccount({ balance_usd: "n/a", loyalty: "gold" })).toMatchObject({
			userId: null,
			balanceCents: null,
			apiEnabled: null,
			others: [{ name: "loyalty", value: "gold" }],
		});
		expect(readAccount(null)).toMatchObject({ userId: null, whitelist: null });
	});
});

describe("readZones", () => {
	it.each([
		[
			{ zones: [{ zone: ".com", register_price_usd: 11.5, renew_price_usd: 12.5, premium: true }] },
			".com",
			1_150,
			1_250,
			true,
		],
		[[{ zone: "com", register_price_usd: "11.50" }], ".com", 1_150, null, false],
		[{ count: 1, list: [{ name: ".com" }] }, ".com", null, null, false],
		[{ zones: [".com"] }, ".com", null, null, false],
	])("reads %j", (result, zone, registerCents, renewCents, premium) => {
		expect(readZones(result)).toEqual([{ zone, registerCents, renewCents, premium }]);
	});

	it("is empty for an empty list", () => {
		expect(readZones({ zones: [] })).toEqual([]);
		expect(readZones([])).toEqual([]);
	});

	it.each([{}, null, "", { zones: null }, { zones: [{}, 7, null] }])("returns null for %j", (result) => {
		expect(readZones(result)).toBeNull();
	});
});

describe("readSearch", () => {
	it.each([
		["price_usd alone", { price_usd: 9 }, 900],
		["register_price_usd alone", { register_price_usd: 9.99 }, 999],
		["both, of which register_price_usd wins", { price_usd: 9, register_price_usd: 9.99 }, 999],
		["neither", {}, null],
	])("reads the price under %s", (_name, prices, registerCents) => {
		const search = readSearch({ query: "Example.com", available: true, ...prices }, "Example.com");
		expect(search).toEqual({
			shortlist: false,
			offers: [{ domain: "example.com", available: true, registerCents, renewCents: null, premium: null }],
		});
	});

	it.each([
		[{ query: "sunny", items: [{ query: "sunny.com", available: true }] }],
		[{ results: [{ domain: "sunny.com", available: true }] }],
		[{ anything: { deeper: [{ name: "SUNNY.com", available: true }] } }],
		[[{ domain: "sunny.com", available: true }]],
	])("returns no offers for an empty list", (result) => {
		const search = readSearch(result, "sunny");
		expect(search).toMatchObject({ shortlist: true, offers: [{ domain: "sunny.com", available: true }] });
	});

	it("has no offers in an empty list", () => {
		expect(readSearch({ items: [] }, "sunny")).toEqual({ shortlist: true, offers: [] });
	});

	it("reads available names under another key", () => {
		expect(readSearch({ is_available: false }, "sunny.com")).toMatchObject({
			shortlist: false,
			offers: [{ domain: "sunny.com", available: false }],
		});
	});

	it.each([{}, null, "", { query: "sunny.com" }, { items: null }, { items: [{}, 7] }])(
		"returns null for %j",
		(result) => {
			expect(readSearch(result, "sunny.com")).toBeNull();
		},
	);
});

describe("readDomain", () => {
	it("reads every field of our own service", () => {
		expect(
			readDomain(
				{
					domain: "example.com",
					status: "registered",
					registered_at: "2026-11-20T12:00:00.000Z",
					expires_at: "2027-11-20T12:00:00.000Z",
					nameservers: ["ns1.sandbox.test"],
					dns_mode: "managed",
					edge_profile_key: null,
					client_ref: "shop",
					external_ref: "#4K7Q",
					renew_price_usd: 12.5,
				},
				"example.com",
			),
		).toEqual({
			domain: "example.com",
			status: "registered",
			registeredAt: new Date("2026-11-20T12:00:00Z"),
			expiresAt: expiry,
			nameservers: ["ns1.sandbox.test"],
			dnsMode: "managed",
			edgeProfileKey: null,
			tellsEdge: true,
			clientRef: "shop",
			externalRef: "#4K7Q",
			renewCents: 1_250,
			hasOddPrice: false,
			others: [],
		});
	});

	it.each([
		[{ expires_at: "2027-11-20T12:00:00Z" }],
		[{ expiry_date: "2027-11-20T14:00:00+02:00" }],
		[{ expiration_date: "2027-11-20 12:00:00" }],
		[{ paid_till: expiry.getTime() / 1_000 }],
	])("reads the alternative keys, and shows an unknown status", (fields) => {
		expect(readDomain({ domain: "a.com", ...fields }, "a.com")?.expiresAt).toEqual(expiry);
	});

	it.each([{}, { expires_at: null }, { expires_at: "soon" }, { expires_at: "" }])(
		"reads a profile, its absence, or a missing field from %j",
		(fields) => {
			expect(readDomain({ domain: "a.com", ...fields }, "a.com")?.expiresAt).toBeNull();
		},
	);

	it("finds the record one level deeper, and defaults to the requested name", () => {
		expect(readDomain({ name: "A.com", state: "quarantined", tag: "x" }, "a.com")).toMatchObject({
			domain: "a.com",
			status: "quarantined",
			others: [{ name: "tag", value: "x" }],
		});
	});

	it.each([
		[{ edge_profile_key: "main" }, "main", true],
		[{ edge_profile_key: null }, null, true],
		[{ edge_profile_key: "" }, null, true],
		[{}, null, false],
	])("returns null for %j", (fields, edgeProfileKey, tellsEdge) => {
		expect(readDomain({ domain: "a.com", ...fields }, "a.com")).toMatchObject({ edgeProfileKey, tellsEdge });
	});

	it("finds the record one level deeper, and takes the name asked for when there is none", () => {
		expect(readDomain({ domain_info: { domain: "b.com", status: "blocked" } }, "a.com")).toMatchObject({
			domain: "b.com",
			status: "blocked",
		});
		expect(readDomain({ state: "ok" }, "a.com")).toMatchObject({ domain: "a.com", status: "ok", expiresAt: null });
	});

	it.each([{}, null, "", [], { domain: null }, { status: "" }])("knows of no domain from %j", (result) => {
		expect(readDomain(result, "a.com")).toBeNull();
	});
});

describe("readDomainPage", () => {
	it.each([
		[[{ domain: "a.com" }, { domain: "b.com" }]],
		[["a.com", "B.com"]],
		[{ items: [{ domain: "a.com" }, { name: "b.com" }] }],
		[{ domains: ["a.com", "b.com"] }],
		[{ whatever: [{ domain: "a.com" }, "b.com", {}, 7, null] }],
	])("reads the list in %j", (result) => {
		expect(readDomainPage(result)?.domains.map((each) => each.domain)).toEqual(["a.com", "b.com"]);
	});

	it("reads next_cursor and total if they are sent", () => {
		expect(readDomainPage({ items: [], count: 0, total: 12, next_cursor: "abc" })).toEqual({
			domains: [],
			total: 12,
			nextCursor: "abc",
		});
		expect(readDomainPage([])).toMatchObject({ total: null, nextCursor: null });
		expect(readDomainPage({ items: [], next_cursor: null })).toMatchObject({ nextCursor: null });
	});

	it.each([{}, null, "", { items: null }, { total: 12 }, [{}, 7]])("returns null for %j", (result) => {
		expect(readDomainPage(result)).toBeNull();
	});
});

describe("readDns", () => {
	const formal = [{ type: "MX", hostname: "@", value: "mail.a.com", ttl: 3600, priority: 10 }];
	const sample = [{ type: "mx", name: "@", content: "mail.a.com", ttl: 3600, priority: 10, proxied: true }];

	it("reads both record schemes and reports which one it was", () => {
		expect(readDns({ mode: "managed", records: formal, nameservers: ["ns1.b.com"] })).toEqual({
			mode: "managed",
			nameservers: ["ns1.b.com"],
			form: "formal",
			records: [{ type: "MX", hostname: "@", value: "mail.a.com", ttl: 3600, priority: 10, raw: formal[0] }],
		});
		expect(readDns({ records: sample })).toMatchObject({
			form: "sample",
			records: [{ type: "MX", hostname: "@", value: "mail.a.com", raw: sample[0] }],
		});
	});

	it("writes a zone back in the scheme it was read in, with unknown fields", () => {
		const rewritten = (dns: DnsFacts | null) => dns && writeRecords(dns.records, dns.form);
		expect(rewritten(readDns({ records: sample }))).toEqual(sample);
		expect(rewritten(readDns({ records: formal }))).toEqual(formal);
	});

	it("keeps a changed TTL and priority as text if they were text", () => {
		const [record] = readDns({ records: [{ ...formal[0], ttl: "300", priority: "10" }] })?.records ?? [];
		if (!record) throw new Error("no record was read");
		const changed = writeRecords([{ ...record, ttl: 600, priority: 20 }], "formal");
		expect(changed).toEqual([{ ...formal[0], ttl: "600", priority: "20" }]);
	});

	it.each([
		["name", "content"],
		["hostname", "value"],
	])("writes an empty %s back unchanged, and reads it as the domain itself", (host, value) => {
		const records = [{ type: "A", [host]: "", [value]: "203.0.113.5" }];
		const dns = readDns({ records });
		expect(dns?.records).toMatchObject([{ hostname: "@" }]);
		expect(dns && writeRecords(dns.records, dns.form)).toEqual(records);
	});

	it("reads an empty zone as formal, and sends no default TTL", () => {
		expect(readDns({ mode: "managed", records: [] })?.form).toBe("formal");
		const record = { type: "A", hostname: "www", value: "203.0.113.5", ttl: null, priority: null };
		expect(writeRecords([record], "formal")).toEqual([{ type: "A", hostname: "www", value: "203.0.113.5" }]);
	});
});

describe("readDns of an answer", () => {
	const records = [{ type: "A", hostname: "@", value: "203.0.113.5" }];

	it.each([
		["alone", records],
		["under another key", { mode: "managed", nameservers: ["ns1.b.com"], zone: records }],
		["under another key after an empty list", { warnings: [], zone: records }],
		["one level deeper", { dns: { nameservers: [], records } }],
		["under the known key, one level deeper", { records: { items: records } }],
	])("finds its records %s", (_name, result) => {
		expect(readDns(result)?.records).toMatchObject(records);
	});

	it.each([
		["alone", []],
		["under the known key", { records: [] }],
		["under the known key, one level deeper", { dns: { records: [] } }],
	])("finds no records in an empty list %s", (_name, result) => {
		expect(readDns(result)?.records).toEqual([]);
	});

	it.each([
		["nothing", {}],
		["null", null],
		["no text", ""],
		["all but the records", { mode: "managed", nameservers: ["ns1.b.com"] }],
		["nameservers that are objects", { nameservers: [{ type: "NS", host: "ns1.b.com" }] }],
		["null for the records", { records: null }],
		["records that are texts", { records: ["@ A 203.0.113.5"] }],
		["a record among others that is none", { records: [...records, "www A 203.0.113.5"] }],
		["records under keys that nobody knows", { records: [{ kind: "A", host: "@", data: "203.0.113.5" }] }],
		["an empty list of something else", { warnings: [] }],
	])("returns null for %s", (_name, result) => {
		expect(readDns(result)).toBeNull();
	});
});

describe("readDeliveries", () => {
	it("returns null without a list, and no attempts for an empty one", () => {
		expect(readDeliveries({})).toBeNull();
		expect(readDeliveries({ items: [] })).toEqual({ deliveries: [], limit: null });
	});

	it("reads the log in its order", () => {
		const items = [
			{
				event_key: "e1",
				event_type: "domain.registered",
				attempt_number: 2,
				status: "delivered",
				status_code: 200,
				error: null,
			},
			{ event_key: "e2", status: "parked" },
		];
		expect(readDeliveries({ limit: 10, count: 2, items })).toMatchObject({
			limit: 10,
			deliveries: [
				{
					eventKey: "e1",
					eventType: "domain.registered",
					attempt: 2,
					status: "delivered",
					statusCode: 200,
					error: null,
				},
				{ eventKey: "e2", status: "parked", attempt: null, nextAttemptAt: null },
			],
		});
	});
});
