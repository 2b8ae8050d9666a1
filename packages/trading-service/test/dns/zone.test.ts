import { isWithin } from "@domains/contract/names.ts";
import type { DnsRecord } from "@domains/contract/records/wire.ts";
import { decode, encode } from "dns-packet";
import { describe, expect, it } from "vitest";
import { answerFrom, type Reply, type ServedZone } from "../../src/dns/zone.ts";

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
		record("CNAME", "across", "www.example.org"),
		record("CNAME", "nowhere", "dangling.example.org"),
		record("CNAME", "loop", "back.example.org"),
		record("CNAME", "team", "x.sub.example.com"),
		record("CAA", "flags", '200 issue "ca.example.net"'),
		record("SRV", "_sip._tcp", "5 5060 sip.example.net", { priority: 1 }),
		record("A", "deep.below", "203.0.113.6"),
		record("A", "*.wild", "203.0.113.7"),
		record("A", "real.wild", "203.0.113.8"),
		record("NS", "sub", "ns.sub.example.com"),
		record("NS", "sub", "ns.example.net"),
		record("A", "ns.sub", "203.0.113.9"),
	],
};

type AskedType = Parameters<typeof answerFrom>[2];

const other: ServedZone = {
	...zone,
	domain: "example.org",
	records: [
		record("CNAME", "www", "www.example.com"),
		record("CNAME", "back", "loop.example.com"),
		record("CNAME", "dangling", "gone.example.org"),
	],
};

const answer = (name: string, type: AskedType = "A") => {
	const findZone = async (each: string) => [zone, other].find(({ domain }) => isWithin(each, domain));
	return answerFrom(zone, name, type, findZone);
};

