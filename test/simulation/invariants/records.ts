import { defaultTtl } from "../../../src/actions/dns/zone.ts";
import { fieldOf } from "../watch.ts";

/** The fields may be `hostname` and `value`, or `name` and `content`. A missing TTL counts as the default. */
export function textOfRecords(records: unknown): string {
	if (!Array.isArray(records)) return "";
	const texts = records.map((record) => [...keys.map((names) => firstOf(record, names)), ttlOf(record)].join(" "));
	return texts.toSorted().join("\n");
}

const keys = [["type"], ["hostname", "name"], ["value", "content"], ["priority"]];

function firstOf(record: unknown, names: readonly string[]): unknown {
	return names.map((name) => fieldOf(record, name)).find((value) => value !== undefined) ?? "";
}

function ttlOf(record: unknown): unknown {
	return fieldOf(record, "ttl") ?? defaultTtl;
}
