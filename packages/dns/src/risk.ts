import { type AnyRecord, canonicalRecord } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import type { ZoneDiff } from "./diff.ts";

/**
 * Why a change of a zone needs a second confirmation. A change of nameservers always needs one, because it affects the
 * whole domain.
 */
export const risks = ["big_cut", "last_mail", "last_address", "nameservers"] as const;
export type Risk = (typeof risks)[number];

const bigZone = 10;
const bigCut = 0.3;

/**
 * Returns the risks of a record change. `big_cut`: the zone has ten or more records, and over 30 % of them are deleted
 * or get new values. `last_mail`, `last_address`: the last MX, or the last A or AAAA record, of the apex is removed.
 */
export function risksOf(
	before: readonly AnyRecord[],
	after: readonly AnyRecord[],
	diff: ZoneDiff<AnyRecord>,
	zone: Zone,
): Risk[] {
	const lost = diff.removed.length + diff.changed.filter(isRewritten).length;
	return [
		...(before.length >= bigZone && lost > before.length * bigCut ? (["big_cut"] as const) : []),
		...(hadLast(before, after, zone, ["MX"]) ? (["last_mail"] as const) : []),
		...(hadLast(before, after, zone, ["A", "AAAA"]) ? (["last_address"] as const) : []),
	];
}

function isRewritten({ before, after }: { before: AnyRecord; after: AnyRecord }): boolean {
	return before.value !== after.value;
}

function hadLast(before: readonly AnyRecord[], after: readonly AnyRecord[], zone: Zone, types: string[]): boolean {
	const has = (records: readonly AnyRecord[]): boolean =>
		records
			.map((record) => canonicalRecord(record, zone))
			// A null MX does not count as a mail server. It says that the domain receives no mail (RFC 7505).
			.some(
				({ type, hostname, value }) => hostname === "@" && types.includes(type) && !(type === "MX" && value === "."),
			);
	return has(before) && !has(after);
}
