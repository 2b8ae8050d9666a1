import { defaultTtl } from "../../../src/actions/dns/zone.ts";
import { fieldOf } from "../watch.ts";

/** Records as one comparable text; one that says no TTL has the usual one. */
export function namesOf(records: unknown): string {
	if (!Array.isArray(records)) return "";
	const texts = records.map((record) =>
		[...["type", "hostname", "value", "priority"].map((name) => fieldOf(record, name) ?? ""), ttlOf(record)].join(" "),
	);
	return texts.toSorted().join("\n");
}

function ttlOf(record: unknown): unknown {
	return fieldOf(record, "ttl") ?? defaultTtl;
}
