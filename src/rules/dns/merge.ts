import { type AnyRecord, identityOf, placeOf } from "./any-record.ts";
import { diffZones, type ZoneDiff } from "./diff.ts";
import { editRecord } from "./edit.ts";
import type { Zone } from "./record.ts";

/** A zone with changes carried over, and those that no longer fit it. */
export interface Merged<Row extends AnyRecord> {
	records: Row[];
	/** What was to be removed or changed and is no longer there. */
	lost: Row[];
}

/**
 * Carries the change from `base` to `mine` over to `theirs`, the zone as somebody else left it meanwhile: what I removed
 * goes, what I added comes, all that they did stays.
 */
export function mergeZones<Row extends AnyRecord>(
	base: readonly Row[],
	mine: readonly Row[],
	theirs: readonly Row[],
	zone: Zone,
): Merged<Row> {
	return applyDiff(theirs, diffZones(base, mine, zone), zone);
}

/** A zone after a difference; a record that is already there is not doubled, and each stays in its place. A changed record keeps the fields that the change does not name. */
export function applyDiff<Row extends AnyRecord>(
	records: readonly Row[],
	diff: ZoneDiff<Row>,
	zone: Zone,
): Merged<Row> {
	const present = new Set(records.map((record) => identityOf(record, zone)));
	const removed = new Set(diff.removed.map((record) => identityOf(record, zone)));
	const changed = new Map(diff.changed.map(({ before, after }) => [identityOf(before, zone), after]));
	const kept = records
		.filter((record) => !removed.has(identityOf(record, zone)))
		.map((record) => {
			const to = changed.get(identityOf(record, zone));
			return to ? editRecord(record, to, zone) : record;
		});
	const wanted = [...diff.removed, ...diff.changed.map((each) => each.before)];
	return {
		records: unique([...kept, ...diff.added], zone),
		lost: wanted.filter((record) => !present.has(identityOf(record, zone))),
	};
}

/**
 * What becomes of a zone when records are imported. `replace`: they are the whole zone. `add`: they join it.
 * `overwrite`: where they have a kind of record for a hostname, they take the place of the old ones of that kind.
 */
export function importInto<Row extends AnyRecord>(
	current: readonly Row[],
	imported: readonly Row[],
	how: "replace" | "add" | "overwrite",
	zone: Zone,
): Row[] {
	if (how === "replace") return unique(imported, zone);
	if (how === "add") return unique([...current, ...imported], zone);
	const places = new Set(imported.map((record) => placeOf(record, zone)));
	return unique([...current.filter((record) => !places.has(placeOf(record, zone))), ...imported], zone);
}

/** The first of each; one that is already there keeps its TTL. */
function unique<Row extends AnyRecord>(records: readonly Row[], zone: Zone): Row[] {
	const byIdentity = new Map<string, Row>();
	for (const record of records) {
		const identity = identityOf(record, zone);
		if (!byIdentity.has(identity)) byIdentity.set(identity, record);
	}
	return [...byIdentity.values()];
}
