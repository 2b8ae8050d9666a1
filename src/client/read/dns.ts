import { bounds } from "@domains/contract/bounds.ts";
import { recordFields } from "@domains/contract/records/types.ts";
import {
	centsIn,
	type Fields,
	fieldsOf,
	flagIn,
	integerIn,
	isFields,
	listIn,
	nameIn,
	serversIn,
	textIn,
	textWithin,
} from "./fields.ts";

/**
 * `hostname` and `value` (`formal`), or `name` and `content` (`sample`). When the bot writes a zone, it uses the pair
 * that it read.
 */
export type DnsForm = "formal" | "sample";

/** `raw` is the whole JSON object. A missing or empty hostname means the apex. */
export interface DnsRecordFacts {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	raw: Fields;
}

/** A new record has no `raw`. */
interface RecordToWrite extends Omit<DnsRecordFacts, "raw"> {
	raw?: Fields | undefined;
	/** Present only in planned DNS changes that an older version of the bot stored without `raw`. */
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
 * A zone without records counts as `formal`. Null if the answer has no list of records: it must not count as an empty
 * zone, because the next write would then delete all records.
 */
export function readDns(result: unknown): DnsFacts | null {
	const fields = fieldsOf(result);
	const records = recordsIn(result);
	if (records === null) return null;
	const sample = records.length > 0 && records.every((each) => !("hostname" in each) && "name" in each);
	return {
		mode: textIn(fields, "mode", "dns_mode"),
		records: records.map(readRecord),
		nameservers: serversIn(fields),
		form: sample ? "sample" : "formal",
	};
}

/**
 * An empty list counts as an empty zone only if it is the whole result or under the key `records`. Under another key,
 * it may be a list of something else.
 */
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
		hostname: textWithin(fields, Number.POSITIVE_INFINITY, "hostname", "name") ?? "@",
		value: textWithin(fields, Number.POSITIVE_INFINITY, "value", "content") ?? "",
		ttl: integerIn(fields, { most: bounds.ttl }, "ttl"),
		priority: integerIn(fields, { most: bounds.priority }, "priority"),
		raw: fields,
	};
}

/**
 * A record that was read keeps its raw fields, and only the changed values are replaced. A new record gets the field
 * names of `form`, and a TTL and a priority only if they are set.
 */
export function writeRecords(records: readonly RecordToWrite[], form: DnsForm): Fields[] {
	return records.map((record) => (record.raw ? writeBack(record, record.raw, form) : writeNew(record, form)));
}

function writeBack(record: RecordToWrite, raw: Fields, form: DnsForm): Fields {
	const was = readRecord(raw);
	const changes = recordFields
		.filter((field) => record[field] !== was[field])
		.flatMap((field) => {
			const present = keysOf(field).filter((key) => Object.hasOwn(raw, key));
			const keys = present.length > 0 ? present : [keyOf(field, form)];
			return keys.map((key) => [key, likeBefore(raw[key], record[field])] as const);
		});
	return { ...raw, ...Object.fromEntries(changes) };
}

/**
 * For example, a number becomes a string if the service sent a string. Undefined for null, so the JSON text has no such
 * field.
 */
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

/** `zone` has a leading dot, such as `.com`. */
export interface TldFacts {
	zone: string;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
}

/** Skips entries without a TLD. Null if there is no list, or if no entry of a non-empty list has a TLD. */
export function readZones(result: unknown): TldFacts[] | null {
	const list = listIn(result, "zones", "items");
	const zones = list?.flatMap((each) => {
		const fields = fieldsOf(each);
		const zone = nameIn(typeof each === "string" ? { zone: each } : fields, "zone", "name", "tld");
		if (zone === null) return [];
		return {
			zone: zone.startsWith(".") ? zone : `.${zone}`,
			registerCents: centsIn(fields, "register_price_usd", "price_usd"),
			renewCents: centsIn(fields, "renew_price_usd"),
			premium: flagIn(fields, "premium") ?? false,
		};
	});
	return zones === undefined || (zones.length === 0 && list?.length !== 0) ? null : zones;
}
