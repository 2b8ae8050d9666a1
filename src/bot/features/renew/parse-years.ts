import { hasAnyWord } from "../../../rules/input-words.ts";

const counted = new RegExp(`(?<=^|\\s)(\\d+)(?:\\s*${hasAnyWord("years")})?(?=[\\s.,;!]|$)`, "giu");

/** The numbers that stand by themselves among names, with or without the unit, each once; and the text without them. */
export function extractYears(text: string): { counts: string[]; rest: string } {
	const counts = [...text.matchAll(counted)].flatMap(([, count]) => count ?? []);
	return { counts: [...new Set(counts)], rest: text.replaceAll(counted, " ") };
}
