import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalRecord, isKnown, validateRecords } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import { sameZone } from "@domains/dns/diff.ts";
import { formatZoneFile } from "@domains/dns/zone-file/format.ts";
import { parseZoneFile } from "@domains/dns/zone-file/parse.ts";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { records, serviceZones, standardOthers, zone } from "../../../packages/dns/test/zone-file/records.ts";

const folder = mkdtempSync(join(tmpdir(), "zone-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lets BIND read a zone file. Returns the zone in BIND's canonical form. Throws if BIND rejects the file. */
function asBindReads(text: string, checkNames: "ignore" | "fail" = "ignore"): string {
	const file = join(folder, "zone");
	writeFileSync(file, text);
	return execFileSync("named-checkzone", ["-i", "none", "-k", checkNames, "-q", "-D", "-o", "-", "example.com", file], {
		encoding: "utf8",
	});
}

/** Gives all records the same TTL. BIND requires this for records with the same name and type. */
function withOneTtl<Row extends AnyRecord>(each: readonly Row[]): Row[] {
	return each.map((record) => ({ ...record, ttl: 3600 }));
}

describe("zone files in BIND", () => {
	const heading = { domain: "example.com", defaultTtl: 3600, nameservers: ["ns1.example.net"], serial: 7 };

	it("have the meaning in BIND that we intended", () => {
		const valid = records.map(withOneTtl).filter((each) => validateRecords(each, zone).ok);
		fc.assert(
			fc.property(valid, (written) => {
				const read = parseZoneFile(asBindReads(formatZoneFile(written, heading)), zone);
				expect(read.refused).toEqual([]);
				expect(sameZone(read.records, written, zone)).toBe(true);
			}),
			{ numRuns: 60 },
		);
	});

	it("are loaded by BIND although a host has an underscore in its name", () => {
		const host = { type: "A", hostname: "under_score", value: "192.0.2.1", ttl: 300 };
		const text = { type: "TXT", hostname: "_dmarc", value: "v=DMARC1; p=none", ttl: 300 };
		const mail = { type: "MX", hostname: "a_b", value: "mail.example.net", ttl: 300, priority: 10 };
		const read = asBindReads(formatZoneFile([host, text, mail], heading), "fail");
		expect(read).toContain("_dmarc.example.com.");
	});

	it("give a record without a TTL the one that BIND gives it", () => {
		const soa = "SOA ns1.example.net. h.example.net. 1 7200 3600 1209600 700\n";
		const rest = "\tNS ns1.example.net.\na 300 A 192.0.2.1\nb A 192.0.2.2\nc 60 A 192.0.2.3\nd A 192.0.2.4\n";
		for (const head of ["@ ", "@ 900 ", "$TTL 80\n@ 900 ", "$TTL 80\n@ "]) {
			const file = `$ORIGIN example.com.\n${head}${soa}${rest}`;
			const [ours, theirs] = [parseZoneFile(file, zone), parseZoneFile(asBindReads(file), zone)];
			expect(ours.records).toHaveLength(4);
			expect(ours.records).toEqual(theirs.records);
		}
	});

	it("are refused by us and by BIND for the same conflicts of a CNAME record", () => {
		const hostname = fc.constantFrom("a", "b", "c");
		const target = fc.constantFrom("x.example.net", "y.example.net");
		const conflicting = fc.oneof(
			fc.record({ type: fc.constant("CNAME" as const), hostname, value: target }),
			fc.record({ type: fc.constant("A" as const), hostname, value: fc.constant("192.0.2.1") }),
			fc.record({ type: fc.constant("MX" as const), hostname, value: target, priority: fc.constant(10) }),
			fc.record({ type: fc.constant("TXT" as const), hostname, value: fc.constantFrom("one", "two") }),
		);
		const zones = fc.uniqueArray(conflicting, { minLength: 2, maxLength: 5, selector: (each) => JSON.stringify(each) });
		const verdicts = { refused: 0, accepted: 0 };
		fc.assert(
			fc.property(zones.map(withOneTtl), (written) => {
				const { ok } = validateRecords(written, zone);
				const text = formatZoneFile(written, heading);
				if (ok) asBindReads(text);
				else expect(() => asBindReads(text)).toThrow();
				verdicts[ok ? "accepted" : "refused"] += 1;
			}),
			{ numRuns: 150 },
		);
		expect(Math.min(verdicts.refused, verdicts.accepted)).toBeGreaterThan(20);
	});

	it("have no comment for types that BIND knows, and BIND reads the same data", () => {
		// A record below the name of a DNAME record is not part of the zone. Here, each name is a single label with only
		// one record, so no name is below another one.
		const others = fc.uniqueArray(standardOthers, {
			minLength: 1,
			maxLength: 12,
			selector: ({ hostname }) => hostname,
		});
		fc.assert(
			fc.property(others.map(withOneTtl), (written) => {
				const text = formatZoneFile(written, heading);
				expect(text).not.toContain("; record");
				const read = parseZoneFile(asBindReads(text), zone);
				expect(read.refused).toEqual([]);
				expect(read.records).toHaveLength(written.length);
			}),
			{ numRuns: 100 },
		);
	});

	it("are read by BIND with any other record of a service as a comment", () => {
		fc.assert(
			fc.property(serviceZones, (all) => {
				const others = all.filter((record) => !isKnown(record));
				const alone = [...new Map(others.map((record) => [canonicalRecord(record, zone).hostname, record])).values()];
				asBindReads(formatZoneFile(withOneTtl(alone), heading));
			}),
			{ numRuns: 200 },
		);
	});

	it("have the same meaning for us as for BIND", () => {
		const file = `
$ORIGIN com.
$TTL 1d
example 1h IN SOA ns1.example.net. admin.example.com. ( 1 ; serial
	7200 3600 1209600 300 )
	NS ns1.example.net.
	MX 10 mail
	MX 20 mail.example
$ORIGIN example.com.
mail 300 IN A 192.0.2.1
	AAAA 2001:db8::1
	IN 600 TXT "one" two "th\\"r;ee" \\195\\188
*.dev IN A 192.0.2.2
www CNAME @
_sip._tcp SRV 1 2 5060 mail
@ CAA 128 issue "ca.example"
`;
		const ours = parseZoneFile(file, zone);
		const theirs = parseZoneFile(asBindReads(file), zone);
		expect(ours.refused).toEqual([]);
		expect(ours.records).toHaveLength(9);
		expect(sameZone(withOneTtl(ours.records), withOneTtl(theirs.records), zone)).toBe(true);
		expect(ours.nameservers).toEqual(theirs.nameservers);
	});
});
