import type { AnyRecord } from "@domains/contract/records/types.ts";
import { describe, expect, it } from "vitest";
import { differenceOf } from "../src/diff.ts";
import { a, zone } from "./zones.ts";

const servers = ["ns1.example.net", "ns2.example.net"];
const state = (records: AnyRecord[], nameservers = servers) => ({ records, nameservers });
const ns = (hostname: string, value: string): AnyRecord => ({ type: "NS", hostname, value, ttl: 300 });
const soa = (value: string): AnyRecord => ({ type: "SOA", hostname: "@", value });

describe("the difference between two states of a domain", () => {
	it("contains the records that changed, and says if the nameservers did", () => {
		const before = state([a("@", "192.0.2.1"), a("www", "192.0.2.1"), a("old", "192.0.2.1")]);
		const after = [a("@", "192.0.2.1"), a("www", "192.0.2.9"), a("new", "192.0.2.1")];
		const diff = {
			removed: [a("old", "192.0.2.1")],
			changed: [{ before: a("www", "192.0.2.1"), after: a("www", "192.0.2.9") }],
			added: [a("new", "192.0.2.1")],
			kept: 1,
		};
		expect(differenceOf(before, state(after), zone)).toEqual({ diff, nameservers: false });
		expect(differenceOf(before, state(after, ["ns.example.org"]), zone)).toEqual({ diff, nameservers: true });
	});

	it.each<[string, AnyRecord[], AnyRecord[]]>([
		["a TTL", [a("@", "192.0.2.1", 60)], [a("@", "192.0.2.1", 300)]],
		["the order", [a("@", "192.0.2.1"), a("www", "192.0.2.1")], [a("www", "192.0.2.1"), a("@", "192.0.2.1")]],
		["the SOA", [soa("1")], [soa("2")]],
		["the nameservers of the apex as records", [ns("@", "ns1.example.net")], [ns("example.com.", "ns.example.org")]],
	])("leaves out %s", (_what, before, after) => {
		expect(differenceOf(state(before), state(after), zone)).toBeNull();
	});

	it("contains a delegation", () => {
		const found = differenceOf(state([ns("team", "ns1.example.net")]), state([ns("team", "ns2.example.net")]), zone);
		expect(found?.diff.changed).toHaveLength(1);
	});

	it("compares the nameservers in any order and spelling, and only if both states have some", () => {
		const differs = (before: string[], after: string[]) =>
			differenceOf(state([], before), state([], after), zone)?.nameservers ?? false;
		expect(differs(servers, ["NS2.example.net.", "ns1.example.net"])).toBe(false);
		expect(differs(servers, ["ns1.example.net", "ns3.example.net"])).toBe(true);
		expect([differs(servers, []), differs([], servers)]).toEqual([false, false]);
	});
});
