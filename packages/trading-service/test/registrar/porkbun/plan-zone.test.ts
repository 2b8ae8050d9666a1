import type { DnsRecord } from "@domains/contract/dns.ts";
import { expect, it } from "vitest";
import { planZone } from "../../../src/registrar/porkbun/plan-zone.ts";

const stored = (id: string, type: string, host: string, content: string, prio: number | null = null) => {
	const name = host === "@" ? "zone.com" : `${host}.zone.com`;
	return { id, name, type, content, ttl: 600, prio };
};
const a = (hostname: string, value: string, ttl = 600): DnsRecord => ({ type: "A", hostname, value, ttl });
const mx = (value: string, priority: number): DnsRecord => ({ type: "MX", hostname: "@", value, ttl: 600, priority });
const plan = (current: ReturnType<typeof stored>[], wanted: DnsRecord[]) =>
	planZone("zone.com", current, wanted).map((step) => {
		const id = step.kind === "create" ? "" : ` ${step.id}`;
		const { name = "", content = "", prio } = step.kind === "delete" ? {} : step.fields;
		return `${step.kind}${id} ${name} ${content}${prio === undefined ? "" : ` ${prio}`}`.trimEnd();
	});

it("changes nothing in a zone that is as wanted", () => {
	expect(plan([stored("1", "A", "www", "192.0.2.1")], [a("www", "192.0.2.1")])).toEqual([]);
});

it("creates before it deletes", () => {
	const current = [stored("1", "A", "old", "192.0.2.1"), stored("2", "MX", "@", "mx.example.net", 10)];
	expect(plan(current, [a("new", "192.0.2.1")])).toEqual(["create new 192.0.2.1", "delete 1", "delete 2"]);
});

it("deletes what an alias replaces just before it, and everything else last", () => {
	const current = [stored("1", "A", "www", "192.0.2.1"), stored("2", "A", "old", "192.0.2.1")];
	const alias: DnsRecord = { type: "CNAME", hostname: "www", value: "host.example.net", ttl: 600 };
	expect(plan(current, [alias])).toEqual(["delete 1", "create www host.example.net", "delete 2"]);
});

it("edits the record that has the value already, so that no step makes a duplicate", () => {
	const current = [stored("1", "MX", "@", "one.example.net", 10), stored("2", "MX", "@", "two.example.net", 20)];
	expect(plan(current, [mx("two.example.net", 10), mx("one.example.net", 20)])).toEqual([
		"edit 2  two.example.net 10",
		"edit 1  one.example.net 20",
	]);
});

it("keeps types that our API cannot have, and the registrar's nameservers", () => {
	const current = [stored("1", "ALIAS", "@", "a.example.net"), stored("2", "NS", "@", "maceio.ns.porkbun.com")];
	expect(plan(current, [a("www", "192.0.2.1")])).toEqual(["create www 192.0.2.1"]);
});
