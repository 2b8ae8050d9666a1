import { isDeepStrictEqual } from "node:util";
import { sameNameservers } from "@domains/contract/names.ts";
import { canonicalRecord, identityOf, recordSetKey } from "@domains/contract/records/record.ts";
import type { AnyRecord, Zone, ZoneDiff } from "@domains/contract/records/types.ts";

/** Order and spelling are ignored. */
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

/** The records of a pair in `same` differ at most in their TTL. Those in `replaced` have the same type and hostname. */
export function pairZones<Row extends AnyRecord>(
	before: readonly Row[],
	after: readonly Row[],
	zone: Zone,
): { same: Pair<Row>[]; replaced: Pair<Row>[]; removed: Row[]; added: Row[] } {
	const wanted = groupByIdentity(after, zone);
	const partners = new Map<number, Row>();
	// Several records may have the same type, hostname, value and priority. The first round pairs records with the same
	// `raw`, the second round the rest.
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

/** Order, spelling and missing TTLs are ignored. */
export function sameZone(one: readonly AnyRecord[], other: readonly AnyRecord[], zone: Zone): boolean {
	return isEmptyDiff(diffZones(one, other, zone));
}

/**
 * An edited copy is paired with its original, which has the same `raw`. If exactly one removed and one added record
 * then remain for a type and hostname, they are a pair too. If more remain, it is unclear which belong together.
 */
function pairUp<Row extends AnyRecord>(gone: Row[], fresh: Row[], zone: Zone) {
	const freshAt = Map.groupBy(fresh, (record) => recordSetKey(record, zone));
	const partner = new Map<Row, Row>();
	const isAlone = (record: Row) => !partner.has(record);
	const pair = (before: Row, after: Row) => partner.set(before, after).set(after, before);
	for (const [place, before] of Map.groupBy(gone, (record) => recordSetKey(record, zone))) {
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

/** An edit keeps `raw`, the record as the service sent it. */
export function isMadeOf({ raw }: AnyRecord, record: AnyRecord): boolean {
	return raw !== undefined && isDeepStrictEqual(raw, record.raw);
}

function groupByIdentity<Row extends AnyRecord>(records: readonly Row[], zone: Zone): Map<string, Row[]> {
	return Map.groupBy(records, (record) => identityOf(record, zone));
}

/**
 * If only one of the two records has a TTL, the TTL counts as unchanged. Exception: if both have the same `raw`,
 * `after` is an edited copy, and a person or a restore has set or removed the TTL.
 */
export function isKept({ before, after }: Pair<AnyRecord>): boolean {
	const [one, other] = [before.ttl ?? null, after.ttl ?? null];
	return one === other || ((one === null || other === null) && !isMadeOf(after, before));
}

export interface ZoneState<Row extends AnyRecord> {
	nameservers: readonly string[];
	records: readonly Row[];
}

/** Null if there is none. Ignores TTLs, the order of the records, the SOA, and the NS records at the apex. */
export function differenceOf<Row extends AnyRecord>(
	before: ZoneState<Row>,
	after: ZoneState<Row>,
	zone: Zone,
): { diff: ZoneDiff<Row>; nameservers: boolean } | null {
	const own = (records: readonly Row[]) => records.filter((each) => !isManagedByService(each, zone));
	const { same, replaced, removed, added } = pairZones(own(before.records), own(after.records), zone);
	const diff = { removed, changed: replaced, added, kept: same.length };
	// An empty list means that the service does not report nameservers, not that it removed them.
	const reported = before.nameservers.length > 0 && after.nameservers.length > 0;
	const nameservers = reported && !sameNameservers(before.nameservers, after.nameservers);
	return nameservers || !isEmptyDiff(diff) ? { diff, nameservers } : null;
}

/** The SOA and the NS records at the apex. */
function isManagedByService(record: AnyRecord, zone: Zone): boolean {
	return record.type === "SOA" || (record.type === "NS" && canonicalRecord(record, zone).hostname === "@");
}

/** Changed by the person in the bot, and meanwhile by others at the service. */
export interface Contested<Row> {
	was: Row;
	/** Null if others deleted it. */
	now: Row | null;
}

/** Reasons for a second confirmation. A change of nameservers always needs one, because it affects the whole domain. */
export const risks = ["big_cut", "last_mail", "last_address", "nameservers"] as const;
export type Risk = (typeof risks)[number];

const bigZone = 10;
const bigCut = 0.3;

/**
 * `big_cut`: of ten or more records, over 30 % are deleted or get new values. `last_mail`, `last_address`: the last
 * MX, or the last A or AAAA record, of the apex is removed.
 */
export function risksOf(
	before: readonly AnyRecord[],
	after: readonly AnyRecord[],
	diff: ZoneDiff<AnyRecord>,
	zone: Zone,
): Risk[] {
	const lost = diff.removed.length + diff.changed.filter(isRewritten).length;
	return [
		...(before.length >= bigZone && lost > before.length * bigCut ? (["big_cut"] as const) : []),
		...(hadLast(before, after, zone, ["MX"]) ? (["last_mail"] as const) : []),
		...(hadLast(before, after, zone, ["A", "AAAA"]) ? (["last_address"] as const) : []),
	];
}

function isRewritten({ before, after }: { before: AnyRecord; after: AnyRecord }): boolean {
	return before.value !== after.value;
}

function hadLast(before: readonly AnyRecord[], after: readonly AnyRecord[], zone: Zone, types: string[]): boolean {
	const has = (records: readonly AnyRecord[]): boolean =>
		records
			.map((record) => canonicalRecord(record, zone))
			// A null MX does not count as a mail server. It says that the domain receives no mail (RFC 7505).
			.some(
				({ type, hostname, value }) => hostname === "@" && types.includes(type) && !(type === "MX" && value === "."),
			);
	return has(before) && !has(after);
}
