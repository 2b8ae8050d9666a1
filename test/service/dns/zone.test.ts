import { describe, expect, it } from "vitest";
import type { DnsRecord } from "../../../src/contract/dns.ts";
import { answerFrom, type ServedZone } from "../../../src/service/dns/zone.ts";

const record = (
	type: DnsRecord["type"],
	hostname: string,
	value: string,
	more: Partial<DnsRecord> = {},
): DnsRecord => ({
	type,
	hostname,
	value,
	ttl: 3600,
	...more,
});

const zone: ServedZone = {
	domain: "example.com",
	nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"],
	serial: 7,
	records: [
		record("A", "@", "203.0.113.1"),
		record("A", "@", "203.0.113.2", { ttl: 60 }),
		record("MX", "@", "mail.example.net", { priority: 10 }),
		record("TXT", "@", `v=spf1 ${"x".repeat(300)}`),
		record("CAA", "@", '0 issue "ca.example.net"'),
		record("A", "www", "203.0.113.5"),
		record("AAAA", "www", "2001:db8::5"),
		record("CNAME", "alias", "www.example.com"),
		record("CNAME", "away", "example.net"),
		record("CNAME", "chain", "alias.example.com"),
		record("CNAME", "dangling", "nothing.example.com"),
		record("SRV", "_sip._tcp", "5 5060 sip.example.net", { priority: 1 }),
		record("A", "deep.below", "203.0.113.6"),
		record("A", "*.wild", "203.0.113.7"),
		record("A", "real.wild", "203.0.113.8"),
		record("NS", "sub", "ns.sub.example.com"),
		record("NS", "sub", "ns.example.net"),
		record("A", "ns.sub", "203.0.113.9"),
	],
};

const ask = (name: string, type: Parameters<typeof answerFrom>[2] = "A") => {
	const { rcode, answers, authorities, additionals, authoritative } = answerFrom(zone, name, type);
	const short = ({ type: each, name: owner, ...rest }: { type: string; name: string }) =>
		`${owner} ${each} ${"data" in rest && typeof rest.data === "string" ? rest.data : ""}`.trim();
	return {
		rcode,
		authoritative,
		answers: answers.map(short),
		authorities: authorities.map(short),
		additionals: additionals.map(short),
	};
};

describe("an authoritative answer", () => {
	it("has all records of the name and type, with one TTL", () => {
		expect(ask("example.com").answers).toEqual(["example.com A 203.0.113.1", "example.com A 203.0.113.2"]);
		expect(answerFrom(zone, "example.com", "A").answers.map((answer) => "ttl" in answer && answer.ttl)).toEqual([
			60, 60,
		]);
	});

	it("contains the apex records", () => {
		expect(ask("example.com", "NS").answers).toEqual([
			"example.com NS ns1.sandbox.test",
			"example.com NS ns2.sandbox.test",
		]);
		expect(answerFrom(zone, "example.com", "SOA").answers).toMatchObject([
			{ type: "SOA", data: { mname: "ns1.sandbox.test", rname: "hostmaster.example.com", serial: 7 } },
		]);
		expect(ask("example.com", "ANY").answers.length).toBe(3 + 5);
	});

	it("contains the data of each type", () => {
		const [mx] = answerFrom(zone, "example.com", "MX").answers;
		const [srv] = answerFrom(zone, "_sip._tcp.example.com", "SRV").answers;
		const [caa] = answerFrom(zone, "example.com", "CAA").answers;
		const [txt] = answerFrom(zone, "example.com", "TXT").answers;
		expect(mx).toMatchObject({ data: { preference: 10, exchange: "mail.example.net" } });
		expect(srv).toMatchObject({ data: { priority: 1, weight: 5, port: 5060, target: "sip.example.net" } });
		expect(caa).toMatchObject({ data: { flags: 0, tag: "issue", value: "ca.example.net" } });
		expect(txt?.type === "TXT" && Array.isArray(txt.data) ? txt.data.map(({ length }) => length) : []).toEqual([
			255, 52,
		]);
	});

	it("follows aliases inside the zone", () => {
		expect(ask("chain.example.com").answers).toEqual([
			"chain.example.com CNAME alias.example.com",
			"alias.example.com CNAME www.example.com",
			"www.example.com A 203.0.113.5",
		]);
		expect(ask("away.example.com").answers).toEqual(["away.example.com CNAME example.net"]);
		expect(ask("alias.example.com", "CNAME").answers).toEqual(["alias.example.com CNAME www.example.com"]);
		expect(ask("dangling.example.com")).toMatchObject({
			rcode: "NOERROR",
			answers: ["dangling.example.com CNAME nothing.example.com"],
		});
	});

	it("distinguishes an unknown name from a name without such a record", () => {
		const soa = ["example.com SOA"];
		expect(ask("nothing.example.com")).toMatchObject({ rcode: "NXDOMAIN", answers: [], authorities: soa });
		expect(ask("www.example.com", "MX")).toMatchObject({ rcode: "NOERROR", answers: [], authorities: soa });
		expect(ask("below.example.com")).toMatchObject({ rcode: "NOERROR", answers: [], authorities: soa });
	});

	it("uses a wildcard only for unknown names", () => {
		expect(ask("any.wild.example.com").answers).toEqual(["any.wild.example.com A 203.0.113.7"]);
		expect(ask("a.b.wild.example.com").answers).toEqual(["a.b.wild.example.com A 203.0.113.7"]);
		expect(ask("real.wild.example.com").answers).toEqual(["real.wild.example.com A 203.0.113.8"]);
		expect(ask("real.wild.example.com", "TXT")).toMatchObject({ rcode: "NOERROR", answers: [] });
		expect(ask("x.real.wild.example.com")).toMatchObject({ rcode: "NXDOMAIN" });
	});

	it("refers to the nameservers of a delegated subdomain, with their glue addresses", () => {
		for (const name of ["sub.example.com", "deep.sub.example.com", "ns.sub.example.com"]) {
			expect(ask(name)).toEqual({
				rcode: "NOERROR",
				authoritative: false,
				answers: [],
				authorities: ["sub.example.com NS ns.sub.example.com", "sub.example.com NS ns.example.net"],
				additionals: ["ns.sub.example.com A 203.0.113.9"],
			});
		}
	});
});
