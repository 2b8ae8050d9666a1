import { checkLink, type Entity, type FormattedText, linkedPerson, sorted } from "./entities.ts";
import { badRequest, type Refusal } from "./refusal.ts";

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

/** `argument` is the value of the attribute that TDLib uses, such as `href` of `<a>`, or empty. */
interface StartTag {
	name: string;
	argument: string;
	unixTime: number;
	/** The offset after the tag. */
	end: number;
}

const known = new Set(
	"a b strong i em s strike del u ins tg-spoiler tg-emoji tg-time span pre code blockquote".split(" "),
);

/** TDLib's white space, and the end of the text. A tag name or an attribute name ends there. */
const isSpace = (character: string | undefined): boolean =>
	character === undefined || " \t\r\n\v\0".includes(character);
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Telegram's error contains an offset in UTF-8 bytes. */
function cannotParse(message: string, source: string, at: number, rest = ""): Refusal {
	const offset = Buffer.byteLength(source.slice(0, at));
	return badRequest(`can't parse entities: ${message} at byte offset ${offset}${rest}`);
}

/** Throws Telegram's error if the tag is malformed or unknown (TDLib, parse_html). */
function readStartTag(source: string, begin: number): StartTag {
	let at = begin + 1;
	while (!isSpace(source[at]) && source[at] !== ">") at++;
	if (at >= source.length) throw cannotParse("Unclosed start tag", source, begin);
	const name = lower(source.slice(begin + 1, at));
	if (!known.has(name)) throw cannotParse(`Unsupported start tag "${name}"`, source, begin);
	const tag: StartTag = { name, argument: "", unixTime: 0, end: at };
	while (source[tag.end] !== ">") readAttribute(tag, source, begin);
	tag.end++;
	if (name === "span" && tag.argument !== "spoiler") {
		throw cannotParse('Tag "span" must have class "tg-spoiler"', source, begin);
	}
	return tag;
}

function readAttribute(tag: StartTag, source: string, begin: number): void {
	tag.end = skipSpaces(source, tag.end);
	if (source[tag.end] === ">") return;
	const nameBegin = tag.end;
	while (!isSpace(source[tag.end]) && !"=>/\"'".includes(source[tag.end] ?? "")) tag.end++;
	const attribute = source.slice(nameBegin, tag.end);
	if (attribute === "") throw cannotParse(`Empty attribute name in the tag "${tag.name}"`, source, begin);
	tag.end = skipSpaces(source, tag.end);
	const unclosed = () => cannotParse(`Unclosed start tag "${tag.name}"`, source, begin);
	if (source[tag.end] !== "=") {
		if (tag.end >= source.length) throw unclosed();
		if (tag.name === "blockquote" && attribute === "expandable") tag.argument = "1";
		return;
	}
	tag.end = skipSpaces(source, tag.end + 1);
	if (tag.end >= source.length) throw unclosed();
	const value = readValue(source, tag.end);
	tag.end = value.end;
	if (tag.end >= source.length) throw cannotParse("Unclosed start tag", source, begin);
	keepAttribute(tag, attribute, value.text);
}

function readValue(source: string, begin: number): { text: string; end: number } {
	const quote = source[begin] ?? "";
	let at = begin;
	if (quote !== '"' && quote !== "'") {
		while (/[a-z0-9.-]/i.test(source[at] ?? "")) at++;
		if (!isSpace(source[at]) && source[at] !== ">") throw cannotParse("Unexpected end of name token", source, begin);
		return { text: lower(source.slice(begin, at)), end: at };
	}
	let text = "";
	at++;
	while (at < source.length && source[at] !== quote) {
		const reference = source[at] === "&" ? characterReference(source, at) : null;
		text += reference?.character ?? source[at];
		at = reference?.end ?? at + 1;
	}
	return { text, end: Math.min(at + 1, source.length) };
}

function keepAttribute(tag: StartTag, attribute: string, value: string): void {
	const key = `${tag.name} ${attribute}`;
	if (key === "a href" || key === "tg-emoji emoji-id" || key === "tg-time format") tag.argument = value;
	else if (key === "code class" && value.startsWith("language-")) tag.argument = value.slice("language-".length);
	else if (key === "span class" && value.startsWith("tg-")) tag.argument = value.slice("tg-".length);
	else if (key === "blockquote expandable") tag.argument = "1";
	else if (key === "tg-time unix") tag.unixTime = Number.parseInt(value, 10) || 0;
}

/** Returns the offset after the tag. `open` is the innermost open tag. Throws if the end tag has another name. */
function readEndTag(source: string, begin: number, open: string | undefined): number {
	if (open === undefined) throw cannotParse("Unexpected end tag", source, begin);
	let at = begin + 2;
	while (!isSpace(source[at]) && source[at] !== ">") at++;
	const name = lower(source.slice(begin + 2, at));
	at = skipSpaces(source, at);
	if (source[at] !== ">") throw cannotParse("Unclosed end tag", source, begin);
	if (name !== "" && name !== open) {
		throw cannotParse("Unmatched end tag", source, begin, `, expected "</${open}>", found "</${name}>"`);
	}
	return at + 1;
}

function skipSpaces(source: string, begin: number): number {
	let at = begin;
	while (at < source.length && isSpace(source[at])) at++;
	return at;
}

const named: ReadonlyMap<string, string> = new Map(Object.entries<string>({ lt: "<", gt: ">", amp: "&", quot: '"' }));

/**
 * Begins with the `&` at `at`. Telegram decodes only `&lt; &gt; &amp; &quot;` and numeric references, and the semicolon
 * is optional (TDLib, decode_html_entity). Null for anything else, which stays as text.
 */
function characterReference(source: string, at: number): { character: string; end: number } | null {
	const found = /&(?:#x([0-9a-f]*)|#([0-9]*)|([a-z]+))/iy;
	found.lastIndex = at;
	const match = found.exec(source);
	if (match === null) return null;
	const end = at + match[0].length;
	const character = match[3] === undefined ? numbered(match, end - at) : named.get(match[3]);
	return character === undefined ? null : { character, end: source[end] === ";" ? end + 1 : end };
}

function numbered(match: RegExpExecArray, length: number): string | undefined {
	const code = match[1] === undefined ? Number.parseInt(match[2] ?? "", 10) : Number.parseInt(match[1], 16);
	if (Number.isNaN(code) || code === 0 || code >= 0x10ffff || length >= 10) return undefined;
	return String.fromCodePoint(code);
}
