import { type AnyRecord, isKnown } from "./any-record.ts";
import { automaticTtl, clampTtl } from "./zone-file/ttl.ts";

/** Returns the TTLs of the current records. The service accepts them, even if our rules do not. */
export function usedTtls(current: readonly AnyRecord[]): ReadonlySet<AnyRecord["ttl"]> {
	return new Set(current.map(({ ttl }) => ttl));
}

/**
 * Returns the imported record with a TTL that the service accepts. The TTL stays if it is in `used`, or if the bot does
 * not know the record's type. Otherwise it is limited to `ttlBounds`. An automatic TTL is left out instead, so that the
 * service sets its default.
 */
export function fitTtl<Row extends AnyRecord>(record: Row, used: ReadonlySet<AnyRecord["ttl"]>): Row {
	const { ttl } = record;
	if (!isKnown(record) || typeof ttl !== "number" || used.has(ttl)) return record;
	return { ...record, ttl: ttl === automaticTtl ? null : clampTtl(ttl) };
}
