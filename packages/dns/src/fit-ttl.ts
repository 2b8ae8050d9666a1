import { type AnyRecord, isKnown } from "@domains/contract/records/any-record.ts";
import { automaticTtl, clampTtl } from "./zone-file/ttl.ts";

/**
 * Returns the TTLs of the current records of known types. The service accepts these TTLs, even if our rules do not
 * allow them. Leaves out other types, because `current` may be an unsent draft. The bot does not check their TTLs in a
 * draft, so the service may refuse them.
 */
export function usedTtls(current: readonly AnyRecord[]): ReadonlySet<AnyRecord["ttl"]> {
	return new Set(current.filter(isKnown).map(({ ttl }) => ttl));
}

/**
 * Returns the imported record with a TTL that the service accepts. The TTL stays if it is in `used`, or if the bot does
 * not know the record's type. An automatic TTL (`automaticTtl`) becomes null, so that the service sets its default. Any
 * other TTL is limited to `ttlBounds`.
 */
export function fitTtl<Row extends AnyRecord>(record: Row, used: ReadonlySet<AnyRecord["ttl"]>): Row {
	const { ttl } = record;
	if (!isKnown(record) || typeof ttl !== "number" || used.has(ttl)) return record;
	return { ...record, ttl: ttl === automaticTtl ? null : clampTtl(ttl) };
}
