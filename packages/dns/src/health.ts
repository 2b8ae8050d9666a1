import { isWithin, plainName } from "@domains/contract/names.ts";
import { lookupIn } from "@domains/contract/records/lookup.ts";
import { canonicalRecord, isKnown, recordSetKey, textContent } from "@domains/contract/records/record.ts";
import { type AnyRecord, targetOf, type Zone } from "@domains/contract/records/types.ts";
import ipaddr from "ipaddr.js";
import { isSpf } from "./spf.ts";

const rfc = (number: number, section: string) => `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;

/** Each with a link to an explanation. The bot warns of these problems, but does not refuse the zone. */
export const healthSources = {
	/** A browser cannot open the domain itself. */
	no_address: rfc(1912, "2.1"),
	/** The target is in this zone, and the zone has no record for that name. */
	gone_target: rfc(1912, "2.1"),
	/** The target has no address. */
	dead_target: rfc(1912, "2.1"),
	/** A mail server or nameserver is an alias. Some resolvers and mail servers then give up. */
	alias_target: rfc(2181, "10.3"),
	/** Receivers can use none of them (also RFC 7208, 4.5). */
	many_spf: rfc(7208, "3.2"),
	private_address: rfc(1918, "3"),
	mixed_ttl: rfc(2181, "5.2"),
	/** Under a minute, so almost every visit needs new DNS queries. */
	low_ttl: rfc(1912, "2.2"),
	/** Over a week. Resolvers may serve a wrong value for that long after its correction. */
	high_ttl: rfc(8767, "4"),
	server_without_address: rfc(1912, "2.8"),
	/** It answers, but not for this domain. */
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

export function checkRecords(records: readonly AnyRecord[], zone: Zone): HealthFinding[] {
	const all = records.map((record) => canonicalRecord(record, zone));
	return [
		...(all.length > 0 && !all.some(isApexAddress) ? [{ problem: "no_address" as const, at: "@" }] : []),
		...checkTargets(all, zone),
		...checkSpf(all),
		...all.flatMap(checkAddress),
		...checkTtls(all, zone),
	];
}

/** ALIAS and ANAME are the alias types that some services have for the apex. */
function isApexAddress({ type, hostname }: AnyRecord): boolean {
	return hostname === "@" && ["A", "AAAA", "CNAME", "ALIAS", "ANAME", "HTTPS"].includes(type);
}

function nameBehind(record: AnyRecord): string | undefined {
	const target = targetOf(record);
	return target === undefined || target === "." ? undefined : plainName(target);
}

/** The records must be canonical (`canonicalRecord`). */
export function checkTargets(all: readonly AnyRecord[], zone: Zone): HealthFinding[] {
	const find = lookupIn(all, zone.domain);
	return all.flatMap((record): HealthFinding[] => {
		const target = nameBehind(record);
		if (target === undefined || !isWithin(target, zone.domain)) return [];
		const finding = { at: record.hostname, part: target };
		if (find(target).kind === "missing") return [{ problem: "gone_target", ...finding }];
		if (!hasAddress(target, find, zone))
			return isForText(record, target) ? [] : [{ problem: "dead_target", ...finding }];
		const isAlias = record.type !== "CNAME" && find(target).records.some(({ type }) => type === "CNAME");
		return isAlias ? [{ problem: "alias_target", ...finding }] : [];
	});
}

/**
 * Follows aliases in the zone. True if they lead out of the zone or to a delegated name, because the records of the
 * zone do not show what is there.
 */
function hasAddress(name: string, find: ReturnType<typeof lookupIn<AnyRecord>>, { domain }: Zone): boolean {
	const seen = new Set<string>();
	for (let at = name; isWithin(at, domain); ) {
		const { kind, records } = find(at);
		if (kind === "delegated" || records.some(mayGiveAddress)) return true;
		const alias = records.find(({ type }) => type === "CNAME");
		// Aliases in a loop have no address.
		if (!alias || seen.has(at)) return false;
		seen.add(at);
		at = plainName(alias.value);
	}
	return true;
}

/** Also true for a type that the bot does not know, because it may give one. */
function mayGiveAddress(record: AnyRecord): boolean {
	return ["A", "AAAA"].includes(record.type) || !isKnown(record);
}

/** A CNAME that leads to a TXT record, such as `_acme-challenge` or a DKIM selector, needs no address. */
function isForText({ type, hostname }: AnyRecord, target: string): boolean {
	return type === "CNAME" && `.${hostname}.${target}`.includes("._");
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

/** Names outside the zone that need an address, each with the hostnames of the records that lead to it. */
export function outsideTargets(records: readonly AnyRecord[], zone: Zone): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const each of records) {
		const record = canonicalRecord(each, zone);
		const target = nameBehind(record);
		if (target === undefined || isWithin(target, zone.domain) || isForText(record, target)) continue;
		found.set(target, [...(found.get(target) ?? []), record.hostname]);
	}
	return found;
}
