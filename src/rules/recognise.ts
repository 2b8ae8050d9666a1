import { type DomainName, type ParsedName, parseDomain, parseLabel } from "@domains/contract/names.ts";
import { isDnssecType, isZoneFile, parseSentence, parseUnsupported, typesRecord } from "@domains/dns/sentence.ts";
import { shorten, type UnsupportedRecord } from "@domains/dns/zone-file/parsed-zone.ts";
import { domainName, hasAnyWord, joinWords, mostNameWords } from "./input-words.ts";
import { type Intent, type Request, remarks, type Unsupported, unsupported } from "./intent.ts";
import { isDotted, listNames, nameIn } from "./list.ts";
import { parseReference } from "./reference.ts";
import { correctSpelling, parseRequest } from "./request.ts";
import { findToken, mayHoldToken } from "./secrets.ts";

const invisible = /^(?:[\s\u061c\u202a-\u202e\u2066-\u2069\ufeff]|[\u200b-\u200f]|\u2060|\ufe0f)*$/u;
const end = "[^\\p{L}\\p{N}]*$";
const wordsAlone = (what: (typeof remarks)[number]) => new RegExp(`^${hasAnyWord(what)}${end}`, "iu");
const remarkWords = remarks.map((about) => ({ about, words: wordsAlone(about) }));

/**
 * Never throws, runs in linear time, and checks only the form. The callers check whether a name is for sale or in the
 * account.
 */
export function recognise(text: string): Intent {
	if (invisible.test(text)) return { is: "nothing" };
	const token = findToken(text);
	if (token !== undefined) return { is: "token", token };
	const trimmed = text.trim();
	const other = unsupportedRecord(trimmed);
	if (other) return { is: "unsupported_record", ...other };
	if (isZoneFile(trimmed)) return { is: "zone_file", text };
	// Half a record, such as "MX mail.example.net", belongs to the domain on the screen and asks for no page.
	const request = typesRecord(trimmed) ? undefined : parseRequest(trimmed);
	if (request?.wants === "record") return { is: "request", request };
	const record = parseSentence(trimmed);
	if (record) return { is: "record", ...record };
	const remark = remarkWords.find((each) => each.words.test(trimmed));
	if (remark) return { ...words(trimmed), is: "remark", about: remark.about };
	const wants = readRequest(trimmed);
	if (wants === "auto_renew") return { ...words(trimmed), is: "remark", about: wants };
	if (wants) return { ...words(trimmed), is: "unsupported", wants };
	if (request) return { ...words(trimmed), is: "request", request };
	const plain = /\s/.test(trimmed) || /[,;|]./.test(trimmed) ? recogniseMany(trimmed) : recogniseWord(trimmed);
	const meant = correctRequest(trimmed);
	return meant === undefined ? plain : { is: "misspelt", meant, plain };
}

/** These requests are not worth a question. */
const unlikely: readonly Request["wants"][] = ["unread", "search", "help"];

/** The text with its misspelt words corrected, if it then asks for something. */
function correctRequest(text: string): string | undefined {
	const meant = correctSpelling(text);
	const intent = meant === undefined ? undefined : recognise(meant);
	const asks = intent?.is === "request" ? !unlikely.includes(intent.request.wants) : intent?.is === "unsupported";
	return asks ? meant : undefined;
}

/** The bot adds none of several DNSSEC records, so one answer is enough. */
function unsupportedRecord(text: string): UnsupportedRecord | undefined {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const [first = ""] = lines;
	const other = parseSentence(first) ? undefined : parseUnsupported(first);
	if (!other) return undefined;
	const { host, type, value } = other;
	const isOne = lines.length === 1 || (isDnssecType(type) && lines.every(isDnssecRecord));
	return isOne ? { host, type, value } : undefined;
}

function isDnssecRecord(line: string): boolean {
	const other = parseUnsupported(line);
	return other !== undefined && isDnssecType(other.type);
}

function recogniseWord(word: string): Intent {
	const reference = word.startsWith("#") ? parseReference(word) : undefined;
	if (reference !== undefined) return { is: "reference", reference };
	const host = nameIn(word);
	return isDotted(host) || host !== word
		? named("name", word, parseDomain(host))
		: named("base", word, parseLabel(word));
}

