import { isDeepStrictEqual } from "node:util";
import {
	canonicalRecord,
	hasPriority,
	identityOf,
	isAcceptedUnknownType,
	isKnown,
	isRegular,
	recordSetKey,
} from "@domains/contract/records/record.ts";
import type { AnyRecord, Zone, ZoneDiff } from "@domains/contract/records/types.ts";
import { type Contested, diffZones, isMadeOf, type Pair } from "./diff.ts";
import { editRecord } from "./edit.ts";
import { fitTtl, usedTtls } from "./ttl.ts";
import type { FileTypes, Replaced } from "./zone-file/parsed-zone.ts";

export interface Merged<Row extends AnyRecord> {
	records: Row[];
	/** The person's change overrides a change by others. */
	contested: Contested<Row>[];
}

/**
 * A three-way merge: applies the person's changes (from `base` to `mine`) to `theirs`, the current zone. If both
 * changed one record, the person's change applies to its current version, and the record is `contested`.
 */
export function mergeZones<Row extends AnyRecord>(
	base: readonly Row[],
	mine: readonly Row[],
	theirs: readonly Row[],
	zone: Zone,
): Merged<Row> {
	const byOthers = diffZones(base, theirs, zone).changed.map(({ before, after }) => [before, after] as const);
	return applyDiff(theirs, diffZones(base, mine, zone), zone, new Map(byOthers));
}

/**
 * Records keep their positions. Of several equal records, a deletion or edit affects only one. `rivals`: the records
 * that others changed after the difference was made, from the old versions to the new ones.
 */
export function applyDiff<Row extends AnyRecord>(
	records: readonly Row[],
	diff: ZoneDiff<Row>,
	zone: Zone,
	rivals: ReadonlyMap<Row, Row> = new Map(),
): Merged<Row> {
	const byIdentity = Map.groupBy(records, (record) => identityOf(record, zone));
	const results = new Map<Row, Row[]>();
	const contested: Contested<Row>[] = [];
	const { removed, moved, added } = findMoves(diff);
	for (const { before, after } of [...removed, ...moved, ...diff.changed]) {
		const same = mostAlike(byIdentity.get(identityOf(before, zone)) ?? [], before, results);
		const rival = rivals.get(before);
		const current = same ?? (rival && !results.has(rival) ? rival : undefined);
		if (!current) {
			// Others have deleted the record. If the person deleted it too, there is nothing left to do. If the person edited
			// it, it is created again.
			if (after && !byIdentity.has(identityOf(after, zone))) contested.push({ was: before, now: null });
			if (after) added.push(after);
			continue;
		}
		const identity = identityOf(current, zone);
		// The result keeps the current fields that the person's change does not affect.
		const edited =
			after &&
			carryOver({ before, after: same ? after : combineWithRival(current, { before, after }, zone) }, current, zone);
		const target = edited && identityOf(edited, zone);
		const exists = target !== null && target !== identity && byIdentity.has(target);
		if (!same && target !== identity) contested.push({ was: before, now: current });
		results.set(current, edited && !exists ? [edited] : []);
	}
	const merged = records.flatMap((record) => results.get(record) ?? [record]);
	return { records: addMissing(merged, added, zone), contested };
}

/** A value or priority that the person did not change comes from `rival`, the record as others left it. */
function combineWithRival<Row extends AnyRecord>(rival: Row, { before, after }: Pair<Row>, zone: Zone): Row {
	const isSame = canonicalRecord(before, zone).value === canonicalRecord(after, zone).value;
	const isSamePriority = (before.priority ?? null) === (after.priority ?? null);
	return {
		...after,
		value: isSame ? rival.value : after.value,
		priority: isSamePriority ? rival.priority : after.priority,
	};
}

/**
 * If `after` is an edited copy of `before`, the priority and a changed TTL come from `after`. An unchanged TTL comes
 * from `current`.
 */
function carryOver<Row extends AnyRecord>({ before, after }: Pair<Row>, current: Row, zone: Zone): Row {
	const edited = editRecord(current, after, zone);
	// An edited copy has all fields of the record. A missing TTL or priority means that the person removed it. A record
	// from another source, such as a file, may lack them for other reasons.
	if (!isMadeOf(after, before)) return edited;
	const sameTtl = (before.ttl ?? null) === (after.ttl ?? null);
	return { ...edited, ttl: sameTtl ? current.ttl : after.ttl, priority: after.priority };
}

/**
 * An added record may be a copy of a removed one, with another hostname or type. As one change, it keeps the fields
 * that others have meanwhile set on the old record.
 */
