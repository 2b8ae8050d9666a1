import type { DnsRecord, DnsRecordInput } from "../dns.ts";
import { absoluteHostname, type RecordProblem, readRecord, type Zone } from "./record.ts";
import { leadsToHost, targetOf } from "./types.ts";

export type SetProblem =
	| "duplicate"
	| "alias_beside"
	| "alias_twice"
	| "alias_loop"
	| "target_is_alias"
	| "null_mx_beside";

/** `index` is its position in the input. */
export interface Refusal {
	index: number;
	problem: RecordProblem | SetProblem;
}

export type ValidRecords = { ok: true; records: DnsRecord[] } | { ok: false; refusals: Refusal[] };

/**
 * Checks each record alone, then the complete set that will replace the zone. Reports every wrong record. Source:
 * docs/service.md, "DNS".
 */
export function validateRecords(inputs: readonly DnsRecordInput[], zone: Zone): ValidRecords {
	const reads = inputs.map((input) => readRecord(input, zone));
	const refusals: Refusal[] = reads.flatMap((read, index) => (read.ok ? [] : [{ index, problem: read.problem }]));
	// The rules for the whole zone can be checked only if every record could be read.
	if (refusals.length > 0) return { ok: false, refusals };
	const records = reads.flatMap((read) => (read.ok ? [read.value] : []));
	const conflicts = conflictsOf(records, zone.domain);
	return conflicts.length === 0 ? { ok: true, records } : { ok: false, refusals: conflicts };
}

function conflictsOf(records: DnsRecord[], domain: string): Refusal[] {
	const aliases = new Map<string, string>();
	for (const { type, hostname, value } of records) {
		if (type === "CNAME") aliases.set(absoluteHostname(hostname, domain), value);
	}
	const byHostname = Map.groupBy(records, ({ hostname }) => hostname);
	const seen = new Set<string>();
	return records.flatMap((record, index): Refusal[] => {
		const key = [record.type, record.hostname, record.value, record.priority].join(" ");
		if (seen.has(key)) return [{ index, problem: "duplicate" }];
		seen.add(key);
		const problem = conflict(record, byHostname.get(record.hostname) ?? [], aliases, domain);
		return problem ? [{ index, problem }] : [];
	});
}

function conflict(
	record: DnsRecord,
	sameName: DnsRecord[],
	aliases: ReadonlyMap<string, string>,
	domain: string,
): SetProblem | undefined {
	if (record.type === "CNAME") {
		// No other record may share the name of a CNAME (RFC 1034, 3.6.2).
		if (sameName.some(({ type }) => type !== "CNAME")) return "alias_beside";
		if (sameName.some(({ value }) => value !== record.value)) return "alias_twice";
		return loops(absoluteHostname(record.hostname, domain), aliases) ? "alias_loop" : undefined;
	}
	const target = leadsToHost(record.type) ? targetOf(record) : undefined;
	if (target !== undefined && aliases.has(target)) return "target_is_alias";
	const otherMx = sameName.some(({ type, value }) => type === "MX" && value !== record.value);
	return record.type === "MX" && record.value === "." && otherMx ? "null_mx_beside" : undefined;
}

function loops(start: string, aliases: ReadonlyMap<string, string>): boolean {
	const passed = new Set<string>();
	for (let name: string | undefined = start; name !== undefined; name = aliases.get(name)) {
		if (passed.has(name)) return true;
		passed.add(name);
	}
	return false;
}
