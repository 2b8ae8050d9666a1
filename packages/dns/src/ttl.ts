import { isKnown, ttlBounds } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";

/** Some services use this TTL to mean "automatic". */
const automaticTtl = 1;

/**
 * Reads seconds, or BIND's form `1h30m`. A number of any length is a TTL, so that the bot can say that it is too
 * large. The result is at most the largest safe integer.
 */
export function parseTtl(text: string): number | undefined {
	if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
	if (!/^(?:\d+[smhdw])+$/i.test(text)) return undefined;
	const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
	const parts = [...text.toLowerCase().matchAll(/(\d+)([smhdw])/g)];
	const sum = parts.reduce((all, [, count, unit]) => all + Number(count) * seconds[unit as keyof typeof seconds], 0);
	return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** A whole text is a TTL only if `parsePanelTtl` reads it. */
export const panelTtl = String.raw`auto(?:matic)?|\d+ ?(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?)`;

/** As `parseTtl`, or as control panels write it: `Auto`, `1 Hour` or `30 min`. */
export function parsePanelTtl(text: string): number | undefined {
	if (/^auto(?:matic)?$/i.test(text)) return automaticTtl;
	const [whole] = new RegExp(`^(?:${panelTtl})$`, "i").exec(text) ?? [];
	return parseTtl(whole === undefined ? text : whole.replace(/^(\d+) ?([a-z]).*$/i, "$1$2"));
}

/** Files from other providers may have TTLs below our minimum. */
function clampTtl(ttl: number | undefined): number | undefined {
	return ttl === undefined ? undefined : Math.min(Math.max(ttl, ttlBounds.min), ttlBounds.max);
}

/**
 * The service accepts these TTLs, even if our rules do not allow them. Leaves out unknown types: in a draft, the bot
 * does not check their TTLs, so the service may refuse them.
 */
export function usedTtls(current: readonly AnyRecord[]): ReadonlySet<AnyRecord["ttl"]> {
	return new Set(current.filter(isKnown).map(({ ttl }) => ttl));
}

/**
 * The TTL stays if it is in `used`, or if the bot does not know the type. An automatic TTL becomes null, so that the
 * service sets its default. Any other TTL is limited to `ttlBounds`.
 */
export function fitTtl<Row extends AnyRecord>(record: Row, used: ReadonlySet<AnyRecord["ttl"]>): Row {
	const { ttl } = record;
	if (!isKnown(record) || typeof ttl !== "number" || used.has(ttl)) return record;
	return { ...record, ttl: ttl === automaticTtl ? null : clampTtl(ttl) };
}