const ask = async (name: string, type: AskedType = "A") => {
	const { rcode, answers, authorities, additionals, authoritative }: Reply = await answer(name, type);
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
	it("has all records of the name and type, with one TTL", async () => {
		expect((await ask("example.com")).answers).toEqual(["example.com A 203.0.113.1", "example.com A 203.0.113.2"]);
		const { answers } = await answer("example.com", "A");
		expect(answers.map((answer) => "ttl" in answer && answer.ttl)).toEqual([60, 60]);
	});

	it("contains the apex records", async () => {
		expect((await ask("example.com", "NS")).answers).toEqual([
			"example.com NS ns1.sandbox.test",
			"example.com NS ns2.sandbox.test",
		]);
		expect((await answer("example.com", "SOA")).answers).toMatchObject([
			{ type: "SOA", data: { mname: "ns1.sandbox.test", rname: "hostmaster.example.com", serial: 7 } },
		]);
		expect((await ask("example.com", "ANY")).answers.length).toBe(3 + 5);
	});

	it("contains the data of each type", async () => {
		const [mx] = (await answer("example.com", "MX")).answers;
		const [srv] = (await answer("_sip._tcp.example.com", "SRV")).answers;
		const [caa] = (await answer("example.com", "CAA")).answers;
		const [txt] = (await answer("example.com", "TXT")).answers;
		expect(mx).toMatchObject({ data: { preference: 10, exchange: "mail.example.net" } });
		expect(srv).toMatchObject({ data: { priority: 1, weight: 5, port: 5060, target: "sip.example.net" } });
		expect(caa).toMatchObject({ data: { flags: 0, tag: "issue", value: "ca.example.net" } });
		expect(txt?.type === "TXT" && Array.isArray(txt.data) ? txt.data.map(({ length }) => length) : []).toEqual([
			255, 52,
		]);
	});

	it("follows aliases inside the zone", async () => {
		expect((await ask("chain.example.com")).answers).toEqual([
			"chain.example.com CNAME alias.example.com",
			"alias.example.com CNAME www.example.com",
			"www.example.com A 203.0.113.5",
		]);
		expect((await ask("away.example.com")).answers).toEqual(["away.example.com CNAME example.net"]);
		expect((await ask("alias.example.com", "CNAME")).answers).toEqual(["alias.example.com CNAME www.example.com"]);
		expect(await ask("dangling.example.com")).toMatchObject({
			rcode: "NXDOMAIN",
			answers: ["dangling.example.com CNAME nothing.example.com"],
			authorities: ["example.com SOA"],
		});
		expect(await ask("alias.example.com", "MX")).toMatchObject({
			rcode: "NOERROR",
			answers: ["alias.example.com CNAME www.example.com"],
			authorities: ["example.com SOA"],
		});
	});

	it("follows aliases into the other zones of the server", async () => {
		expect(await ask("across.example.com")).toMatchObject({
			rcode: "NOERROR",
			authoritative: true,
			answers: [
				"across.example.com CNAME www.example.org",
				"www.example.org CNAME www.example.com",
				"www.example.com A 203.0.113.5",
			],
		});
		expect(await ask("nowhere.example.com")).toMatchObject({
			rcode: "NXDOMAIN",
			answers: ["nowhere.example.com CNAME dangling.example.org", "dangling.example.org CNAME gone.example.org"],
			authorities: ["example.org SOA"],
		});
	});

	it("ends a loop of aliases, and refers to the nameservers of an alias into a delegation", async () => {
		expect(await ask("loop.example.com")).toMatchObject({
			answers: ["loop.example.com CNAME back.example.org", "back.example.org CNAME loop.example.com"],
		});
		expect(await ask("team.example.com")).toMatchObject({
			rcode: "NOERROR",
			authoritative: true,
			answers: ["team.example.com CNAME x.sub.example.com"],
			authorities: ["sub.example.com NS ns.sub.example.com", "sub.example.com NS ns.example.net"],
		});
	});

	it("follows sixteen aliases at most", async () => {
		const records = Array.from({ length: 20 }, (_, at) => record("CNAME", `c${at}`, `c${at + 1}.example.com`));
		const { answers } = await answerFrom({ ...zone, records }, "c0.example.com", "A", async () => undefined);
		expect(answers).toHaveLength(16);
	});

	it("has the flags of a CAA record as they are stored", async () => {
		const [caa] = (await answer("flags.example.com", "CAA")).answers;
		const { answers = [] } = decode(encode({ type: "response", answers: caa ? [caa] : [] }));
		expect(answers).toMatchObject([{ data: { flags: 200, tag: "issue", value: "ca.example.net" } }]);
	});

	it("distinguishes an unknown name from a name without such a record", async () => {
		const soa = ["example.com SOA"];
		expect(await ask("nothing.example.com")).toMatchObject({ rcode: "NXDOMAIN", answers: [], authorities: soa });
		expect(await ask("www.example.com", "MX")).toMatchObject({ rcode: "NOERROR", answers: [], authorities: soa });
		expect(await ask("below.example.com")).toMatchObject({ rcode: "NOERROR", answers: [], authorities: soa });
	});

	it("uses a wildcard only for unknown names", async () => {
		expect((await ask("any.wild.example.com")).answers).toEqual(["any.wild.example.com A 203.0.113.7"]);
		expect((await ask("a.b.wild.example.com")).answers).toEqual(["a.b.wild.example.com A 203.0.113.7"]);
		expect((await ask("real.wild.example.com")).answers).toEqual(["real.wild.example.com A 203.0.113.8"]);
		expect(await ask("real.wild.example.com", "TXT")).toMatchObject({ rcode: "NOERROR", answers: [] });
		expect(await ask("x.real.wild.example.com")).toMatchObject({ rcode: "NXDOMAIN" });
	});

	it("refers to the nameservers of a delegated subdomain, with their glue addresses", async () => {
		for (const name of ["sub.example.com", "deep.sub.example.com", "ns.sub.example.com"]) {
			expect(await ask(name)).toEqual({
				rcode: "NOERROR",
				authoritative: false,
				answers: [],
				authorities: ["sub.example.com NS ns.sub.example.com", "sub.example.com NS ns.example.net"],
				additionals: ["ns.sub.example.com A 203.0.113.9"],
			});
		}
	});
});
