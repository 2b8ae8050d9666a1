import { isDeepStrictEqual } from "node:util";
import { type AnyRecord, identityOf, placeOf } from "./any-record.ts";
import { diffZones, type ZoneDiff } from "./diff.ts";
import { editRecord } from "./edit.ts";
import type { Zone } from "./record.ts";

/** A zone with the changes applied, and the changes that no longer fit. */
export interface Merged<Row extends AnyRecord> {
	records: Row[];
	/** Records that should be removed or changed but no longer exist. */
	lost: Row[];
}

/**
 * A three-way merge: applies the changes from `base` to `mine` to `theirs`, the zone as others changed it in the
 * meantime. My deletions and additions are applied, and all their changes stay.
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
 * Applies a difference to a zone; records keep their positions. A deletion or change affects one record, and others
 * with the same identity stay. A record that already exists is not added twice.
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

/** Of the records with one identity, returns the one that shares the most fields with `record`. */
function mostAlike<Row extends AnyRecord>(
	candidates: readonly Row[],
	record: Row,
	taken: ReadonlyMap<Row, unknown>,
): Row | undefined {
	const fields = Object.entries(record.raw ?? {});
	const shared = ({ raw = {} }: Row) => fields.filter(([name, value]) => isDeepStrictEqual(raw[name], value)).length;
	return candidates.filter((each) => !taken.has(each)).sort((one, other) => shared(other) - shared(one))[0];
}

export type ImportMode = "replace" | "add" | "overwrite";

/**
 * The zone after an import. `replace`: the imported records become the whole zone. `add`: they are added. `overwrite`:
 * for each imported type and hostname, they replace the existing records.
 */
export function importInto<Row extends AnyRecord>(
	current: readonly Row[],
	imported: readonly Row[],
	how: ImportMode,
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

/** Keeps all current records and adds each new record once, unless the zone already has it. */
function join<Row extends AnyRecord>(current: readonly Row[], added: readonly Row[], zone: Zone): Row[] {
	const present = new Set(current.map((record) => identityOf(record, zone)));
	const fresh = new Map<string, Row>();
	for (const record of added) {
		const identity = identityOf(record, zone);
		if (!present.has(identity) && !fresh.has(identity)) fresh.set(identity, record);
	}
	return [...current, ...fresh.values()];
}
