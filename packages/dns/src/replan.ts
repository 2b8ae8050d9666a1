import { type AnyRecord, identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { diffZones, type ZoneDiff } from "./diff.ts";
import { importInto, isReplaceable, type Merged, mergeZones } from "./merge.ts";
import type { FileTypes } from "./zone-file/parsed-zone.ts";

/**
 * What a planned change replaces as a whole. `zone`: every record. Otherwise, all records of the types that an imported
 * file replaces. A plan without this value changes single records.
 */
export type Replaced = FileTypes | "zone";

interface Plan<Row extends AnyRecord> {
	base: readonly Row[];
	target: readonly Row[];
	replaces?: Replaced | undefined;
}

/**
 * Applies a planned change of a zone to `current`, the zone after others have changed it:
 * - A plan of single changes is merged with the changes of others.
 * - The plan of an import replaces all current records of the types that the file replaces.
 * - A plan that replaces the zone keeps its target. So it also reverts the changes of others.
 */
export function replan<Row extends AnyRecord>(
	{ base, target, replaces }: Plan<Row>,
	current: readonly Row[],
	zone: Zone,
): Merged<Row> {
	if (replaces === undefined) return mergeZones(base, target, current, zone);
	if (replaces === "zone") return { records: [...target], contested: [] };
	const wanted = target.filter((record) => isReplaceable(record, replaces, zone));
	return { records: importInto(current, wanted, { how: "replace", types: replaces }, zone), contested: [] };
}

/**
 * Returns the planned changes that others have already made in the zone (`current`). After `replan`, the plan no longer
 * contains them, and the bot shows them separately.
 */
export function doneByOthers<Row extends AnyRecord>(
	{ base, target }: Plan<Row>,
	current: readonly Row[],
	zone: Zone,
): ZoneDiff<Row> {
	const { removed, changed, added } = diffZones(base, target, zone);
	const rivals = new Set(diffZones(base, current, zone).changed.map(({ before }) => before));
	const byIdentity = new Map(current.map((record) => [identityOf(record, zone), record]));
	const find = (record: Row) => byIdentity.get(identityOf(record, zone));
	return {
		removed: removed.filter((record) => !find(record) && !rivals.has(record)),
		changed: changed.filter(({ before, after }) => {
			const isSame = identityOf(before, zone) === identityOf(after, zone);
			const found = find(after);
			return isSame ? found?.ttl === after.ttl : found !== undefined && !find(before);
		}),
		added: added.filter((record) => find(record)),
		kept: 0,
	};
}
