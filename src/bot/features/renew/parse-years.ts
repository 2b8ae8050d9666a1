import { hasAnyWord } from "../../../rules/input-words.ts";

/** True for a number with or without a unit, such as `2 years`. */
export function looksLikeYears(text: string): boolean {
	return /^\d{1,3}\s*\p{L}*$/u.test(text);
}

const counted = new RegExp(`(?<=^|\\s)(\\d+)(?:\\s*${hasAnyWord("years")})?(?=[\\s.,;!]|$)`, "giu");

/**
 * Returns the numbers that are separate words of a text, with or without a unit, each once. `rest`: the text without
 * them.
 */
export function extractYears(text: string): { counts: string[]; rest: string } {
	const counts = [...text.matchAll(counted)].flatMap(([, count]) => count ?? []);
	return { counts: [...new Set(counts)], rest: text.replaceAll(counted, " ") };
}
