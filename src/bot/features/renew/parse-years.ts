import { hasAnyWord } from "../../../rules/input-words.ts";

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
