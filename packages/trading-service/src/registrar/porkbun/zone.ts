import { isDeepStrictEqual } from "node:util";
import { readRecord } from "@domains/contract/records/record.ts";
import { isRecordType } from "@domains/contract/records/types.ts";
import type { DnsRecord } from "@domains/contract/records/wire.ts";
import { Refusal } from "../../refusal.ts";
import type { ZoneChange } from "../port.ts";
import type { PorkbunClient, PorkbunRecord, RecordFields } from "./client.ts";
import { answered } from "./decline.ts";
import type { Ask } from "./send.ts";

/** The owner may change the zone on the website meanwhile. */
const rounds = 3;

/** Reads, does the difference, and reads again. After a crash, the same call does the rest. */
export async function replaceZone(
	{ client, ask }: { client: PorkbunClient; ask: Ask },
	domain: string,
	{ wanted, base }: ZoneChange,
	signal: AbortSignal,
): Promise<DnsRecord[]> {
	requireTtl(wanted);
	const read = async () => answered(await ask("any", signal, (within) => client.records(domain, within)), domain);
	const send = (step: Step) =>
		ask<unknown>("any", signal, (within) => {
			if (step.kind === "create") return client.createRecord(domain, step.fields, within);
			if (step.kind === "edit") return client.editRecord(domain, step.id, step.fields, within);
			return client.deleteRecord(domain, step.id, within);
		});
	let current = await read();
	const isOurs = () => base === null || leadsFrom(base, recordsOf(domain, current), wanted);
	if (!isOurs()) {
		throw new Refusal("changed", `The records of ${domain} were changed at Porkbun meanwhile. Read them again first.`);
	}
	for (let round = 0; round < rounds; round += 1) {
		const steps = planZone(domain, current, wanted);
		if (steps.length === 0) break;
		for (const step of steps) {
			const result = await send(step);
			// Another writer has already deleted it; the next round sees what is left.
			if (result.kind === "refused" && result.code === "INVALID_RECORD_ID") break;
			answered(result, domain);
		}
		current = await read();
		// A change since the first step stays. The answer shows it.
		if (!isOurs()) break;
	}
	return inOrder(recordsOf(domain, current), wanted);
}

/** False if no plan from `base` to `wanted` goes through `current`: another program has changed the zone. */
function leadsFrom(base: readonly DnsRecord[], current: readonly DnsRecord[], wanted: readonly DnsRecord[]): boolean {
	const keys = (records: readonly DnsRecord[]) => new Set(records.map(keyOf));
	const [before, now, after] = [keys(base), keys(current), keys(wanted)];
	return (
		[...now].every((key) => before.has(key) || after.has(key)) &&
		[...before].every((key) => !after.has(key) || now.has(key))
	);
}

/** Stored records were JSON, so they lack fields that are undefined. */
function keyOf({ type, hostname, value, ttl, priority }: DnsRecord): string {
	return JSON.stringify([type, hostname, value, ttl, priority]);
}

function requireTtl(records: readonly DnsRecord[]): void {
	const low = records.findIndex(({ ttl }) => ttl < lowestTtl);
	if (low === -1) return;
	throw new Refusal("invalid", `records[${low}]: Porkbun takes a TTL of ${lowestTtl} seconds or more.`);
}

/** The registrar has its own order. Records that were asked for come first, in their order. */
function inOrder(found: readonly DnsRecord[], wanted: readonly DnsRecord[]): DnsRecord[] {
	const asked = wanted.filter((record) => found.some((each) => isDeepStrictEqual(each, record)));
	const others = found.filter((each) => !wanted.some((record) => isDeepStrictEqual(each, record)));
	return [...asked, ...others];
}

type Step =
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

/** In seconds. A lower TTL is refused or raised, depending on the account. Source: docs/registrars.md. */
const lowestTtl = 600;

/** Leaves out records that our API cannot have, such as ALIAS. A replacement keeps them. */
export function recordsOf(domain: string, records: readonly PorkbunRecord[]): DnsRecord[] {
	return records.flatMap((each) => recordOf(domain, each) ?? []);
}

function recordOf(domain: string, { name, type, content, ttl, prio }: PorkbunRecord): DnsRecord | undefined {
	if (!isRecordType(type) || (type === "NS" && name.toLowerCase() === domain)) return undefined;
	const input = { type, hostname: `${name}.`, value: content, ttl: ttl ?? lowestTtl, priority: prio ?? 0 };
	const read = readRecord(input, { domain, defaultTtl: lowestTtl });
	return read.ok ? read.value : undefined;
}
