import { type Entity, type FormattedText, sorted } from "./entity.ts";
import { characterReference } from "./html-reference.ts";
import { readEndTag, readStartTag, type StartTag } from "./html-tag.ts";
import { checkLink, linkedPerson } from "./link.ts";
import { badRequest } from "./refusal.ts";

interface Open extends StartTag {
	offset: number;
}

const plain: ReadonlyMap<string, Entity["type"]> = new Map([
	["b", "bold"],
	["strong", "bold"],
	["i", "italic"],
	["em", "italic"],
	["u", "underline"],
	["ins", "underline"],
	["s", "strikethrough"],
	["strike", "strikethrough"],
	["del", "strikethrough"],
	["span", "spoiler"],
	["tg-spoiler", "spoiler"],
]);

/** The rules and the errors of `parse_mode: HTML` are those of TDLib (parse_html). */
export function parseHtml(source: string): FormattedText {
	let text = "";
	const open: Open[] = [];
	const entities: Entity[] = [];
	let at = 0;
	while (at < source.length) {
		const character = source[at];
		if (character === "<" && source[at + 1] === "/") {
			at = readEndTag(source, at, open.at(-1)?.name);
			const closed = open.pop();
			if (closed !== undefined && text.length > closed.offset) close(closed, text, entities);
		} else if (character === "<") {
			const tag = readStartTag(source, at);
			open.push({ ...tag, offset: text.length });
			at = tag.end;
		} else {
			const reference = character === "&" ? characterReference(source, at) : null;
			text += reference?.character ?? character;
			at = reference?.end ?? at + 1;
		}
	}
	const left = open.at(-1);
	if (left !== undefined) {
		throw badRequest(`can't parse entities: Can't find end tag corresponding to start tag "${left.name}"`);
	}
	if (!text.isWellFormed()) {
		throw badRequest(
			"can't parse entities: Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
		);
	}
	return { text, entities: sorted(entities.map(withoutLanguageOfCode)) };
}

function close(tag: Open, text: string, entities: Entity[]): void {
	const place = { offset: tag.offset, length: text.length - tag.offset };
	const type = plain.get(tag.name);
	if (type !== undefined) entities.push({ type, ...place });
	else if (tag.name === "a") closeLink(tag, text.slice(tag.offset), place, entities);
	else if (tag.name === "pre" || tag.name === "code") closeCode(tag, place, entities);
	else if (tag.name === "tg-emoji") entities.push({ type: "custom_emoji", ...place, custom_emoji_id: emojiOf(tag) });
	else if (tag.name === "tg-time") closeTime(tag, place, entities);
	else entities.push({ type: tag.argument === "" ? "blockquote" : "expandable_blockquote", ...place });
}

type Place = Pick<Entity, "offset" | "length">;

/** An invalid URL adds nothing. As on Telegram, the label then stays as plain text without an error. */
function closeLink(tag: Open, label: string, place: Place, entities: Entity[]): void {
	const address = tag.argument === "" ? label : tag.argument;
	const person = linkedPerson(address);
	const link = checkLink(address);
	if (person !== null) entities.push({ type: "text_mention", ...place, user: { id: person, first_name: "" } });
	else if ("url" in link) entities.push({ type: "text_link", ...place, url: link.url });
}

/**
 * A `<pre>` and a `<code class="language-x">` that cover the same text become one entity with a language. Either tag
 * may be the outer one.
 */
function closeCode(tag: Open, place: Place, entities: Entity[]): void {
	const last = entities.at(-1);
	const same = last?.offset === place.offset && last.length === place.length;
	if (tag.name === "pre" && same && last?.type === "code" && last.language !== undefined) last.type = "pre";
	else if (tag.name === "code" && same && last?.type === "pre" && tag.argument !== "") last.language = tag.argument;
	else if (tag.name === "pre") entities.push({ type: "pre", ...place });
	else entities.push({ type: "code", ...place, ...(tag.argument === "" ? {} : { language: tag.argument }) });
}

function withoutLanguageOfCode(entity: Entity): Entity {
	if (entity.type !== "code") return entity;
	const { language: _language, ...rest } = entity;
	return rest;
}

function emojiOf(tag: Open): string {
	if (!/^[1-9]\d{0,18}$/.test(tag.argument)) {
		throw badRequest("can't parse entities: Invalid custom emoji identifier specified");
	}
	return tag.argument;
}

function closeTime(tag: Open, place: Place, entities: Entity[]): void {
	if (!/^(?:[rR]|[tTdDwW]*)$/.test(tag.argument)) throw badRequest("can't parse entities: Invalid date format used");
	if (tag.unixTime <= 0) return;
	const format = tag.argument === "" ? {} : { date_time_format: tag.argument };
	entities.push({ type: "date_time", ...place, unix_time: tag.unixTime, ...format });
}