function recogniseMany(text: string): Intent {
	const spaced = spaceBeforeExtension.test(text) ? joinedName(text.replace(spaceBeforeExtension, "")) : undefined;
	if (spaced) return { is: "name", ...spaced };
	const list = listNames(text);
	const [name] = list.names;
	if (name && list.names.length === 1 && list.refused.length === 0) {
		const joined = joinedName(text, name);
		return { is: "name", ...name, ...(joined && { joined }) };
	}
	const meant = list.refused.filter((each) => isDotted(each.text) || !/\s/.test(each.text));
	const lines = text.split("\n").filter((line) => line.trim() !== "").length;
	if (list.names.length > 0 || meant.length > 1 || (meant.length === 1 && lines > 1)) return { is: "names", ...list };
	const [only] = meant;
	if (only) return { is: "refused", text: only.text, problem: only.problem, ...(only.part && { part: only.part }) };
	return words(text);
}

/** `coffee .net`. */
const spaceBeforeExtension = /(?<!\s)\s{1,9}(?=\.[^\s.]\S*$)/;

/**
 * "northwind coffee.net". Undefined if there are no words before the name or TLD at the end, or if `name` is given and
 * is not the last word.
 */
function joinedName(text: string, name?: DomainName): DomainName | undefined {
	const found = text.includes("\n") || mayHoldToken(text) ? undefined : joinWords(text);
	if (!found || (name && found.own.ascii !== name.ascii)) return undefined;
	// Words of a sentence before a Latin name, such as "кто владелец brand.com", are no part of the name.
	const [label = ""] = found.joined.unicode.split(".");
	return /\p{Script=Cyrillic}/u.test(label) && /\p{Script=Latin}/u.test(label) ? undefined : found.joined;
}

function words(text: string): Intent {
	const each = text.split(/\s+/);
	const joined = each.length <= mostNameWords && !mayHoldToken(text) ? parseLabel(each.join("")) : undefined;
	if (!joined?.ok) return { is: "words" };
	const { ok: _, ...base } = joined;
	return { is: "words", base };
}

function named(is: "name" | "base", text: string, parsed: ParsedName): Intent {
	const { ok: _, ...rest } = parsed;
	if ("problem" in rest) return { is: "refused", text: shorten(text), ...rest };
	return { is, ...rest };
}

/** `auto_renew` asks for a page of the bot; all others are unsupported. */
type NamedRequest = Unsupported | "auto_renew";

/**
 * UTF-16 code units. A longer text is not a request. The limit also bounds the running time of the regular
 * expressions.
 */
const longestRequest = 120;
/** In the phrase that names a request, such as "delete the domain". */
const mostPhraseWords = 6;

const whole = (source: string) => new RegExp(`^(?:${source})$`, "iu");
const phrases = ([...unsupported, "auto_renew"] as const).map((wants) => ({ wants, phrase: whole(hasAnyWord(wants)) }));
const wordsBefore = whole(hasAnyWord("before"));
const wordsAfter = whole(`${hasAnyWord("after")}|${hasAnyWord("direction")}|${domainName}`);
const directionWords = whole(hasAnyWord("direction"));

/**
 * Alone or in a sentence: "auth code for shop.com", "How do I get the auth code?". All other words must be typical of
 * such a sentence, so that "transfer wise shop" stays a search.
 */
function readRequest(text: string): NamedRequest | undefined {
	if (text.length > longestRequest) return undefined;
	const words = text
		.replace(/[^\p{L}\p{N}]+$/u, "")
		.split(/[\s,]+/)
		.filter(Boolean);
	const lead = words.findIndex((word) => !wordsBefore.test(word));
	for (let start = 0; start <= (lead < 0 ? words.length : lead); start += 1) {
		for (let end = start + 1; end <= Math.min(words.length, start + mostPhraseWords); end += 1) {
			const phrase = words.slice(start, end).join(" ");
			const found = phrases.find((each) => each.phrase.test(phrase));
			if (found && isUsual(words.slice(end))) return found.wants;
		}
	}
	return undefined;
}

/**
 * Words after the phrase must be usual (`wordsAfter`), except after a word of direction, as in "transfer to godaddy".
 */
function isUsual(words: readonly string[]): boolean {
	return words.every((word, at) => wordsAfter.test(word) || directionWords.test(words[at - 1] ?? ""));
}
