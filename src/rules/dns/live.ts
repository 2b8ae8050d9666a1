import type { DnsType } from "../../contract/dns.ts";
import { type AnyRecord, canonicalRecord, isKnown, placeOf, textContent } from "./any-record.ts";
import type { DnsQuestion, DnsReply } from "./message.ts";
import { spelledName } from "./message.ts";
import { absoluteHostname, recordTypes, type Zone } from "./record.ts";

/** A DNS question with the answer that a server with the current state gives. */
export interface Expected extends DnsQuestion {
	/** Sorted, in the spelling of `spelledValue`. */
	values: string[];
}

/** The current state of a domain at the service. */
export interface CurrentState {
	mode: string | null;
	records: readonly AnyRecord[];
	nameservers: readonly string[];
}

/** Maximum number of questions that one check asks each server. */
const mostQuestions = 6;

/**
 * Returns the questions that check whether servers show the current state of a domain, with the expected answers.
 * `places`: keys of record sets (`placeOf`), such as those of a change; null for the nameservers and every record set.
 * `total`: the number of questions before the limit applies.
 */
export function expectedOf(
	{ mode, records, nameservers }: CurrentState,
	places: readonly string[] | null,
	zone: Zone,
): { asked: Expected[]; total: number } {
	const known = records.filter(isKnown).map((record) => canonicalRecord(record, zone));
	const sets = Map.groupBy(known, (record) => placeOf(record, zone));
	const servers: Expected = { name: zone.domain, type: "NS", values: nameservers.map(spelledName).sort() };
	// If the domain uses other nameservers than the service's own, DNS does not show the service's records.
	const isServed = mode === null || mode === "managed";
	const wanted = isServed ? (places ?? [...sets.keys()]) : [];
	const found = wanted.flatMap((place) => {
		const [type = "", hostname = ""] = place.split(" ", 2);
		const known = recordTypes.find((each) => each === type);
		if (!known || isHidden({ type: known, hostname }, [...sets.keys()], sets.has(place))) return [];
		const values = (sets.get(place) ?? []).map(spelledValue).sort();
		return [{ name: absoluteHostname(hostname, zone.domain), type: known, values: [...new Set(values)] }];
	});
	const withServers = servers.values.length > 0 && (places === null || found.length === 0);
	const all = withServers ? [servers, ...found] : found;
	return { asked: all.slice(0, mostQuestions), total: all.length };
}

/** True if other records of the zone answer this question: an alias, a wildcard or a delegation. */
function isHidden(
	{ type, hostname }: { type: DnsType; hostname: string },
	places: readonly string[],
	exists: boolean,
): boolean {
	const delegated = places
		.filter((place) => place.startsWith("NS "))
		.map((place) => place.slice("NS ".length))
		.some((parent) => (hostname === parent && type !== "NS") || hostname.endsWith(`.${parent}`));
	const answered = places.some((place) => place.includes(" *") || (type !== "CNAME" && place === `CNAME ${hostname}`));
	return delegated || (!exists && answered);
}

/** Returns a record's value in the spelling of a DNS answer. */
function spelledValue({ type, value, priority }: AnyRecord): string {
	if (type === "MX" || type === "SRV") return `${priority ?? 0} ${value}`;
	return type === "TXT" ? textContent(value) : value;
}

/** The state that one server shows: the current one, an older one, no answer (`silent`), or an error. */
export type Verdict = "new" | "old" | "silent" | "failed";

/** Compares an answer with the expected one. `authority`: the server should be authoritative for the zone. */
export function verdictOf(expected: Expected, reply: DnsReply | "silent", authority: boolean): Verdict {
	if (reply === "silent") return "silent";
	if (reply.kind === "failed") return "failed";
	// A server that should be authoritative but does not have the zone may answer from a cache. That answer counts as
	// an error.
	if (authority && !reply.authoritative && expected.type !== "NS") return "failed";
	return reply.values.join("\n") === expected.values.join("\n") ? "new" : "old";
}

const gravity: readonly Verdict[] = ["new", "silent", "failed", "old"];

/** Returns the overall verdict on a server from the verdicts on its answers. `old` has the highest priority. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
	return gravity.findLast((each) => verdicts.includes(each)) ?? "silent";
}
