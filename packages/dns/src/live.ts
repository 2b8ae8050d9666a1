import { canonicalRecord, isKnown, recordSetKey, textContent } from "@domains/contract/records/record.ts";
import {
	type AnyRecord,
	absoluteHostname,
	type DnsType,
	hasPriorityField,
	isRecordType,
	type Zone,
} from "@domains/contract/records/types.ts";
import { type DnsQuestion, type DnsReply, spelledName } from "./message.ts";

/** A server with the current state of the domain gives this answer. */
export interface Expected extends DnsQuestion {
	/** Sorted, and spelled like the values of DNS answers. */
	values: string[];
}

export interface CurrentState {
	mode: string | null;
	records: readonly AnyRecord[];
	nameservers: readonly string[];
}

/** For each server. */
const mostQuestions = 6;

/**
 * `setKeys`: the record sets to ask for, as keys from `recordSetKey`. With null, the questions cover the nameservers
 * and all record sets. `total`: the number of questions without the limit `mostQuestions`.
 */
export function expectedOf(
	{ mode, records, nameservers }: CurrentState,
	setKeys: readonly string[] | null,
	zone: Zone,
): { asked: Expected[]; total: number } {
	const known = records.filter(isKnown).map((record) => canonicalRecord(record, zone));
	const sets = Map.groupBy(known, (record) => recordSetKey(record, zone));
	const servers: Expected = { name: zone.domain, type: "NS", values: nameservers.map(spelledName).sort() };
	// If the domain does not use the service's own nameservers, DNS queries do not return the service's records. Only the
	// nameservers can then be checked.
	const isDnsOfService = mode === null || mode === "managed";
	const wanted = isDnsOfService ? (setKeys ?? [...sets.keys()]) : [];
	const found = wanted.flatMap((place) => {
		const [type = "", hostname = ""] = place.split(" ", 2);
		if (!isRecordType(type) || isHidden({ type, hostname }, [...sets.keys()], sets.has(place))) return [];
		const values = (sets.get(place) ?? []).map(spelledValue).sort();
		return [{ name: absoluteHostname(hostname, zone.domain), type, values: [...new Set(values)] }];
	});
	const withServers = servers.values.length > 0 && (setKeys === null || found.length === 0);
	const all = withServers ? [servers, ...found] : found;
	return { asked: all.slice(0, mostQuestions), total: all.length };
}

/** An alias, a wildcard or a delegation decides the answer, which may then differ from the record set. */
function isHidden(
	{ type, hostname }: { type: DnsType; hostname: string },
	setKeys: readonly string[],
	exists: boolean,
): boolean {
	const delegated = setKeys
		.filter((place) => place.startsWith("NS "))
		.map((place) => place.slice("NS ".length))
		.some((parent) => (hostname === parent && type !== "NS") || hostname.endsWith(`.${parent}`));
	const answered = setKeys.some((place) => place.includes(" *") || (type !== "CNAME" && place === `CNAME ${hostname}`));
	return delegated || (!exists && answered);
}

/** As `message.ts` spells the values of DNS answers, so that the two can be compared. */
function spelledValue({ type, value, priority }: AnyRecord): string {
	if (hasPriorityField(type)) return `${priority ?? 0} ${value}`;
	return type === "TXT" ? textContent(value) : value;
}

/** The state that a server shows: current (`new`), older (`old`), no answer (`silent`), or an error (`failed`). */
export type Verdict = "new" | "old" | "silent" | "failed";

/**
 * `authority`: true if the server should be authoritative for the zone. An answer that is not authoritative is then
 * `failed`, unless the question is for NS records.
 */
export function verdictOf(expected: Expected, reply: DnsReply | "silent", authority: boolean): Verdict {
	if (reply === "silent") return "silent";
	if (reply.kind !== "values") return "failed";
	// If a server should be authoritative for the zone but is not, its answer may come from a cache. Such an answer is
	// treated as an error.
	if (authority && !reply.authoritative && expected.type !== "NS") return "failed";
	return comparedValues(reply).join("\n") === expected.values.join("\n") ? "new" : "old";
}

/** An alias differs from the records of the name, even if it leads to the same values. */
export function comparedValues({ values, aliases: [alias] }: Extract<DnsReply, { kind: "values" }>): string[] {
	return alias === undefined ? values : [`CNAME ${alias}`];
}

const gravity: readonly Verdict[] = ["new", "silent", "failed", "old"];

/** From the worst to the best: `old`, `failed`, `silent`, `new`. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
	return gravity.findLast((each) => verdicts.includes(each)) ?? "silent";
}