function findMoves<Row extends AnyRecord>(diff: ZoneDiff<Row>) {
	const added = new Set(diff.added);
	const removed: { before: Row; after: null }[] = [];
	const moved: { before: Row; after: Row }[] = [];
	for (const before of diff.removed) {
		const after = [...added].find((record) => isMadeOf(record, before));
		if (after) moved.push({ before, after });
		else removed.push({ before, after: null });
		if (after) added.delete(after);
	}
	return { removed, moved, added: [...added] };
}

/** The candidate with the most fields in common. All candidates have the same identity (`identityOf`) as `record`. */
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
 * Returns the zone after an import:
 * - `replace`: the imported records replace the existing ones. An existing record stays only if its type is not in
 *   `types`, or if it breaks a DNS rule.
 * - `add`: the imported records are added to the existing ones.
 * - `overwrite`: the imported records replace the existing ones of the same type and hostname.
 *
 * `types`: the types that the file replaces, see `ParsedZone`.
 */
export function importInto<Row extends AnyRecord>(
	current: readonly Row[],
	read: readonly Row[],
	{ how, types }: { how: ImportMode; types: FileTypes },
	zone: Zone,
): Row[] {
	const used = usedTtls(current);
	const byIdentity = new Map(current.map((record) => [identityOf(record, zone), record]));
	const imported = read
		.map((record) => keepPriority(fitTtl(record, used), current, zone))
		.map((record) => ({ ...record, ttl: record.ttl ?? byIdentity.get(identityOf(record, zone))?.ttl ?? null }));
	if (how === "replace")
		return addMissing(
			current.filter((record) => !isReplaceable(record, types, zone)),
			imported,
			zone,
		);
	if (how === "add") return addMissing(current, imported, zone);
	const importedKeys = new Set(imported.map((record) => recordSetKey(record, zone)));
	return addMissing(
		current.filter((record) => !importedKeys.has(recordSetKey(record, zone))),
		imported,
		zone,
	);
}

/** `types`: the types that the file replaces, see `ParsedZone`. */
export function isReplaceable(record: AnyRecord, types: FileTypes, zone: Zone): boolean {
	if (types === "known" || isKnown(record)) return isRegular(record, zone);
	return isAcceptedUnknownType(record) && (types === "all" || types.includes(record.type));
}

/**
 * `before`: the record in the file. `after`: as it is imported. With `add`, records that the zone already has keep
 * their TTLs, so they are left out.
 */
export function fittedTtls<Row extends AnyRecord>(
	current: readonly Row[],
	read: readonly Row[],
	how: ImportMode,
	zone: Zone,
): Pair<Row>[] {
	const used = usedTtls(current);
	const existing = new Set(how === "add" ? current.map((record) => identityOf(record, zone)) : []);
	return read
		.map((before) => ({ before, after: fitTtl(before, used) }))
		.filter(({ before, after }) => before.ttl !== after.ttl)
		.filter(({ before }) => !existing.has(identityOf(before, zone)));
}

/** The priority of the current record with the same type, hostname and value, or else 0. */
function keepPriority<Row extends AnyRecord>(record: Row, current: readonly Row[], zone: Zone): Row {
	if (!isKnown(record) || !hasPriority(record.type) || typeof record.priority === "number") return record;
	const { hostname, value } = canonicalRecord(record, zone);
	const same = current
		.filter(({ type }) => type === record.type)
		.map((each) => canonicalRecord(each, zone))
		.find((each) => each.hostname === hostname && each.value === value);
	return { ...record, priority: same?.priority ?? 0 };
}

/** Equal added records appear once. */
function addMissing<Row extends AnyRecord>(current: readonly Row[], added: readonly Row[], zone: Zone): Row[] {
	const present = new Set(current.map((record) => identityOf(record, zone)));
	const fresh = new Map<string, Row>();
	for (const record of added) {
		const identity = identityOf(record, zone);
		if (!present.has(identity) && !fresh.has(identity)) fresh.set(identity, record);
	}
	return [...current, ...fresh.values()];
}

interface Plan<Row extends AnyRecord> {
	base: readonly Row[];
	target: readonly Row[];
	replaces?: Replaced | undefined;
}

/**
 * `current`: the zone after others have changed it. Single changes are merged with those of others. An import replaces
 * all current records of its types. A plan that replaces the zone also reverts the changes of others.
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

/** After `replan`, the plan no longer contains these changes, and the bot shows them separately. */
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
