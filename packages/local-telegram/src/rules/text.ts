import { detect, type Entity, endOf, type FormattedText, nest } from "./entities.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdown } from "./markdown.ts";
import { badRequest } from "./refusal.ts";

export const maxText = 4096;
const maxCaption = 1024;

interface GivenText {
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
function codePoints(text: string): number {
	return [...text].length;
}

/**
 * Telegram removes these from every text: carriage returns, line separators, direction marks, and three combining
 * marks.
 */
const dropped = /\r|[\u2028-\u202e]|\u0333|\u033f|\u030a/g;
/** Telegram replaces each control character below U+0020, except the line feed, by a space. */
const blank = /[^\P{Cc}\n\u007f-\u009f]/gu;

/** Source: TDLib, clean_input_string_with_entities. Adjusts the entities, and drops those that become empty. */
function cleaned({ text, entities }: FormattedText): FormattedText {
	const gone = [...text.matchAll(dropped)].map((match) => match.index);
	const moved = (place: number): number => place - gone.filter((each) => each < place).length;
	return {
		text: text.replace(dropped, "").replace(blank, " "),
		entities: entities
			.map((entity) => ({
				...entity,
				offset: moved(entity.offset),
				length: moved(endOf(entity)) - moved(entity.offset),
			}))
			.filter((entity) => entity.length > 0),
	};
}

/**
 * White space at the start is removed only up to the first entity, so that the entity is not shortened (TDLib,
 * fix_formatted_text).
 */
function trimmed({ text, entities }: FormattedText): FormattedText {
	const end = text.replace(/[ \n]+$/, "").length;
	const spaces = /^[ \n]*/.exec(text)?.[0].length ?? 0;
	const start = Math.min(spaces, end, entities[0]?.offset ?? end);
	return {
		text: text.slice(start, end),
		entities: entities
			.filter((entity) => entity.offset < end)
			.map((entity) => ({
				...entity,
				offset: entity.offset - start,
				length: Math.min(endOf(entity), end) - entity.offset,
			})),
	};
}

/** Throws if an entity reaches beyond the text, or begins or ends inside a surrogate pair. */
function checkPlaces({ text, entities }: FormattedText): void {
	const isInside = (place: number): boolean => isLowSurrogate(text.charCodeAt(place));
	const bytes = (place: number): number => Buffer.byteLength(text.slice(0, place));
	for (const { offset, length } of entities) {
		if (offset < 0) throw badRequest(`Receive an entity with incorrect offset ${offset}`);
		if (length < 0) throw badRequest(`Receive an entity with incorrect length ${length}`);
		if (offset > text.length) {
			throw badRequest(`Entity begins after the end of the text at UTF-16 offset ${offset}`);
		}
		const beginning = `Entity beginning at UTF-16 offset ${offset}`;
		if (offset + length > text.length) {
			throw badRequest(`${beginning} ends after the end of the text at UTF-16 offset ${offset + length}`);
		}
		if (isInside(offset)) {
			throw badRequest(`Entity begins in a middle of a UTF-16 symbol at byte offset ${bytes(offset + 1)}`);
		}
		if (isInside(offset + length)) {
			throw badRequest(`${beginning} ends in a middle of a UTF-16 symbol at byte offset ${bytes(offset + length + 1)}`);
		}
	}
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
