import type { Answer, RecordType } from "dns-packet";
import type { DnsRecord } from "../../contract/dns.ts";
import { isWithin } from "../../rules/dns/name.ts";
import { absoluteHostname } from "../../rules/dns/record.ts";
import { resourceRecord } from "./resource-record.ts";

/** A zone that the server answers for. `serial` is higher after every change of the zone. */
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
}

const zoneTtl = 3600;
const longestChain = 8;

/**
 * Returns the answer of an authoritative server (RFC 1034, 4.3.2). `name` is in lower case.
 * - A name at or below a delegation gets a referral.
 * - CNAMEs are followed inside the zone, up to eight of them.
 * - Wildcards apply to names that do not exist (RFC 4592).
 * - A name that does not exist gets NXDOMAIN. A name without records of this type gets an empty answer.
 */
export function answerFrom(zone: ServedZone, name: string, type: RecordType | "ANY"): Reply {
	const answers: Answer[] = [];
	let owner = name;
	for (let hops = 0; hops < longestChain; hops += 1) {
		const delegation = delegationOf(zone, owner);
		if (delegation.length > 0) return answers.length > 0 ? reply({ answers }) : referral(zone, delegation);
		const found = recordsAt(zone, owner);
		if (!found) return answers.length > 0 ? reply({ answers }) : missing(zone);
		const alias = found.find((record) => record.type === "CNAME");
		if (!alias || type === "CNAME" || type === "ANY") {
			answers.push(...selectRecords(zone, owner, found, type));
			return answers.length > 0 ? reply({ answers }) : reply({ authorities: [startOfAuthority(zone)] });
		}
		answers.push(...selectRecords(zone, owner, [alias], "CNAME"));
		owner = alias.value;
		if (!isWithin(owner, zone.domain)) return reply({ answers });
	}
	return reply({ answers });
}

/**
 * Returns the records at a name, or those of the wildcard that covers the name. Returns an empty array if the name
 * exists without records, because it is the apex or has names below it. Returns undefined if the name does not exist.
 */
function recordsAt(zone: ServedZone, name: string): readonly DnsRecord[] | undefined {
	const exact = zone.records.filter((record) => absoluteHostname(record.hostname, zone.domain) === name);
	if (exact.length > 0 || name === zone.domain || hasNamesBelow(zone, name)) return exact;
	for (let parent = parentOf(name); isWithin(parent, zone.domain); parent = parentOf(parent)) {
		const wild = zone.records.filter((record) => absoluteHostname(record.hostname, zone.domain) === `*.${parent}`);
		if (wild.length > 0) return wild;
		// Only the wildcard of the closest existing ancestor applies (RFC 4592).
		const exists = zone.records.some((record) => absoluteHostname(record.hostname, zone.domain) === parent);
		if (exists || hasNamesBelow(zone, parent)) return undefined;
	}
	return undefined;
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

/**
 * Returns the lowest TTL of the records with this type. The answer must have one TTL for all records of a name and type
 * (RFC 2181, 5.2).
 */
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

/**
 * Returns the NS records that delegate the name, or a name above it, to other nameservers. If there are several
 * delegations, the one closest to the apex applies. Returns an empty array if there is none.
 */
function delegationOf(zone: ServedZone, name: string): readonly DnsRecord[] {
	const delegations: (readonly DnsRecord[])[] = [];
	for (let each = name; each !== zone.domain && isWithin(each, zone.domain); each = parentOf(each)) {
		delegations.push(
			zone.records.filter((record) => record.type === "NS" && absoluteHostname(record.hostname, zone.domain) === each),
		);
	}
	return delegations.findLast((records) => records.length > 0) ?? [];
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

function hasNamesBelow(zone: ServedZone, name: string): boolean {
	return zone.records.some(({ hostname }) => absoluteHostname(hostname, zone.domain).endsWith(`.${name}`));
}

function parentOf(name: string): string {
	return name.slice(name.indexOf(".") + 1);
}
