import { type AnyRecord, isKnown } from "@domains/contract/records/any-record.ts";
import { ttlBounds } from "@domains/contract/records/record.ts";

/** Some services use this TTL to mean "automatic". */
const automaticTtl = 1;

/**
 * Parses a TTL in seconds or in BIND's form `1h30m`. Returns seconds; undefined for anything else. A number of any length
 * is a TTL, so that the bot can say that it is too large. The result is at most the largest safe integer.
 */
export function parseTtl(text: string): number | undefined {
	if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
	if (!/^(?:\d+[smhdw])+$/i.test(text)) return undefined;
	const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
	const parts = [...text.toLowerCase().matchAll(/(\d+)([smhdw])/g)];
	const sum = parts.reduce((all, [, count, unit]) => all + Number(count) * seconds[unit as keyof typeof seconds], 0);
	return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** Matches a TTL as control panels write it. A whole text is a TTL only if `parsePanelTtl` reads it. */
export const panelTtl = String.raw`auto(?:matic)?|\d+ ?(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?)`;

/** Parses a TTL as `parseTtl` does, or as control panels write it: `Auto`, `1 Hour` or `30 min`. */
export function parsePanelTtl(text: string): number | undefined {
	if (/^auto(?:matic)?$/i.test(text)) return automaticTtl;
	const [whole] = new RegExp(`^(?:${panelTtl})$`, "i").exec(text) ?? [];
	return parseTtl(whole === undefined ? text : whole.replace(/^(\d+) ?([a-z]).*$/i, "$1$2"));
}

/** Limits a TTL to the range that our rules allow. Files from other providers may have TTLs below our minimum. */
function clampTtl(ttl: number | undefined): number | undefined {
	return ttl === undefined ? undefined : Math.min(Math.max(ttl, ttlBounds.min), ttlBounds.max);
}

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
