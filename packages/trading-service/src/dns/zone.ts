import { isWithin } from "@domains/contract/names.ts";
import { lookupIn, mostAliases } from "@domains/contract/records/lookup.ts";
import { absoluteHostname, type Field, isNumberField, mapFields } from "@domains/contract/records/types.ts";
import type { DnsRecord } from "@domains/contract/records/wire.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import type { Answer, RecordType } from "dns-packet";
import { and, inArray, ne, sql } from "drizzle-orm";
import type { Registrar } from "../registrar/port.ts";
import { domains } from "../schema.ts";
import { alive } from "../store/domains.ts";

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

export function resourceRecord(record: DnsRecord, name: string, ttl: number): Answer {
	const fields = mapFields(record, (field, text, key) => [key, wireValue(field, text)] as const);
	const [[, only] = []] = fields;
	const data = fields.length === 1 ? only : Object.fromEntries(fields);
	// The cast is safe: the table of types has the fields of the packet library. The library accepts any CAA tag, although
	// its TypeScript types allow only three. With `issuerCritical`, it would write 128 instead of the flags.
	return { type: record.type, name, ttl, data } as Answer;
}

function wireValue(field: Field, text: string): string | number | Buffer[] {
	if (isNumberField(field)) return Number(text);
	if (field === "text") return textStrings(text);
	return field === "quoted" ? text.slice(1, -1) : text;
}

/** DNS limits a string to 255 bytes. A quoted value is unquoted first. */
function textStrings(value: string): Buffer[] {
	const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : value;
	const bytes = Buffer.from(text);
	const strings: Buffer[] = [];
	for (let start = 0; start < bytes.length; start += 255) strings.push(bytes.subarray(start, start + 255));
	return strings;
}

interface Own extends Pick<Registrar, "nameservers"> {
	nameserverDomain: string;
}

/**
 * Serves the domain of the registrar's own nameservers, domains with the service's nameservers (`managed`), and domains with an edge profile.
 * `address` is the IP address of this server.
 */
export function createZoneFinder(db: Db, own: Own, address: string): (name: string) => Promise<ServedZone | undefined> {
	return async (name) => {
		if (isWithin(name, own.nameserverDomain)) return ownZoneAt(own, address);
		const labels = name.split(".");
		const endings = labels.map((_label, index) => labels.slice(index).join("."));
		const [zone] = await db
			.select({
				domain: domains.name,
				records: domains.records,
				nameservers: domains.nameservers,
				// The database has no version number per zone, so the current time in seconds is the serial.
				serial: sql<number>`extract(epoch from clock())::int`,
			})
			.from(domains)
			.where(and(inArray(domains.name, endings), ne(domains.mode, "external"), alive))
			.orderBy(sql`length(${domains.name}) desc`)
			.limit(1);
		return zone;
	};
}

function ownZoneAt({ nameservers, nameserverDomain }: Own, address: string): ServedZone {
	const type = address.includes(":") ? ("AAAA" as const) : ("A" as const);
	const records = nameservers.map((name) => ({
		type,
		hostname: name.slice(0, -nameserverDomain.length - 1),
		value: address,
		ttl: 3600,
	}));
	return { domain: nameserverDomain, records, nameservers, serial: 1 };
}
