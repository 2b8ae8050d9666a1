import { checkLink, type Entity, type FormattedText, linkedPerson, sorted } from "./entities.ts";
import { badRequest, type Refusal } from "./refusal.ts";

type Type = Entity["type"];

interface Open {
	type: Type;
	offset: number;
	begin: number;
	language?: string;
}

interface Cursor {
	readonly source: string;
	at: number;
	text: string;
	open: Open[];
	entities: Entity[];
	lineStart: boolean;
	inQuote: boolean;
}

/** TDLib's error texts use these names. */
const names: Partial<Record<Type, string>> = {
	bold: "Bold",
	italic: "Italic",
	underline: "Underline",
	strikethrough: "Strikethrough",
	spoiler: "Spoiler",
	code: "Code",
	pre: "Pre",
	text_link: "TextUrl",
	custom_emoji: "CustomEmoji",
	blockquote: "BlockQuote",
};

const marks: readonly { mark: string; type: Type }[] = [
	{ mark: "```", type: "pre" },
	{ mark: "__", type: "underline" },
	{ mark: "||", type: "spoiler" },
	{ mark: "![", type: "custom_emoji" },
	{ mark: "_", type: "italic" },
	{ mark: "*", type: "bold" },
	{ mark: "~", type: "strikethrough" },
	{ mark: "`", type: "code" },
	{ mark: "[", type: "text_link" },
];

/** The rules and the errors of `parse_mode: MarkdownV2` are those of TDLib (parse_markdown_v2). */
export function parseMarkdown(source: string): FormattedText {
	const cursor: Cursor = { source, at: 0, text: "", open: [], entities: [], lineStart: true, inQuote: false };
	while (cursor.at < source.length) step(cursor);
	if (cursor.inQuote) endQuote(cursor, source.length);
	const left = cursor.open.at(-1);
	if (left !== undefined) throw cannotFindEnd(cursor, left);
	return { text: cursor.text, entities: sorted(cursor.entities) };
}

function step(cursor: Cursor): void {
	const { source, at } = cursor;
	const character = source[at] ?? "";
	if (character === "\\" && /^\p{ASCII}/u.test(source[at + 1] ?? "")) {
		take(cursor, source[at + 1] ?? "", 2);
		return;
	}
	const inner = cursor.open.at(-1);
	const reserved = inner?.type === "code" || inner?.type === "pre" ? "`" : "_*[]()~`>#+-=|{}.!\n";
	if (!reserved.includes(character)) take(cursor, character, 1);
	else if (character === "\n") newLine(cursor);
	else if (inner !== undefined && endsHere(cursor, inner)) close(cursor, inner);
	else if (character === ">") quote(cursor);
	else begin(cursor, character);
}

function take(cursor: Cursor, character: string, length: number): void {
	cursor.text += character;
	if (character !== "\r") cursor.lineStart = character === "\n";
	cursor.at += length;
}

function newLine(cursor: Cursor): void {
	if (cursor.inQuote && cursor.source[cursor.at + 1] !== ">") endQuote(cursor, cursor.at);
	take(cursor, "\n", 1);
}

function quote(cursor: Cursor): void {
	if (!cursor.lineStart) throw reservedCharacter(">");
	if (!cursor.inQuote) cursor.open.push({ type: "blockquote", offset: cursor.text.length, begin: cursor.at });
	cursor.inQuote = true;
	cursor.at++;
}

/** The quote is expandable if its last line ends with `||`. */
function endQuote(cursor: Cursor, end: number): void {
	const last = cursor.open.at(-1);
	const expandable = last?.type === "spoiler" && last.begin === end - 2;
	if (expandable) cursor.open.pop();
	const opened = cursor.open.pop();
	if (opened === undefined) return;
	if (opened.type !== "blockquote") throw cannotFindEnd(cursor, opened);
	cursor.inQuote = false;
	const length = cursor.text.length - opened.offset + (end < cursor.source.length ? 1 : 0);
	const type = expandable ? "expandable_blockquote" : "blockquote";
	if (length > 0) cursor.entities.push({ type, offset: opened.offset, length });
}

