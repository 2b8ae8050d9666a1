import { isDeepStrictEqual } from "node:util";
import type { DnsRecord } from "@domains/contract/dns.ts";
import { Refusal } from "../../refusal.ts";
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
 * Records that our API cannot have stay, and a record that they exclude is refused. Nothing is deleted before its
 * replacement exists, so the zone never lacks a whole kind of records. The one exception: a CNAME allows nothing next
 * to it, so what it replaces goes just before. A plan for the zone as it is after any of the steps does the rest.
 */
export function planZone(domain: string, current: readonly PorkbunRecord[], wanted: readonly DnsRecord[]): Step[] {
	const left = current.flatMap((each): Kept[] => {
		const record = recordOf(domain, each);
		return record ? [{ id: each.id, record }] : [];
	});
	requireRoom(domain, current, wanted);
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
	const isBlocked = (record: DnsRecord): boolean => left.some((kept) => excludes(kept.record, record));
	const [blocked, free] = [added.filter(isBlocked), added.filter((record) => !isBlocked(record))];
	const create = (record: DnsRecord): Step => ({ kind: "create", fields: fieldsOf(record) });
	const remove = ({ id }: Kept): Step => ({ kind: "delete", id });
	// One name after another, so that a crash leaves at most one of them empty.
	const swaps = [...Map.groupBy(blocked, ({ hostname }) => hostname).values()].map((records) => ({
		inTheWay: left.filter(({ record }) => records.some((each) => excludes(record, each))),
		records,
	}));
	const swapped = new Set(swaps.flatMap(({ inTheWay }) => inTheWay));
	return [
		...edits,
		...free.map(create),
		...swaps.flatMap(({ inTheWay, records }) => [...inTheWay.map(remove), ...records.map(create)]),
		...left.filter((kept) => !swapped.has(kept)).map(remove),
	];
}

/** Throws a refusal if a record that stays excludes a wanted one. */
function requireRoom(domain: string, current: readonly PorkbunRecord[], wanted: readonly DnsRecord[]): void {
	const staying = current
		.filter((each) => !recordOf(domain, each))
		.map(({ name, type }) => ({ type, hostname: hostnameOf(domain, name) }));
	for (const [index, record] of wanted.entries()) {
		const other = staying.find((each) => excludes(each, record));
		if (!other) continue;
		const place = other.hostname === "@" ? domain : `${other.hostname}.${domain}`;
		const rule = `${place} has ${other.type}, which allows no ${record.type} next to it`;
		throw new Refusal("invalid", `records[${index}]: ${rule}. Delete ${other.type} on Porkbun's website first.`);
	}
}

function hostnameOf(domain: string, name: string): string {
	const lower = name.toLowerCase();
	return lower === domain ? "@" : lower.slice(0, -domain.length - 1);
}

interface Placed {
	hostname: string;
	type: string;
}

/** An ALIAS is an address to everyone who asks. Source: docs/registrars.md. */
function excludes(one: Placed, other: Placed): boolean {
	if (one.hostname !== other.hostname) return false;
	const isAddress = ({ type }: Placed) => type === "A" || type === "AAAA";
	if (one.type === "ALIAS" && isAddress(other)) return true;
	return (one.type === "CNAME") !== (other.type === "CNAME");
}

function isSame(one: DnsRecord, other: DnsRecord): boolean {
	return one.type === other.type && one.hostname === other.hostname && one.value === other.value;
}

function fieldsOf({ type, hostname, value, ttl, priority }: DnsRecord): RecordFields {
	const prio = priority === undefined ? {} : { prio: priority };
	return { name: hostname === "@" ? "" : hostname, type, content: value, ttl, ...prio };
}
