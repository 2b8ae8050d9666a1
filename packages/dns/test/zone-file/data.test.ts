import { expect, it } from "vitest";
import { absolute, leadsTo, moved } from "../../src/zone-file/row.ts";

it.each([
	["@", "example.com.", "example.com."],
	["www", "example.com.", "www.example.com."],
	["www.example.net.", "example.com.", "www.example.net."],
	["com", ".", "com."],
])("the name %s in the origin %s is %s", (name, origin, whole) => {
	expect(absolute(name, origin)).toBe(whole);
});

it.each([
	["old.com.", "new.org."],
	["Old.com", "new.org"],
	["a.WWW.old.com.", "a.WWW.new.org."],
	["notold.com.", "notold.com."],
	["old.com.net.", "old.com.net."],
	["www", "www"],
	["@", "@"],
])("the name %s moves to another domain as %s", (name, to) => {
	expect(moved(name, { domain: "new.org", defaultTtl: 300, movedFrom: "old.com" })).toBe(to);
	expect(moved(name, { domain: "new.org", defaultTtl: 300 })).toBe(name);
});

it.each([
	["CNAME", "www.Old.com.", true],
	["CNAME", "old.com", true],
	["MX", "10  old.com.", true],
	["HTTPS", "1 svc.old.com alpn=h2", true],
	["CNAME", "notold.com", false],
	["CNAME", "old.com.net", false],
	["A", "192.0.2.1", false],
	["TXT", "old.com", false],
	["CAA", '0 issue "old.com"', false],
	["CAA", "0 issue old.com", false],
])("%s %s leads to the old domain: %s", (type, value, expected) => {
	expect(leadsTo({ type, hostname: "@", value }, "old.com")).toBe(expected);
});
