import { isDeepStrictEqual } from "node:util";
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

/** The difference of two zones. Order and spelling do not count. */
export function diffZones<Row extends AnyRecord>(
	before: readonly Row[],
	after: readonly Row[],
	zone: Zone,
): ZoneDiff<Row> {
	const { same, replaced, removed, added } = pairZones(before, after, zone);
	const sameTtl = same.filter(isKept);
	const otherTtl = same.filter((pair) => !isKept(pair));
	return { removed, changed: [...otherTtl, ...replaced], added, kept: sameTtl.length };
}

export interface Pair<Row> {
	before: Row;
	after: Row;
}

/** Which record of one zone is which of the other: `same` but for its TTL, or `replaced` at its place. */
export function pairZones<Row extends AnyRecord>(
	before: readonly Row[],
	after: readonly Row[],
	zone: Zone,
): { same: Pair<Row>[]; replaced: Pair<Row>[]; removed: Row[]; added: Row[] } {
	const wanted = groupByIdentity(after, zone);
	const partners = new Map<number, Row>();
	// Of several records with one identity, those with the same fields belong together.
	for (const fits of [isMadeOf, () => true]) {
		for (const [index, record] of before.entries()) {
			if (partners.has(index)) continue;
			const candidates = wanted.get(identityOf(record, zone)) ?? [];
			const at = candidates.findIndex((each) => fits(each, record));
			for (const match of at < 0 ? [] : candidates.splice(at, 1)) partners.set(index, match);
		}
	}
	const gone = before.filter((_, index) => !partners.has(index));
	const same = before.flatMap((record, index) => {
		const after = partners.get(index);
		return after ? [{ before: record, after }] : [];
	});
	return { same, ...pairUp(gone, [...wanted.values()].flat(), zone) };
}

export function isEmptyDiff({ removed, changed, added }: ZoneDiff<AnyRecord>): boolean {
	return removed.length + changed.length + added.length === 0;
}

/** Whether a zone is what was planned, or what it was before: order, spelling and unsaid TTLs aside. */
export function sameZone(one: readonly AnyRecord[], other: readonly AnyRecord[], zone: Zone): boolean {
	return one.length === other.length && isEmptyDiff(diffZones(one, other, zone));
}

/**
 * At one place, an edited record is known by the raw record that it was made of. Of the others, a lone record that goes
 * and a lone one that comes are one change; where several do, nobody can tell.
 */
function pairUp<Row extends AnyRecord>(gone: Row[], fresh: Row[], zone: Zone) {
	const freshAt = Map.groupBy(fresh, (record) => placeOf(record, zone));
	const partner = new Map<Row, Row>();
	const isAlone = (record: Row) => !partner.has(record);
	const pair = (before: Row, after: Row) => partner.set(before, after).set(after, before);
	for (const [place, before] of Map.groupBy(gone, (record) => placeOf(record, zone))) {
		const after = freshAt.get(place) ?? [];
		for (const record of before) {
			const edited = after.find((each) => isAlone(each) && isMadeOf(each, record));
			if (edited) pair(record, edited);
		}
		const [first, ...others] = before.filter(isAlone);
		const [second, ...more] = after.filter(isAlone);
		if (first && second && others.length === 0 && more.length === 0) pair(first, second);
	}
	const replaced = gone.flatMap((before) => {
		const after = partner.get(before);
		return after ? [{ before, after }] : [];
	});
	return { replaced, removed: gone.filter(isAlone), added: fresh.filter(isAlone) };
}

function isMadeOf({ raw }: AnyRecord, record: AnyRecord): boolean {
	return raw !== undefined && isDeepStrictEqual(raw, record.raw);
}

function groupByIdentity<Row extends AnyRecord>(records: readonly Row[], zone: Zone): Map<string, Row[]> {
	return Map.groupBy(records, (record) => identityOf(record, zone));
}

/** A TTL that one side does not say is no difference, unless it was set on this very record. */
export function isKept({ before, after }: Pair<AnyRecord>): boolean {
	const [one, other] = [before.ttl ?? null, after.ttl ?? null];
	return one === other || ((one === null || other === null) && !isMadeOf(after, before));
}
