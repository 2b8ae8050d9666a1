import { type Fields, fieldsOf, integerIn, isFields, listIn, textIn, textOf } from "./fields.ts";

/** The two ways to name a record's parts; a zone is written back in the one that it was read in. */
export type DnsForm = "formal" | "sample";

/**
 * A record as the service sent it. `extra` keeps the fields that nobody here understands, to be written back, and an empty
 * hostname, which is read as the domain itself.
 */
export interface DnsRecordFacts {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	extra: Fields;
}

export interface DnsFacts {
	mode: string | null;
	records: DnsRecordFacts[];
	nameservers: string[];
	form: DnsForm;
}

const keys = {
	formal: { hostname: "hostname", value: "value" },
	sample: { hostname: "name", value: "content" },
} as const;
const known = ["type", "hostname", "name", "value", "content", "ttl", "priority"];

/**
 * Reads `GET /domains/{domain}/dns` in either form of record. An empty zone is in the formal one. Null where no list of
 * records came: the next write replaces the whole zone, so what is not read would be lost.
 */
export function readDns(result: unknown): DnsFacts | null {
	const fields = fieldsOf(result);
	const records = recordsIn(result);
	if (records === null) return null;
	const sample = records.length > 0 && records.every((each) => !("hostname" in each) && "name" in each);
	return {
		mode: textIn(fields, "mode", "dns_mode"),
		records: records.map(readRecord),
		nameservers: (listIn(fields["nameservers"]) ?? []).map(textOf).filter((each) => each !== ""),
		form: sample ? "sample" : "formal",
	};
}

/** An empty list is a zone without records only where its place says so: alone, or as `records`. */
function recordsIn(value: unknown): readonly Fields[] | null {
	if (Array.isArray(value)) return value.every(isRecord) ? value : null;
	if (!isFields(value)) return null;
	if ("records" in value) return recordsIn(value["records"]);
	const others = Object.values(value).filter((each) => !Array.isArray(each) || each.length > 0);
	return others.map(recordsIn).find((each) => each !== null) ?? null;
}

function isRecord(value: unknown): value is Fields {
	return isFields(value) && textIn(value, "type") !== null && ("value" in value || "content" in value);
}

function readRecord(fields: Fields): DnsRecordFacts {
	return {
		type: (textIn(fields, "type") ?? "").toUpperCase(),
		hostname: textIn(fields, "hostname", "name") ?? "@",
		value: textIn(fields, "value", "content") ?? "",
		ttl: integerIn(fields, "ttl"),
		priority: integerIn(fields, "priority"),
		extra: Object.fromEntries(
			Object.entries(fields).filter(([name, value]) => !known.includes(name) || isEmptyHost(name, value)),
		),
	};
}

function isEmptyHost(name: string, value: unknown): boolean {
	return value === "" && (name === keys.formal.hostname || name === keys.sample.hostname);
}

/** Records as they go out, in the form of the zone. A TTL or priority that nobody set is not sent. */
export function writeRecords(records: readonly DnsRecordFacts[], form: DnsForm): Record<string, unknown>[] {
	const names = keys[form];
	return records.map(({ type, hostname, value, ttl, priority, extra }) => ({
		...extra,
		type,
		[names.hostname]: hostname === "@" && extra[names.hostname] === "" ? "" : hostname,
		[names.value]: value,
		...(ttl !== null && { ttl }),
		...(priority !== null && { priority }),
	}));
}
