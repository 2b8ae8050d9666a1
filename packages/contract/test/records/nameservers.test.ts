import { expect, it } from "vitest";
import { limits } from "../../src/limits.ts";
import { nameserverCount, readNameservers, sameNameservers } from "../../src/names.ts";

it("normalizes names to lower-case punycode and keeps their order", () => {
	expect(readNameservers(["NS2.Example.net.", "ns1.пример.рф"])).toEqual({
		ok: true,
		nameservers: ["ns2.example.net", "ns1.xn--e1afmkfd.xn--p1ai"],
	});
});

it.each([
	[["ns1.example.net"], "too_few"],
	[Array.from({ length: 14 }, (_, index) => `ns${index}.example.net`), "too_many"],
	[["ns1.example.net", "NS1.example.net."], "duplicate"],
	[["ns1.example.net", "203.0.113.5"], "address"],
	[["ns1.example.net", "2001:db8::1"], "address"],
	[["ns1.example.net", "ns"], "name"],
	[["ns1.example.net", "ns 2.example.net"], "name"],
	[["ns1.example.net", "*.example.net"], "name"],
	[["ns1.example.net", "ns_2.example.net"], "name"],
	[["ns1.example.net", ""], "name"],
])("refuses %j: %s", (texts, problem) => {
	expect(readNameservers(texts)).toMatchObject({ ok: false, problem });
});

it("accepts from two to thirteen, and quotes the one that it refuses", () => {
	const names = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example.net`);
	expect([readNameservers(names(2)).ok, readNameservers(names(13)).ok]).toEqual([true, true]);
	expect(readNameservers(["a.net", "b.net"]).ok).toBe(true);
	for (const part of [" 203.0.113.5 ", "ns_2.example.net", "NS0.example.net."])
		expect(readNameservers([...names(2), part])).toMatchObject({ ok: false, part });
});

it("enforces the limits of the wire format", () => {
	expect(nameserverCount).toEqual(limits.nameservers);
});

it("compares sets regardless of order and spelling", () => {
	expect(sameNameservers(["ns1.a.com", "ns2.a.com"], ["NS2.a.com.", "ns1.a.com"])).toBe(true);
	expect(sameNameservers(["ns1.a.com", "ns2.a.com"], ["ns1.a.com", "ns3.a.com"])).toBe(false);
});