function endsHere({ source, at }: Cursor, { type }: Open): boolean {
	if (type === "blockquote") return false;
	if (type === "text_link" || type === "custom_emoji") return source[at] === "]";
	if (type === "italic") return source[at] === "_" && source[at + 1] !== "_";
	return source.startsWith(markOf(type), at);
}

const markOf = (type: Type): string => marks.find((each) => each.type === type)?.mark ?? "";

function begin(cursor: Cursor, character: string): void {
	const found = marks.find(({ mark }) => cursor.source.startsWith(mark, cursor.at));
	if (found === undefined) throw reservedCharacter(character);
	const opened: Open = { type: found.type, offset: cursor.text.length, begin: cursor.at };
	cursor.at += found.mark.length;
	cursor.lineStart = false;
	if (found.type === "pre") {
		const [head = "", language] =
			/^(?:([^\s`]+)(?=\s))?(?:\r\n|\n\r|\n|\r)?/.exec(cursor.source.slice(cursor.at)) ?? [];
		cursor.at += head.length;
		if (language !== undefined) opened.language = language;
	}
	cursor.open.push(opened);
}

function close(cursor: Cursor, opened: Open): void {
	cursor.open.pop();
	const place = { offset: opened.offset, length: cursor.text.length - opened.offset };
	const isLink = opened.type === "text_link" || opened.type === "custom_emoji";
	cursor.at += isLink ? 1 : markOf(opened.type).length;
	const entity = isLink ? linkEntity(cursor, opened, place) : { type: opened.type, ...place };
	if (entity === null || place.length === 0) return;
	cursor.entities.push({ ...entity, ...(opened.language === undefined ? {} : { language: opened.language }) });
}

function linkEntity(cursor: Cursor, opened: Open, place: Pick<Entity, "offset" | "length">): Entity | null {
	const isEmoji = opened.type === "custom_emoji";
	const given = cursor.source[cursor.at] === "(";
	if (isEmoji && !given) throw cannotParse("The entity must contain a tg://emoji or tg://time URL");
	const address = given ? readAddress(cursor) : cursor.text.slice(opened.offset);
	if (isEmoji) return emojiOrTime(address, place);
	const person = linkedPerson(address);
	if (person !== null) return { type: "text_mention", ...place, user: { id: person, first_name: "" } };
	const link = checkLink(address);
	return "url" in link ? { type: "text_link", ...place, url: link.url } : null;
}

function readAddress(cursor: Cursor): string {
	const begun = cursor.at + 1;
	const match = /^\(((?:\\\p{ASCII}|[^)\\]|\\)*)\)/u.exec(cursor.source.slice(cursor.at));
	if (match === null) throw cannotParse(`Can't find end of a URL at byte offset ${bytesBefore(cursor, begun)}`);
	cursor.at += match[0].length;
	return (match[1] ?? "").replace(/\\(\p{ASCII})/gu, "$1");
}

function emojiOrTime(address: string, place: Pick<Entity, "offset" | "length">): Entity {
	const emoji = /^tg:(?:\/\/)?emoji\?id=(\d+)/i.exec(address);
	if (emoji?.[1] !== undefined) return { type: "custom_emoji", ...place, custom_emoji_id: emoji[1] };
	const time = /^tg:(?:\/\/)?time\?(.*)$/i.exec(address);
	const query = new URLSearchParams(time?.[1] ?? "");
	const unix = Number(query.get("unix"));
	const format = query.get("format") ?? "";
	if (time === null || !(unix > 0) || !/^(?:[rR]|[tTdDwW]*)$/.test(format)) {
		throw cannotParse("Invalid tg://emoji or tg://time URL specified");
	}
	return { type: "date_time", ...place, unix_time: unix, ...(format === "" ? {} : { date_time_format: format }) };
}

const cannotParse = (message: string): Refusal => badRequest(`Can't parse entities: ${message}`);
const reservedCharacter = (character: string): Refusal =>
	cannotParse(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
const bytesBefore = ({ source }: Cursor, at: number): number => Buffer.byteLength(source.slice(0, at));
const cannotFindEnd = (cursor: Cursor, opened: Open): Refusal =>
	cannotParse(`Can't find end of ${nameOf(opened)} entity at byte offset ${bytesBefore(cursor, opened.begin)}`);
const nameOf = ({ type, language }: Open): string => (language === undefined ? (names[type] ?? type) : "PreCode");
