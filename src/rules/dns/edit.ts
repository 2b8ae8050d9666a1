import { isDeepStrictEqual } from "node:util";
import { type AnyRecord, canonicalRecord, knownFields } from "./any-record.ts";
import { isKept, pairZones } from "./diff.ts";
import type { Zone } from "./record.ts";

/**
 * The record as it was read with only the named fields changed. A TTL that is not said is not named, nor is a priority
 * of the same kind of record; a hostname or value that only spells the same in another way stays as it was spelled.
 */
export function editRecord<Row extends AnyRecord>(current: Row, to: Row, zone: Zone): Row {
	const [was, shall] = [canonicalRecord(current, zone), canonicalRecord(to, zone)];
	return {
		...current,
		type: to.type,
		hostname: was.hostname === shall.hostname ? current.hostname : to.hostname,
		value: was.value === shall.value ? current.value : to.value,
		ttl: to.ttl ?? current.ttl,
		priority: to.priority ?? (to.type === current.type ? current.priority : null),
	};
}

/**
 * A planned zone in which every record that stands in the zone as read is that record, edited. So nothing is lost that a
 * service keeps beside the fields that are read, also where the planned records come from a file, a preset or an older
 * state. What was made of the zone as read already stays as it is.
 */
export function keepFields<Row extends AnyRecord>(base: readonly Row[], target: readonly Row[], zone: Zone): Row[] {
	const { same, replaced } = pairZones(base, target, zone);
	const pairs = new Map([...same, ...replaced].map((pair) => [pair.after, pair]));
	const raws = new Set(base.map(({ raw }) => raw));
	return target.map((record) => {
		const pair = record.raw !== undefined && raws.has(record.raw) ? undefined : pairs.get(record);
		if (!pair) return record;
		return same.includes(pair) && isKept(pair) ? pair.before : editRecord(pair.before, record, zone);
	});
}

/** Whether the records that two readings share have the same fields, also those that nobody here knows. */
export function sameFields(one: readonly AnyRecord[], other: readonly AnyRecord[], zone: Zone): boolean {
	return pairZones(one, other, zone).same.every(
		({ before, after }) => !before.raw || !after.raw || isDeepStrictEqual(before.raw, after.raw),
	);
}

/**
 * The fields of a service that a plan cannot keep: those of deleted records whose hostname gets new ones without them,
 * and whole numbers that JavaScript cannot hold exactly.
 */
export function lostFields(base: readonly AnyRecord[], target: readonly AnyRecord[], zone: Zone): string[] {
	const { removed, added } = pairZones(base, target, zone);
	const addedAt = Map.groupBy(added, (record) => canonicalRecord(record, zone).hostname);
	const gone = removed.flatMap((record) => {
		const fresh = addedAt.get(canonicalRecord(record, zone).hostname) ?? [];
		return unknownIn(record).filter(([name]) => fresh.some(({ raw = {} }) => !(name in raw)));
	});
	const inexact = target.flatMap((record) => unknownIn(record).filter(([, value]) => isInexact(value)));
	return [...new Set([...gone, ...inexact].map(([name]) => name))].sort();
}

function unknownIn({ raw = {} }: AnyRecord): [name: string, value: unknown][] {
	return Object.entries(raw).filter(([name, value]) => !knownFields.includes(name) && value !== null);
}

function isInexact(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).some(isInexact);
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}
