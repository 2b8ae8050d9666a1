import type { AnyRecord } from "@domains/contract/records/types.ts";
import { describe, expect, it } from "vitest";
import { importAllowed } from "../src/importable.ts";
import type { ImportMode } from "../src/merge.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };

/** Reads records such as `www A 192.0.2.1`, or `@ MX 10 mail.example.net`. */
function records(...texts: string[]): AnyRecord[] {
	return texts.map((text) => {
		const [, hostname = "", type = "", priority, value = ""] = /^(\S+) (\S+) (?:(\d+) )?(\S.*)$/.exec(text) ?? [];
		return { type, hostname, value, ttl: 300, priority: priority === undefined ? null : Number(priority) };
	});
}
const shown = ({ hostname, type, priority, value }: AnyRecord) =>
	[hostname, type, ...(typeof priority === "number" ? [priority] : []), value].join(" ");

function imported(current: AnyRecord[], read: AnyRecord[], how: ImportMode = "add") {
	const found = importAllowed({ base: current, current, read }, { how, types: "known" }, zone);
	return {
		zone: found.records.map(shown),
		leftOut: found.leftOut.map(({ record, problem }) => `${shown(record)}: ${problem}`),
	};
}

describe("importAllowed", () => {
	it.each<[string, { current?: string[]; read: string[]; how?: ImportMode; leftOut: string[]; zone: string[] }]>([
		[
			"a CNAME next to another record of the file",
			{
				read: ["e CNAME a.example.net", "e TXT x", "www A 192.0.2.1"],
				leftOut: ["e CNAME a.example.net: alias_beside"],
				zone: ["e TXT x", "www A 192.0.2.1"],
			},
		],
		[
			"a record next to a current CNAME",
			{
				current: ["e CNAME a.example.net"],
				read: ["e TXT x", "www A 192.0.2.1"],
				leftOut: ["e TXT x: alias_beside"],
				zone: ["e CNAME a.example.net", "www A 192.0.2.1"],
			},
		],
		[
			"what conflicts with a current record that the file has too",
			{
				current: ["e CNAME a.example.net", "www A 192.0.2.1"],
				read: ["e CNAME a.example.net", "e TXT x", "www A 192.0.2.1", "b A 192.0.2.2"],
				how: "replace",
				leftOut: ["e TXT x: alias_beside"],
				zone: ["e CNAME a.example.net", "www A 192.0.2.1", "b A 192.0.2.2"],
			},
		],
		[
			"both of two CNAMEs of one name",
			{
				read: ["e CNAME a.example.net", "e CNAME b.example.net", "www A 192.0.2.1"],
				leftOut: ["e CNAME a.example.net: alias_twice", "e CNAME b.example.net: alias_twice"],
				zone: ["www A 192.0.2.1"],
			},
		],
		[
			"a CNAME to which a current MX record points",
			{
				current: ["@ MX 10 mail.example.com", "@ A 192.0.2.1"],
				read: ["mail CNAME a.example.net", "mail2 A 192.0.2.2"],
				leftOut: ["mail CNAME a.example.net: alias_targeted"],
				zone: ["@ MX 10 mail.example.com", "@ A 192.0.2.1", "mail2 A 192.0.2.2"],
			},
		],
		[
			"a mail server next to a current record for no mail",
			{
				current: ["@ MX 0 ."],
				read: ["@ MX mail.example.net", "@ A 192.0.2.1"],
				leftOut: ["@ MX mail.example.net: null_mx_beside"],
				zone: ["@ MX 0 .", "@ A 192.0.2.1"],
			},
		],
		[
			"a CNAME that closes a loop",
			{
				current: ["a CNAME b.example.com", "c A 192.0.2.1"],
				read: ["b CNAME a.example.com", "d A 192.0.2.1"],
				leftOut: ["b CNAME a.example.com: alias_loop"],
				zone: ["a CNAME b.example.com", "c A 192.0.2.1", "d A 192.0.2.1"],
			},
		],
	])("leaves out %s", (_what, { current = [], read, how, ...expected }) => {
		expect(imported(records(...current), records(...read), how)).toEqual({
			zone: expected.zone,
			leftOut: expected.leftOut,
		});
	});

	it.each<[string, string[], string[]]>([
		[
			"a CNAME where it removes other records",
			["e A 192.0.2.1", "e TXT x", "www A 192.0.2.1"],
			["e CNAME a.example.net", "www A 192.0.2.1"],
		],
		[
			"other records where it removes a CNAME",
			["e CNAME a.example.net", "www A 192.0.2.1"],
			["e A 192.0.2.1", "e TXT x", "www A 192.0.2.1"],
		],
		["another CNAME of one name", ["e CNAME a.example.net"], ["e CNAME b.example.net"]],
		[
			"a CNAME for a name to which a removed MX record points",
			["@ MX 10 mail.example.com", "mail A 192.0.2.1"],
			["mail CNAME a.example.net"],
		],
		[
			"an MX record for a name whose CNAME it removes",
			["mail CNAME a.example.net"],
			["@ MX 10 mail.example.com", "mail A 192.0.2.1"],
		],
		["a mail server instead of a record for no mail", ["@ MX 0 ."], ["@ MX 10 mail.example.net"]],
		["a loop's other half", ["a CNAME b.example.com", "b A 192.0.2.1"], ["b CNAME a.example.com", "a A 192.0.2.1"]],
	])("adds %s, if it replaces all", (_what, current, read) => {
		expect(imported(records(...current), records(...read), "replace")).toEqual({ zone: read, leftOut: [] });
	});

	it("leaves out nothing if the zone already has the conflict, or if nothing else would be imported", () => {
		const conflict = records("e CNAME a.example.net", "e TXT x", "www A 192.0.2.1");
		expect(imported(conflict, conflict, "replace")).toEqual({ zone: conflict.map(shown), leftOut: [] });
		const read = records("e TXT x");
		expect(imported(records("e CNAME a.example.net"), read).leftOut).toEqual([]);
	});
});
