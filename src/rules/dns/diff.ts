import { type AnyRecord, identityOf, placeOf } from "./any-record.ts";
import type { Zone } from "./record.ts";

/** What happens to a zone, in the order in which it is shown: deletes first. */
export interface ZoneDiff<Row extends AnyRecord> {
	removed: Row[];
	/** The same kind at the same hostname with another value, priority or TTL: one line instead of two. */
	changed: { before: Row; after: Row }[];
	added: Row[];
	/** Records that stay exactly as they are. */
	kept: number;
}

/** The difference of two zones. Order and spelling do not count, and a TTL that one side does not say is no difference. */
export function diffZones<Row extends AnyRecord>(
	before: readonly Row[],
	after: readonly Row[],
	zone: Zone,
): ZoneDiff<Row> {
	const wanted = groupByIdentity(after, zone);
	const gone: Row[] = [];
	const pairs: { before: Row; after: Row }[] = [];
	for (const record of before) {
		const match = wanted.get(identityOf(record, zone))?.shift();
		if (match) pairs.push({ before: record, after: match });
		else gone.push(record);
	}
	const fresh = [...wanted.values()].flat();
	const sameTtl = pairs.filter((pair) => equalTtl(pair.before.ttl, pair.after.ttl));
	const otherTtl = pairs.filter((pair) => !equalTtl(pair.before.ttl, pair.after.ttl));
	const { replaced, removed, added } = pairUp(gone, fresh, zone);
	return { removed, changed: [...otherTtl, ...replaced], added, kept: sameTtl.length };
}

export function isEmptyDiff({ removed, changed, added }: ZoneDiff<AnyRecord>): boolean {
	return removed.length + changed.length + added.length === 0;
}

/** Whether a zone is what was planned, or what it was before: order, spelling and unsaid TTLs aside. */
export function sameZone(one: readonly AnyRecord[], other: readonly AnyRecord[], zone: Zone): boolean {
	return one.length === other.length && isEmptyDiff(diffZones(one, other, zone));
}

/** A lone record that goes and a lone one that comes in its place are one change; where several do, nobody can tell. */
function pairUp<Row extends AnyRecord>(gone: Row[], fresh: Row[], zone: Zone) {
	const goneAt = Map.groupBy(gone, (record) => placeOf(record, zone));
	const freshAt = Map.groupBy(fresh, (record) => placeOf(record, zone));
	const lone = (place: string): boolean => goneAt.get(place)?.length === 1 && freshAt.get(place)?.length === 1;
	const replaced = gone.flatMap((before) => {
		const place = placeOf(before, zone);
		const after = lone(place) ? freshAt.get(place)?.[0] : undefined;
		return after ? [{ before, after }] : [];
	});
	return {
		replaced,
		removed: gone.filter((record) => !lone(placeOf(record, zone))),
		added: fresh.filter((record) => !lone(placeOf(record, zone))),
	};
}

function groupByIdentity<Row extends AnyRecord>(records: readonly Row[], zone: Zone): Map<string, Row[]> {
	return Map.groupBy(records, (record) => identityOf(record, zone));
}

function equalTtl(one: number | null | undefined, other: number | null | undefined): boolean {
	return typeof one !== "number" || typeof other !== "number" || one === other;
}
