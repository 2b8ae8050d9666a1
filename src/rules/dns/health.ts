import ipaddr from "ipaddr.js";
import { type AnyRecord, canonicalRecord, isKnown, recordSetKey, textContent } from "./any-record.ts";
import { isWithin, plainName } from "./name.ts";
import { absoluteHostname, type Zone } from "./record.ts";
import { isSpf } from "./spf.ts";

const rfc = (number: number, section: string) => `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;

/**
 * The possible problems of a zone, each with a link to an explanation. The bot warns of them, but does not refuse the
 * zone.
 */
export const healthSources = {
	/** The zone has records but no address at its apex, so a browser cannot open the domain itself. */
	no_address: rfc(1912, "2.1"),
	/** A record leads to a name in this zone (its target), and the zone has no record for that name. */
	gone_target: rfc(1912, "2.1"),
	/** A record leads to a name (its target) that has no address. */
	dead_target: rfc(1912, "2.1"),
	/** A name has several SPF records, so receivers cannot use any of them (also RFC 7208, 4.5). */
	many_spf: rfc(7208, "3.2"),
	private_address: rfc(1918, "3"),
	/** The records of one name and type have different TTLs. */
	mixed_ttl: rfc(2181, "5.2"),
	/** The TTL of a record is under a minute, so almost every visit needs new DNS queries. */
	low_ttl: rfc(1912, "2.2"),
	/** The TTL of a record is over a week. Resolvers may serve a wrong value for that long after its correction. */
	high_ttl: rfc(8767, "4"),
	/** A nameserver has no public address. */
	server_without_address: rfc(1912, "2.8"),
	/** A nameserver answers, but not for this domain. */
	lame_server: rfc(1912, "2.8"),
	silent_server: rfc(1912, "2.8"),
} as const;

export type HealthProblem = keyof typeof healthSources;

/** `at`: the hostname or nameserver that has the problem. `part`: the wrong target, address, TTL or count. */
export interface HealthFinding {
	problem: HealthProblem;
	at: string;
	part?: string;
}

const shortest = 60;
const longest = 7 * 24 * 3_600;
const notPublic = new Set(["private", "loopback", "linkLocal", "uniqueLocal", "carrierGradeNat", "unspecified"]);

/** Returns the problems that the records alone show, without DNS queries. */
export function checkRecords(records: readonly AnyRecord[], zone: Zone): HealthFinding[] {
	const all = records.map((record) => canonicalRecord(record, zone));
	return [
		...(all.length > 0 && !all.some(isApexAddress) ? [{ problem: "no_address" as const, at: "@" }] : []),
		...all.flatMap((record) => checkTarget(record, all, zone)),
		...checkSpf(all),
		...all.flatMap(checkAddress),
		...checkTtls(all, zone),
	];
}

/**
 * True for a record that gives the domain itself an address. ALIAS and ANAME are the alias types that some services
 * have for the apex.
 */
function isApexAddress({ type, hostname }: AnyRecord): boolean {
	return hostname === "@" && ["A", "AAAA", "CNAME", "ALIAS", "ANAME", "HTTPS"].includes(type);
}

/** Returns the name that a record leads to; undefined if its type has none. */
function targetOf({ type, value }: AnyRecord): string | undefined {
	const target = type === "SRV" ? value.split(" ").at(-1) : value;
	if (!["CNAME", "MX", "NS", "SRV"].includes(type) || target === ".") return undefined;
	return target === undefined ? undefined : plainName(target);
}

function checkTarget(record: AnyRecord, all: readonly AnyRecord[], zone: Zone): HealthFinding[] {
	const target = targetOf(record);
	if (target === undefined || !isWithin(target, zone.domain)) return [];
	const parents = ancestorsOf(target, zone);
	// NS records may delegate the target to another zone. Its records are then there, and cannot be checked here.
	if ([target, ...parents].some((name) => isDelegated(name, all, zone))) return [];
	const recordsAt = (name: string) => all.filter(({ hostname }) => absoluteHostname(hostname, zone.domain) === name);
	const own = recordsAt(target);
	// A wildcard applies only to names without records.
	const found = own.length > 0 ? own : parents.flatMap((parent) => recordsAt(`*.${parent}`));
	if (found.length === 0) return [{ problem: "gone_target", at: record.hostname, part: target }];
	return found.some(mayGiveAddress) || isForText(record, target)
		? []
		: [{ problem: "dead_target", at: record.hostname, part: target }];
}

/**
 * True if this record gives its name an address. Also true for a type that the bot does not know, because it may give
 * one.
 */
function mayGiveAddress(record: AnyRecord): boolean {
	return ["A", "AAAA", "CNAME"].includes(record.type) || !isKnown(record);
}

/**
 * True for a CNAME that leads to a TXT record, such as that of `_acme-challenge` or of a DKIM selector. Its target
 * needs no address.
 */
function isForText({ type, hostname }: AnyRecord, target: string): boolean {
	return type === "CNAME" && `.${hostname}.${target}`.includes("._");
}

/** Returns the parent names of a name, up to and including the domain. */
function ancestorsOf(name: string, { domain }: Zone): string[] {
	const labels = name.slice(0, -domain.length).split(".").filter(Boolean);
	return labels.map((_, index) => [...labels.slice(index + 1), domain].join("."));
}

function isDelegated(name: string, all: readonly AnyRecord[], zone: Zone): boolean {
	return all.some(
		({ type, hostname }) => type === "NS" && hostname !== "@" && absoluteHostname(hostname, zone.domain) === name,
	);
}

function checkSpf(all: readonly AnyRecord[]): HealthFinding[] {
	const records = all.filter(({ type, value }) => type === "TXT" && isSpf(textContent(value)));
	const several = [...Map.groupBy(records, ({ hostname }) => hostname)].filter(([, { length }]) => length > 1);
	return several.map(([at, { length }]) => ({ problem: "many_spf", at, part: String(length) }));
}

function checkAddress({ type, hostname, value }: AnyRecord): HealthFinding[] {
	if ((type !== "A" && type !== "AAAA") || !ipaddr.isValid(value)) return [];
	const isPrivate = notPublic.has(ipaddr.parse(value).range());
	return isPrivate ? [{ problem: "private_address", at: hostname, part: value }] : [];
}

function checkTtls(all: readonly AnyRecord[], zone: Zone): HealthFinding[] {
	const sets = [...Map.groupBy(all, (record) => recordSetKey(record, zone)).values()];
	return sets.flatMap((set): HealthFinding[] => {
		const [first] = set;
		const ttls = set.map(({ ttl }) => ttl ?? null).filter((ttl) => ttl !== null);
		const [ttl] = ttls;
		if (!first || ttl === undefined) return [];
		const found = { at: `${first.hostname} ${first.type}` };
		if (ttls.some((each) => each !== ttl)) return [{ ...found, problem: "mixed_ttl", part: ttls.join(", ") }];
		if (ttl < shortest) return [{ ...found, problem: "low_ttl", part: String(ttl) }];
		return ttl > longest ? [{ ...found, problem: "high_ttl", part: String(ttl) }] : [];
	});
}

/**
 * Returns the names outside the zone that should have an address, because records lead to them. Each name is mapped to
 * the hostnames of these records.
 */
export function outsideTargets(records: readonly AnyRecord[], zone: Zone): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const each of records) {
		const record = canonicalRecord(each, zone);
		const target = targetOf(record);
		if (target === undefined || isWithin(target, zone.domain) || isForText(record, target)) continue;
		found.set(target, [...(found.get(target) ?? []), record.hostname]);
	}
	return found;
}
