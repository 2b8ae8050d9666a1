import { expect, it } from "vitest";
import { findRecords } from "../src/edit.ts";

const record = (hostname: string, type: string, value: string) => ({
	hostname,
	type,
	value,
	ttl: null,
	priority: null,
});
const records = [
	record("h25", "A", "203.0.113.25"),
	record("h250", "A", "203.0.113.250"),
	record("h250", "TXT", "a=b"),
	record("aaaa", "MX", "mail.example.net"),
];

it.each([
	["h250", ["h250 A", "h250 TXT"]],
	["H250 txt", ["h250 TXT"]],
	["a", ["h25 A", "h250 A"]],
	["aaa", ["aaaa MX"]],
	["113.250", ["h250 A"]],
	["mx", ["aaaa MX"]],
	["nothing", []],
])("%s finds %j", (words, found) => {
	expect(findRecords(records, words, "example.com").map(({ hostname, type }) => `${hostname} ${type}`)).toEqual(found);
});

it.each(["@", "shop2", "shop2.example.com"])("%s finds a hostname that the service sends in full", (word) => {
	const full = ["example.com", "Shop2.example.com.", "blog.example.org"].map((hostname) =>
		record(hostname, "A", "203.0.113.5"),
	);
	expect(findRecords(full, word, "example.com")).toEqual([full[word === "@" ? 0 : 1]]);
});
