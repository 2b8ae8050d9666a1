import { isDeepStrictEqual } from "node:util";
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

/**
 * A zone after a difference; each record stays in its place. A removed or changed record stands for one record of the
 * zone: others of the same identity stay. An added record that the zone has already is not doubled.
 */
export function applyDiff<Row extends AnyRecord>(
	records: readonly Row[],
	diff: ZoneDiff<Row>,
	zone: Zone,
): Merged<Row> {
	const byIdentity = Map.groupBy(records, (record) => identityOf(record, zone));
	const results = new Map<Row, Row[]>();
	const lost: Row[] = [];
	for (const { before, after } of [
		...diff.removed.map((record) => ({ before: record, after: null })),
		...diff.changed,
	]) {
		const current = mostAlike(byIdentity.get(identityOf(before, zone)) ?? [], before, results);
		// A changed record keeps the fields that the change does not name.
		if (current) results.set(current, after ? [editRecord(current, after, zone)] : []);
		else lost.push(before);
	}
	return {
		records: join(
			records.flatMap((record) => results.get(record) ?? [record]),
			diff.added,
			zone,
		),
		lost,
	};
}

/** Of records with one identity, the one that shares the most fields with `record`. */
function mostAlike<Row extends AnyRecord>(
	candidates: readonly Row[],
	record: Row,
	taken: ReadonlyMap<Row, unknown>,
): Row | undefined {
	const fields = Object.entries(record.raw ?? {});
	const shared = ({ raw = {} }: Row) => fields.filter(([name, value]) => isDeepStrictEqual(raw[name], value)).length;
	return candidates.filter((each) => !taken.has(each)).sort((one, other) => shared(other) - shared(one))[0];
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
	if (how === "replace") return join([], imported, zone);
	if (how === "add") return join(current, imported, zone);
	const places = new Set(imported.map((record) => placeOf(record, zone)));
	return join(
		current.filter((record) => !places.has(placeOf(record, zone))),
		imported,
		zone,
	);
}

/** All records of the zone as it is, and of the added ones the first of each that the zone does not have. */
function join<Row extends AnyRecord>(current: readonly Row[], added: readonly Row[], zone: Zone): Row[] {
	const present = new Set(current.map((record) => identityOf(record, zone)));
	const fresh = new Map<string, Row>();
	for (const record of added) {
		const identity = identityOf(record, zone);
		if (!present.has(identity) && !fresh.has(identity)) fresh.set(identity, record);
	}
	return [...current, ...fresh.values()];
}
