import { describe, expect, it } from "vitest";
import { lookupIn } from "../../src/records/lookup.ts";

const record = (type: string, hostname: string) => ({ type, hostname });

/** The example zone of RFC 4592, 2.2.1, with a delegation above a delegation, a DNAME and an empty wildcard. */
const find = lookupIn(
	[
		record("NS", "@"),
		record("MX", "*"),
		record("TXT", "*"),
		record("TXT", "sub.*"),
		record("A", "host1"),
		record("SRV", "_ssh._tcp.host1"),
		record("SRV", "_ssh._tcp.host2"),
		record("NS", "subdel"),
		record("NS", "x.subdel"),
		record("DNAME", "moved"),
		record("A", "deep.*.empty"),
	],
	"example",
);

describe("a name of a zone", () => {
	it.each([
		["example", "records", "NS @"],
		["host3.example", "records", "MX *, TXT *"],
		["foo.bar.example", "records", "MX *, TXT *"],
		["host1.example", "records", "A host1"],
		["host2.example", "records", ""],
		["_tcp.host1.example", "records", ""],
		["sub.*.example", "records", "TXT sub.*"],
		["_telnet._tcp.host1.example", "missing", ""],
		["ghost.*.example", "missing", ""],
		["host.subdel.example", "delegated", "NS subdel"],
		["subdel.example", "delegated", "NS subdel"],
		["a.x.subdel.example", "delegated", "NS subdel"],
		["asubdel.example", "records", "MX *, TXT *"],
		["moved.example", "records", "DNAME moved"],
		["www.moved.example", "delegated", "DNAME moved"],
		["a.empty.example", "records", ""],
	])("%s is %s: %s", (name, kind, records) => {
		const found = find(name);
		expect([found.kind, found.records.map((each) => `${each.type} ${each.hostname}`).join(", ")]).toEqual([
			kind,
			records,
		]);
	});
});
