import type { DnsRecord } from "@domains/contract/dns.ts";
import { lookupIn, mostAliases } from "@domains/contract/records/lookup.ts";
import { isWithin } from "@domains/contract/records/name.ts";
import { absoluteHostname } from "@domains/contract/records/record.ts";
import type { Answer, RecordType } from "dns-packet";
import { resourceRecord } from "./resource-record.ts";

/** `serial` is higher after every change of the zone. */
export interface ServedZone {
	domain: string;
	records: readonly DnsRecord[];
	nameservers: readonly string[];
	serial: number;
}

export interface Reply {
	rcode: "NOERROR" | "NXDOMAIN";
	/** False if the answer only refers to the nameservers of a delegated subdomain. */
	authoritative: boolean;
	answers: Answer[];
	authorities: Answer[];
	additionals: Answer[];
	/** The name outside the zone that the last alias leads to. */
	next?: string;
}

const zoneTtl = 3600;

/**
 * Returns the answer of an authoritative server (RFC 1034, 4.3.2). `name` is in lower case.
 * - A name at or below a delegation gets a referral.
 * - CNAMEs are followed to their end: inside the zone, and in the other zones of this server (`findZone`).
 * - Wildcards apply to names that do not exist (RFC 4592).
 * - A name that does not exist gets NXDOMAIN, also if it is the end of an alias (RFC 6604, 3).
 * - A name without records of this type gets an empty answer.
 */
export async function answerFrom(
	zone: ServedZone,
	name: string,
	type: RecordType | "ANY",
	findZone: (name: string) => Promise<ServedZone | undefined>,
): Promise<Reply> {
	const seen = new Set<string>();
	let whole = answerIn(zone, name, type, seen);
	while (whole.next !== undefined && seen.size < mostAliases) {
		const other = await findZone(whole.next);
		if (!other) return whole;
		const { answers, ...end } = answerIn(other, whole.next, type, seen);
		// The flag of authority belongs to the first name of the answer (RFC 1035, 4.1.1).
		whole = { ...end, answers: [...whole.answers, ...answers], authoritative: whole.authoritative };
	}
	return whole;
}

/** `seen`: the aliases of the answer so far, to end a loop. */
function answerIn(zone: ServedZone, name: string, type: RecordType | "ANY", seen: Set<string>): Reply {
	const find = lookupIn(zone.records, zone.domain);
	const answers: Answer[] = [];
	for (let owner = name; !seen.has(owner) && seen.size < mostAliases; ) {
		const { kind, records } = find(owner);
		if (kind === "delegated") return { ...referral(zone, records), answers, authoritative: answers.length > 0 };
		if (kind === "missing") return { ...missing(zone), answers };
		const alias = records.find((record) => record.type === "CNAME");
		if (!alias || type === "CNAME" || type === "ANY") {
			const found = selectRecords(zone, owner, records, type);
			const authorities = found.length > 0 ? [] : [startOfAuthority(zone)];
			return reply({ answers: [...answers, ...found], authorities });
		}
		seen.add(owner);
		answers.push(...selectRecords(zone, owner, [alias], "CNAME"));
		owner = alias.value;
		if (!isWithin(owner, zone.domain)) return { ...reply({ answers }), next: owner };
	}
	return reply({ answers });
}

function selectRecords(
	zone: ServedZone,
	name: string,
	records: readonly DnsRecord[],
	type: RecordType | "ANY",
): Answer[] {
	const own = name === zone.domain ? apexRecords(zone, type) : [];
	const chosen = records.filter((record) => type === "ANY" || record.type === type);
	return [...own, ...chosen.map((record) => resourceRecord(record, name, ttlOf(chosen, record)))];
}

/** The answer must have one TTL for all records of a name and type (RFC 2181, 5.2). */
function ttlOf(records: readonly DnsRecord[], { type }: DnsRecord): number {
	return Math.min(...records.filter((record) => record.type === type).map(({ ttl }) => ttl));
}

function apexRecords(zone: ServedZone, type: RecordType | "ANY"): Answer[] {
	const soa = type === "SOA" || type === "ANY" ? [startOfAuthority(zone)] : [];
	const name = zone.domain;
	const servers = zone.nameservers.map((data): Answer => ({ type: "NS", name, ttl: zoneTtl, data }));
	return type === "NS" || type === "ANY" ? [...soa, ...servers] : soa;
}

function startOfAuthority({ domain, nameservers, serial }: ServedZone): Answer {
	const mname = nameservers[0] ?? domain;
	const times = { refresh: 3600, retry: 600, expire: 1_209_600, minimum: 60 };
	return { type: "SOA", name: domain, ttl: zoneTtl, data: { mname, rname: `hostmaster.${domain}`, serial, ...times } };
}

function referral(zone: ServedZone, delegation: readonly DnsRecord[]): Reply {
	const targets = new Set(delegation.map(({ value }) => value));
	const glue = zone.records.filter(
		({ type, hostname }) => (type === "A" || type === "AAAA") && targets.has(absoluteHostname(hostname, zone.domain)),
	);
	const whole = (record: DnsRecord): Answer =>
		resourceRecord(record, absoluteHostname(record.hostname, zone.domain), record.ttl);
	return { ...reply({ authorities: delegation.map(whole) }), authoritative: false, additionals: glue.map(whole) };
}

function missing(zone: ServedZone): Reply {
	return { ...reply({ authorities: [startOfAuthority(zone)] }), rcode: "NXDOMAIN" };
}

function reply({ answers = [], authorities = [] }: { answers?: Answer[]; authorities?: Answer[] }): Reply {
	return { rcode: "NOERROR", authoritative: true, answers, authorities, additionals: [] };
}
