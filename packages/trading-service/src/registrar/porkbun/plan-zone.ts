import { isDeepStrictEqual } from "node:util";
import type { DnsRecord } from "@domains/contract/dns.ts";
import type { RecordFields } from "./client.ts";
import { recordOf } from "./records.ts";
import type { PorkbunRecord } from "./shapes.ts";

export type Step =
	| { kind: "edit"; id: string; fields: RecordFields }
	| { kind: "create"; fields: RecordFields }
	| { kind: "delete"; id: string };

interface Kept {
	id: string;
	record: DnsRecord;
}

/**
 * Records that our API cannot have stay. Nothing is deleted before its replacement exists, so the zone never lacks a
 * whole kind of records. The one exception: a CNAME allows nothing next to it, so what it replaces goes just before.
 */
export function planZone(domain: string, current: readonly PorkbunRecord[], wanted: readonly DnsRecord[]): Step[] {
	const left = current.flatMap((each): Kept[] => {
		const record = recordOf(domain, each);
		return record ? [{ id: each.id, record }] : [];
	});
	const take = (isMatch: (kept: DnsRecord) => boolean): Kept | undefined => {
		const index = left.findIndex(({ record }) => isMatch(record));
		return index === -1 ? undefined : left.splice(index, 1)[0];
	};
	const missing = wanted.filter((record) => !take((kept) => isDeepStrictEqual(kept, record)));
	const edits: Step[] = [];
	const added: DnsRecord[] = [];
	// An edit to the value of another record would be refused as a duplicate, so equal values go first.
	const paired = missing.map((record) => ({ record, kept: take((each) => isSame(each, record)) }));
	for (const { record, kept: same } of paired) {
		const kept = same ?? take((each) => each.type === record.type && each.hostname === record.hostname);
		if (kept) edits.push({ kind: "edit", id: kept.id, fields: fieldsOf(record) });
		else added.push(record);
	}
	const excludes = (one: DnsRecord, other: DnsRecord): boolean =>
		one.hostname === other.hostname && (one.type === "CNAME") !== (other.type === "CNAME");
	const isBlocked = (record: DnsRecord): boolean => left.some((kept) => excludes(kept.record, record));
	const [blocked, free] = [added.filter(isBlocked), added.filter((record) => !isBlocked(record))];
	const inTheWay = left.filter(({ record }) => blocked.some((each) => excludes(record, each)));
	const rest = left.filter((kept) => !inTheWay.includes(kept));
	const create = (record: DnsRecord): Step => ({ kind: "create", fields: fieldsOf(record) });
	const remove = ({ id }: Kept): Step => ({ kind: "delete", id });
	return [...edits, ...free.map(create), ...inTheWay.map(remove), ...blocked.map(create), ...rest.map(remove)];
}

function isSame(one: DnsRecord, other: DnsRecord): boolean {
	return one.type === other.type && one.hostname === other.hostname && one.value === other.value;
}

function fieldsOf({ type, hostname, value, ttl, priority }: DnsRecord): RecordFields {
	const prio = priority === undefined ? {} : { prio: priority };
	return { name: hostname === "@" ? "" : hostname, type, content: value, ttl, ...prio };
}
