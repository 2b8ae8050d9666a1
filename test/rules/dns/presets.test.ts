import { describe, expect, it } from "vitest";
import type { AnyRecord } from "../../../src/rules/dns/any-record.ts";
import { applyPreset, presets } from "../../../src/rules/dns/presets.ts";
import { validateRecords } from "../../../src/rules/dns/validate.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };

function preset(key: string) {
	const found = presets.find((each) => each.key === key);
	if (!found) throw new Error(`no preset ${key}`);
	return found;
}

describe("presets", () => {
	it.each(presets.map((each) => [each.key, each] as const))("%s contains only valid records", (_key, each) => {
		expect(validateRecords(each.records("example.com", "someone"), zone)).toMatchObject({ ok: true });
		expect(each.source).toMatch(/^https:\/\//);
	});

	it("have unique keys that fit into a button", () => {
		const keys = presets.map((each) => each.key);
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.every((key) => key.length <= 16)).toBe(true);
	});
});

describe("applyPreset", () => {
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
		const after = applyPreset(before, preset("google"), { zone });
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

	it("replaces the old addresses and alias of a site, and keeps the mail", () => {
		const after = applyPreset(before, preset("netlify"), { zone, account: "sunny" });
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

	it("removes all records at a name before it adds an alias", () => {
		const www: AnyRecord[] = [
			{ type: "A", hostname: "www", value: "192.0.2.1" },
			{ type: "TXT", hostname: "www", value: "x" },
		];
		const after = applyPreset(www, preset("vercel"), { zone });
		expect(after.filter((each) => each.hostname === "www")).toEqual([
			{ type: "CNAME", hostname: "www", value: "cname.vercel-dns-0.com" },
		]);
	});
});
