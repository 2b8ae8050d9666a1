import { expect, it } from "vitest";
import { namesServers } from "../../src/rules/nameserver-target.ts";

it.each([
	"a.example.org b.example.org",
	"a.example.org\nb.example.org",
	"NS1.Example.org., ns2.example.org.",
	"ns1.example.org example.net",
	"a.example.org a.example.org",
	"192.0.2.1 192.0.2.2",
])("these are nameservers: %j", (text) => {
	expect(namesServers(text)).toBe(true);
});

it.each([
	"a.example.org",
	"example.org example.net",
	"is a.example.org or b.example.org free",
	"preset default",
	"_dmarc.example.org b.example.org",
	"*.example.org b.example.org",
	Array.from({ length: 14 }, (_, index) => `ns${index}.example.org`).join("\n"),
])("these are not: %j", (text) => {
	expect(namesServers(text)).toBe(false);
});
