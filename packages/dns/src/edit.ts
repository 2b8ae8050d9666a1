import { isDeepStrictEqual } from "node:util";
import { canonicalRecord, hasPriority, hasPriorityInside } from "@domains/contract/records/record.ts";
import { type AnyRecord, knownFields, type Zone } from "@domains/contract/records/types.ts";
import { isKept, pairZones } from "./diff.ts";

/**
 * A missing TTL in `to` keeps the old TTL, and a missing priority the old priority if the type is the same. A
 * hostname or value that differs only in spelling keeps the old spelling. If the service has put the priority into the
 * value, it stays there.
 */
export function editRecord<Row extends AnyRecord>(current: Row, to: Row, zone: Zone): Row {
	const [was, shall] = [canonicalRecord(current, zone), canonicalRecord(to, zone)];
	const edited = {
		...current,
		type: to.type,
		hostname: was.hostname === shall.hostname ? current.hostname : to.hostname,
		value: was.value === shall.value ? current.value : to.value,
		ttl: to.ttl ?? current.ttl,
		priority: to.priority ?? (to.type === current.type ? current.priority : null),
	};
	if (!hasPriorityInside(current) || to.type !== current.type) return edited;
	const priority = shall.priority ?? was.priority;
	const isSame = was.value === shall.value && was.priority === priority;
	return { ...edited, value: isSame ? current.value : `${priority} ${shall.value}`, priority: current.priority };
}

/**
 * Builds each planned record (`target`) again from the matching record of `base`. `base` is the zone that the bot read
 * from the service. The result keeps the fields that the bot does not interpret. A planned record from a file, a
 * template or an older state would otherwise lose them. A planned record that has the same `raw` as a record of `base`
 * already has these fields.
 *
 * A planned record with another `raw` comes from an older state of the zone and is complete. If it has no TTL or no
 * priority, the result has none either. If a planned record without `raw` has no TTL, the TTL stays as it is.
 */
export function keepFields<Row extends AnyRecord>(base: readonly Row[], target: readonly Row[], zone: Zone): Row[] {
	const { same, replaced } = pairZones(base, target, zone);
	const pairs = new Map([...same, ...replaced].map((pair) => [pair.after, pair]));
	const raws = new Set(base.map(({ raw }) => raw));
	return target.map((record) => {
		const pair = record.raw !== undefined && raws.has(record.raw) ? undefined : pairs.get(record);
		if (!pair) return record;
		const isComplete = record.raw !== undefined;
		const isSameTtl = isComplete ? (pair.before.ttl ?? null) === (record.ttl ?? null) : isKept(pair);
		if (same.includes(pair) && isSameTtl) return pair.before;
		const edited = editRecord(pair.before, record, zone);
		if (!isComplete) return edited;
		const isPriorityField = hasPriority(record.type) && !hasPriorityInside(pair.before);
		const priority = isPriorityField ? canonicalRecord(record, zone).priority : edited.priority;
		return { ...edited, ttl: record.ttl, priority };
	});
}

/**
 * True if every record that existed at both times has the same fields, with those that the bot does not interpret.
 * Records without `raw` count as equal.
 */
export function sameFields(one: readonly AnyRecord[], other: readonly AnyRecord[], zone: Zone): boolean {
	return pairZones(one, other, zone).same.every(
		({ before, after }) => !before.raw || !after.raw || isDeepStrictEqual(before.raw, after.raw),
	);
}

/**
 * Returns the names of the fields, not interpreted by the bot, that the planned change would lose:
 * - Fields of a deleted record, if a new record at the same hostname lacks them.
 * - Fields with a number that JavaScript cannot represent exactly.
 * - Fields with a replacement character (U+FFFD). PostgreSQL cannot store U+0000 and halves of surrogate pairs, so
 *   `contract/json.ts` replaces them.
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

/**
 * The names of the fields, not interpreted by the bot, that differ between two matching records. Leaves out fields
 * that services set themselves, such as `id` or `updated_at`.
 */
export function otherFields(current: readonly AnyRecord[], target: readonly AnyRecord[], zone: Zone): string[] {
	const { same, replaced } = pairZones(current, target, zone);
	const names = [...same, ...replaced].flatMap(({ before, after }) => {
		if (!before.raw || !after.raw) return [];
		const [now, then] = [before.raw, after.raw];
		const all = [...new Set([...unknownIn(before), ...unknownIn(after)].map(([name]) => name))];
		return all.filter((name) => !isOfService(name) && !isDeepStrictEqual(now[name], then[name]));
	});
	return [...new Set(names)].sort();
}

function isOfService(name: string): boolean {
	return /(?:^|_)(?:id|etag|version|serial|at|on|created|updated|modified|timestamp)$|[a-z](?:Id|At|On)$/.test(name);
}

function unknownIn({ raw = {} }: AnyRecord): [name: string, value: unknown][] {
	return Object.entries(raw).filter(([name, value]) => !knownFields.includes(name) && value !== null);
}

function isInexact(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).some(isInexact);
	if (typeof value === "string") return value.includes("\ufffd");
	return (
		typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
	);
}

/**
 * Each word is a record type, or part of a hostname or value. If a record has the word as its type, the word is
 * compared with types only.
 */
export function findRecords<R extends AnyRecord>(records: readonly R[], words: string, domain: string): R[] {
	const types = new Set(records.map(({ type }) => type.toUpperCase()));
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = (record: R) => {
		const { type, hostname, value } = record;
		// A service may send full hostnames, but the person may type the relative form, such as `@`. So search both forms.
		const texts = [hostname, canonicalRecord(record, { domain }).hostname, value].map((text) => text.toLowerCase());
		return wanted.every((word) => {
			if (types.has(word.toUpperCase())) return type.toLowerCase() === word;
			return texts.some((text) => text.includes(word));
		});
	};
	return records.filter(fits);
}
