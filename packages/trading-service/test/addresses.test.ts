import { describe, expect, it } from "vitest";
import { canonicalAddress, canonicalEntry } from "../src/access.ts";

describe("a whitelist entry", () => {
	it.each([
		["203.0.113.5", "203.0.113.5"],
		[" 203.0.113.5 ", "203.0.113.5"],
		["203.0.113.5/32", "203.0.113.5"],
		["203.0.113.77/24", "203.0.113.0/24"],
		["0.0.0.0/0", "0.0.0.0/0"],
		["2001:DB8:0:0::1", "2001:db8::1"],
		["2001:db8::1/128", "2001:db8::1"],
		["2001:db8:1:2:3::/48", "2001:db8:1::/48"],
		["::ffff:203.0.113.5", "203.0.113.5"],
		["::ffff:203.0.113.0/120", "203.0.113.0/24"],
		["::/0", "::/0"],
	])("%s is stored as %s", (text, kept) => {
		expect(canonicalEntry(text)).toBe(kept);
	});

	it.each([
		"",
		"300.1.1.1",
		"1.2.3",
		"0x7f.0.0.1",
		"010.0.0.1",
		"example.com",
		"203.0.113.5/33",
		"203.0.113.5/-1",
		"203.0.113.5/",
		"203.0.113.5/8/8",
		"2001:db8::/129",
		"fe80::1%eth0",
		"::ffff:203.0.113.5/95",
		"::1::",
	])("%j is rejected", (text) => {
		expect(canonicalEntry(text)).toBeUndefined();
	});
});

describe("a caller's address", () => {
	it.each([
		["203.0.113.5", "203.0.113.5"],
		["::ffff:203.0.113.5", "203.0.113.5"],
		["2001:DB8:0:0::1", "2001:db8::1"],
		["fe80::1%eth0", "fe80::1"],
		["203.0.113.0/24", undefined],
		["unknown", undefined],
		["", undefined],
	])("%s is compared as %s", (text, compared) => {
		expect(canonicalAddress(text)).toBe(compared);
	});
});
