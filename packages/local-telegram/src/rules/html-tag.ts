import { characterReference } from "./html-reference.ts";
import { badRequest, type Refusal } from "./refusal.ts";

/** `argument` is the value of the attribute that TDLib uses, such as `href` of `<a>`, or empty. */
export interface StartTag {
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
export function readStartTag(source: string, begin: number): StartTag {
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
export function readEndTag(source: string, begin: number, open: string | undefined): number {
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
