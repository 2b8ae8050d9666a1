import { canonicalRecord, isKnown, readRecord } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffZones } from "../../src/diff.ts";
import { keepFields } from "../../src/edit.ts";
import { importAllowed } from "../../src/importable.ts";
import { formatZoneFile } from "../../src/zone-file/format.ts";
import { readZoneText } from "../../src/zone-file/read.ts";
import { formatCsv, formatJson } from "../../src/zone-file/table.ts";
import { serviceZones, zone } from "./records.ts";

const heading = { ...zone, nameservers: ["ns1.example.net"], serial: 7 };
const formats = [
	["zone file", (records: readonly AnyRecord[]) => formatZoneFile(records, heading)],
	["CSV", (records: readonly AnyRecord[]) => Buffer.from(formatCsv(records, zone.domain)).toString()],
	["JSON", (records: readonly AnyRecord[]) => formatJson(records, zone.domain)],
] as const;

const unchanged = { removed: [], changed: [], added: [] };

/**
 * True if the bot can add the record. The record must not be an SOA record. If the bot knows the record's type, the
 * record must also be valid.
 */
function isAllowed(record: AnyRecord): boolean {
	if (record.type === "SOA") return false;
	if (!isKnown(record)) return true;
	const { type, hostname, value, priority } = canonicalRecord(record, zone);
	return readRecord({ type, hostname, value, ...(typeof priority === "number" && { priority }) }, zone).ok;
}

describe.each(formats)("the %s of any zone that a service may return", (_format, print) => {
	it("changes nothing when it replaces that zone", () => {
		fc.assert(
			fc.property(serviceZones, (records) => {
				const { records: read, types } = readZoneText(print(records), zone);
				const mode = { how: "replace", types } as const;
				const imported = importAllowed({ base: records, current: records, read }, mode, zone);
				expect(imported.leftOut).toEqual([]);
				expect(diffZones(records, keepFields(records, imported.records, zone), zone)).toMatchObject(unchanged);
			}),
			{ numRuns: 500 },
		);
	});

	it("is read back to the same records without a refused line", () => {
		fc.assert(
			fc.property(serviceZones, (all) => {
				const records = all.filter(isAllowed);
				const { records: read, refused } = readZoneText(print(records), zone);
				expect(refused).toEqual([]);
				expect(diffZones(records, read, zone)).toMatchObject({ ...unchanged, kept: records.length });
			}),
			{ numRuns: 500 },
		);
	});
});
