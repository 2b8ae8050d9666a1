import { hasAnyWord } from "./input-words.ts";

const most = 10;

/** 0 to 10. The new expiry may be at most ten years from now (docs/service.md). */
export function yearsLeft(expiresAt: Date, now: Date): number {
	const latest = inYears(now, most);
	const years = latest.getUTCFullYear() - expiresAt.getUTCFullYear();
	const fitting = inYears(expiresAt, years) > latest ? years - 1 : years;
	return Math.min(most, Math.max(0, fitting));
}

/** In UTC. February 29 becomes March 1 in a year that has no such day. */
export function inYears(date: Date, years: number): Date {
	const moved = new Date(date);
	moved.setUTCFullYear(moved.getUTCFullYear() + years);
	return moved;
}

/** True for a number that may have a unit, such as `2` or `2 years`. */
export function looksLikeYears(text: string): boolean {
	return /^\d{1,3}\s*\p{L}*$/u.test(text);
}

const counted = new RegExp(`(?<=^|\\s)(\\d+)(?:\\s*${hasAnyWord("years")})?(?=[\\s.,;!]|$)`, "giu");

/**
 * Returns the numbers of years in a text, each once. A number must be a separate word and may have a unit. `rest`: the
 * text without these numbers.
 */
export function extractYears(text: string): { counts: string[]; rest: string } {
	const counts = [...text.matchAll(counted)].flatMap(([, count]) => count ?? []);
	return { counts: [...new Set(counts)], rest: text.replaceAll(counted, " ") };
}
