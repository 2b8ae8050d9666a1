import { isBlank } from "@domains/contract/bounds.ts";
import { countCharacters } from "@domains/contract/names.ts";

export const longestTag = 32;
export const mostTags = 10;
export const longestNote = 500;

/** `part` is the tag that is too long, or "" if there are no tags. */
export type ParsedTags = { ok: true; tags: string[] } | { ok: false; problem: "none" | "too_long"; part: string };

/** Separated by commas, semicolons, line breaks or `#`. Tags become lower case and may contain spaces. */
export function parseTags(text: string): ParsedTags {
	const parts = visibleText(text)
		.toLowerCase()
		.split(/[#,;\n]/)
		.map((part) => part.trim().replaceAll(/\s+/g, " "));
	const tags = [...new Set(parts.filter((part) => !isBlank(part)))];
	const long = tags.find((tag) => countCharacters(tag) > longestTag);
	if (long !== undefined) return { ok: false, problem: "too_long", part: long };
	return tags.length === 0 ? { ok: false, problem: "none", part: "" } : { ok: true, tags };
}

/** Turns the label of an order into one tag. Null if nothing of it is left. */
export function tagOf(label: string): string | null {
	const parsed = parseTags(label.replaceAll(/[#,;\n]/g, " "));
	if (parsed.ok) return parsed.tags[0] ?? null;
	return parsed.problem === "too_long" ? [...parsed.part].slice(0, longestTag).join("").trim() : null;
}

/** Empty for a blank text, null if the note is too long. */
export function parseNote(text: string): string | null {
	const note = visibleText(text).trim();
	return countCharacters(note) > longestNote ? null : isBlank(note) ? "" : note;
}

/** Removes control characters except line breaks, and marks that change the direction of the surrounding text. */
function visibleText(text: string): string {
	return text.normalize("NFC").replaceAll(/\p{Bidi_Control}|(?!\n)\p{Cc}/gu, "");
}
