import { checkPlaces, cleaned, trimmed } from "./clean.ts";
import { detect } from "./detect.ts";
import type { Entity, FormattedText } from "./entity.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdown } from "./markdown.ts";
import { nest } from "./nesting.ts";
import { badRequest } from "./refusal.ts";

export const maxText = 4096;
export const maxCaption = 1024;

export interface GivenText {
	text: string;
	parseMode?: string | undefined;
	entities?: readonly Entity[] | undefined;
}

/** Throws unless the text without its markup has 1 to 4096 code points. */
export function messageText(given: GivenText): FormattedText {
	if (given.text === "") throw badRequest("Message text is empty");
	const formatted = format(given);
	if (formatted.text === "") throw badRequest("Text must be non-empty");
	if (codePoints(formatted.text) > maxText) throw badRequest("Message is too long");
	return formatted;
}

/** Throws if the caption without its markup has more than 1024 code points. */
export function captionText(given: GivenText): FormattedText {
	const formatted = format(given);
	if (codePoints(formatted.text) > maxCaption) throw badRequest("Message caption is too long");
	return formatted;
}

/** Adds the entities that Telegram itself finds in a text. Empty if there is only white space. */
export function format({ text, parseMode = "", entities = [] }: GivenText): FormattedText {
	if (Buffer.byteLength(text) > 32_768) throw badRequest("Text is too long");
	const given = text === "" ? { text, entities: [] } : parse(text, parseMode.toLowerCase(), entities);
	const clean = trimmed(nested(cleaned(nested(given))));
	return /\S/.test(clean.text) ? detect(clean) : { text: "", entities: [] };
}

function parse(text: string, mode: string, entities: readonly Entity[]): FormattedText {
	if (mode === "html") return parseHtml(text);
	if (mode === "markdownv2") return parseMarkdown(text);
	if (mode === "markdown") throw badRequest("Unsupported parse_mode (the local Telegram knows HTML and MarkdownV2)");
	if (mode !== "" && mode !== "none") throw badRequest("Unsupported parse_mode");
	checkPlaces({ text, entities: [...entities] });
	return { text, entities: [...entities] };
}

const nested = ({ text, entities }: FormattedText): FormattedText => ({ text, entities: nest(entities) });

/** The unit of Telegram's limits (TDLib, utf8_length). */
export function codePoints(text: string): number {
	return [...text].length;
}
