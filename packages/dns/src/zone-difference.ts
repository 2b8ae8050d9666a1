import { type AnyRecord, canonicalRecord } from "@domains/contract/records/any-record.ts";
import { sameNameservers } from "@domains/contract/records/nameservers.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { isEmptyDiff, pairZones, type ZoneDiff } from "./diff.ts";

/** The nameservers and records of a domain at one time. */
export interface ZoneState<Row extends AnyRecord> {
	nameservers: readonly string[];
	records: readonly Row[];
}

/**
 * Returns the difference between two states of a domain; null if there is none. Ignores TTLs, the order of the records,
 * the SOA, and the NS records at the apex.
 */
export function differenceOf<Row extends AnyRecord>(
	before: ZoneState<Row>,
	after: ZoneState<Row>,
	zone: Zone,
): { diff: ZoneDiff<Row>; nameservers: boolean } | null {
	const own = (records: readonly Row[]) => records.filter((each) => !isManagedByService(each, zone));
	const { same, replaced, removed, added } = pairZones(own(before.records), own(after.records), zone);
	const diff = { removed, changed: replaced, added, kept: same.length };
	// An empty list means that the service does not report nameservers, not that it removed them.
	const reported = before.nameservers.length > 0 && after.nameservers.length > 0;
	const nameservers = reported && !sameNameservers(before.nameservers, after.nameservers);
	return nameservers || !isEmptyDiff(diff) ? { diff, nameservers } : null;
}

/** True for the SOA and the NS records at the apex: the service manages them. */
function isManagedByService(record: AnyRecord, zone: Zone): boolean {
	return record.type === "SOA" || (record.type === "NS" && canonicalRecord(record, zone).hostname === "@");
}
