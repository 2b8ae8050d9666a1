import { isBlank } from "./blank.ts";
import { countCharacters } from "./label.ts";

export const longestTag = 32;
export const mostTags = 10;
export const longestNote = 500;

/** The tags of a text, or why it has none. `part` is the tag that is too long. */
export type ParsedTags = { ok: true; tags: string[] } | { ok: false; problem: "none" | "too_long"; part: string };

/** Reads tags separated by commas, lines or `#`. A tag is lower case and may have spaces. */
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

/** A note as it is stored, or null if it is too long. An empty text deletes the note. */
export function parseNote(text: string): string | null {
	const note = visibleText(text).trim();
	return countCharacters(note) > longestNote ? null : isBlank(note) ? "" : note;
}

/** Removes marks that change the direction of the text around them, and control characters except line breaks. */
function visibleText(text: string): string {
	return text.normalize("NFC").replaceAll(/\p{Bidi_Control}|(?!\n)\p{Cc}/gu, "");
}
