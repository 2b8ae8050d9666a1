import { type AnyRecord, identityOf } from "./any-record.ts";
import { diffZones, type ZoneDiff } from "./diff.ts";
import { importInto, isReplaceable, type Merged, mergeZones } from "./merge.ts";
import type { Zone } from "./record.ts";

/**
 * The records that a planned change replaces as a whole. `known` or `all`: the records of the types that an imported
 * file can contain, see `ParsedZone`. `zone`: every record. A plan without this value consists of single changes.
 */
export type Replaced = "known" | "all" | "zone";

interface Plan<Row extends AnyRecord> {
	base: readonly Row[];
	target: readonly Row[];
	replaces?: Replaced | undefined;
}

/**
 * Applies a plan to `current`, the zone as others have changed it since the plan was made:
 * - A plan of single changes is merged.
 * - A plan of an import replaces the same types of records again.
 * - A plan that replaces the zone keeps its target. So it also reverts what others did meanwhile.
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

/** Returns the changes of a plan that others have already made, so that a new plan does not contain them. */
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
