import { ttlBounds } from "../record.ts";

/** Some services use this TTL to mean "automatic". */
export const automaticTtl = 1;

/** Parses a TTL in seconds or in BIND's form `1h30m`. Returns seconds; undefined for anything else. */
export function parseTtl(text: string): number | undefined {
	if (/^\d{1,10}$/.test(text)) return Number(text);
	if (!/^(?:\d{1,10}[smhdw])+$/i.test(text)) return undefined;
	const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
	const parts = [...text.toLowerCase().matchAll(/(\d+)([smhdw])/g)];
	return parts.reduce((sum, [, count, unit]) => sum + Number(count) * seconds[unit as keyof typeof seconds], 0);
}

/** Limits a TTL to the range that our rules allow. Files from other providers may have TTLs below our minimum. */
export function clampTtl(ttl: number | undefined): number | undefined {
	return ttl === undefined ? undefined : Math.min(Math.max(ttl, ttlBounds.min), ttlBounds.max);
}
