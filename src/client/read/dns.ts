import { type Fields, fieldsOf, integerIn, isFields, listIn, textIn, textOf } from "./fields.ts";

/** The two ways to name a record's parts; a zone is written back in the one that it was read in. */
export type DnsForm = "formal" | "sample";

/** What is read of a record, and the record itself as the service sent it. An empty or absent hostname is the domain. */
export interface DnsRecordFacts {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	raw: Fields;
}

/** A record to write: one that was read, perhaps with other values, or a new one, which has no `raw`. */
export interface RecordToWrite extends Omit<DnsRecordFacts, "raw"> {
	raw?: Fields | undefined;
	/** Of a plan that was stored before `raw` was kept: the fields that are not read. */
	extra?: Fields | undefined;
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
		raw: fields,
	};
}

/**
 * Records as they go out. One that was read goes back as it came, with only those fields changed that read otherwise
 * now, under the keys that it has. A new one takes the form of the zone, without a TTL or priority that nobody set.
 */
export function writeRecords(records: readonly RecordToWrite[], form: DnsForm): Fields[] {
	return records.map((record) => (record.raw ? writeBack(record, record.raw, form) : writeNew(record, form)));
}

function writeBack(record: RecordToWrite, raw: Fields, form: DnsForm): Fields {
	const was = readRecord(raw);
	const fields = ["type", "hostname", "value", "ttl", "priority"] as const;
	const changes = fields
		.filter((field) => record[field] !== was[field])
		.flatMap((field) => {
			const present = keysOf(field).filter((key) => Object.hasOwn(raw, key));
			const keys = present.length > 0 ? present : [keyOf(field, form)];
			return keys.map((key) => [key, likeBefore(raw[key], record[field])] as const);
		});
	return { ...raw, ...Object.fromEntries(changes) };
}

/** A number is written as a text where the service sent a text; null is left out. */
function likeBefore(before: unknown, value: string | number | null): string | number | undefined {
	return typeof before === "string" && value !== null ? String(value) : (value ?? undefined);
}

function writeNew({ type, hostname, value, ttl, priority, extra }: RecordToWrite, form: DnsForm): Fields {
	return {
		type,
		[keyOf("hostname", form)]: hostname,
		[keyOf("value", form)]: value,
		...(ttl !== null && { ttl }),
		...(priority !== null && { priority }),
		...extra,
	};
}

function keyOf(field: string, form: DnsForm): string {
	return field === "hostname" || field === "value" ? keys[form][field] : field;
}

function keysOf(field: string): string[] {
	return [...new Set([keyOf(field, "formal"), keyOf(field, "sample")])];
}
