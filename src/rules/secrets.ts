import { parseDomain, parseLabel } from "@domains/contract/names.ts";
import { isPublicText, isZoneFile, parseSentence, parseUnsupported } from "@domains/dns/sentence.ts";
import { hasAnyWord } from "./input-words.ts";
import { hostOf, isDotted } from "./list.ts";
import { isStartLink } from "./reference.ts";

/** Anywhere in a text, even without spaces around it. */
const ownToken = /dt[ps]_[\w-]{20,}/;
/** A text copied from a program. */
const bearer = /\bbearer\s+([\w.~+/=-]{16,})/i;
/** Such as `token=…` or `"api_key":"…"`, also inside a link. */
const named = new RegExp(`(?:${hasAnyWord("token")}|_key|_token|secret|password)["']?[:=]["']?([^\\s"'&]+)`, "iu");
/** A word, or a colon at the end of a line, announces a secret. */
const announced = new RegExp(`${hasAnyWord("token")}|secret|password|:\\s*$`, "imu");
/** Prose, quotes, code and Markdown put these around a word. Underscores are excluded: a token may contain them. */
const leading = /^["'`«»“”„‘’([{<*~|,;:]+/;
// The lookbehind keeps the search linear: a run of such characters is tried only from its first one.
const trailing = /(?<!["'`«»“”„‘’)\]}>*~|,;:.!?…])["'`«»“”„‘’)\]}>*~|,;:.!?…]+$/;
/**
 * White space, invisible characters, and punctuation outside ASCII, such as a long dash. No token contains any of
 * these.
 */
const between = /(?:[\s\p{Cf}]|(?![\x21-\x7e])[\p{P}\p{S}])+/u;
/** Typed without a space before a token, such as `is:` in `is:acct-…`. */
const glued = /^\p{L}+:(?=[a-z]+[-_])/iu;
/**
 * A word with a lower `commonPairs` may count as a token: random text has fewer such pairs than words that people make
 * up.
 */
const leastCommon = 0.6;
/** The free text after the domain, such as the value of a record, is not searched for tokens. */
const withValue = /^\/(?:dns|ns|edge)(?:@\w+)?\s+(\S+)\s/i;

/**
 * Keeps tokens out of logs, searches and stored texts.
 * - A token of our own service has a known prefix.
 * - Tokens of other services have no known format. A long word that looks random counts as a token, alone or among
 *   other words.
 * - The value of a DNS record never counts as a token.
 * - A text with several names and several words that look random is probably a list of names. None of its words counts
 *   as a token.
 */
export function findToken(text: string): string | undefined {
	const certain = certainToken(text);
	if (certain !== undefined) return certain;
	if (isStartLink(text)) return undefined;
	const found = [...new Set(wordsIn(text).filter(looksSecret))];
	return found.length > 1 && countNames(text) > 1 ? undefined : found[0];
}

/**
 * The text should contain a token. If `findToken` finds none, returns the longest word that may be one. `asked`: the
 * bot has just asked for a token. Even a word of twelve characters with digits may then be one.
 */
export function findExpectedToken(text: string, asked: boolean): string | undefined {
	const likely =
		isListOfLabels(text) || isStartLink(text)
			? []
			: wordsIn(text).filter((word) => isMingled(word) && (asked || mayBeToken(word)));
	return findToken(text) ?? likely.toSorted((one, other) => other.length - one.length)[0];
}

/** Only an unmistakable token, for the answer to a question: any other long word may be a valid answer. */
export function certainToken(text: string): string | undefined {
	// The name in a link may look random, or like the beginning of a token.
	if (isStartLink(text)) return undefined;
	return ownToken.exec(text)?.[0] ?? bearer.exec(text)?.[1];
}

export function findSigningSecret(text: string): string | undefined {
	return /\bwhsec_[\w+/=-]{8,}/.exec(text)?.[0];
}

/** A token of our own service lost its end when it was copied. */
export function isTruncatedToken(text: string): boolean {
	return findToken(text) === undefined && !isStartLink(text) && /^\s*dts_\S*\s*$|\bdts_[\w-]{8,}/i.test(text);
}

/**
 * Looser than `findToken`: one word of 16 or more characters. A word that is a valid name must also mix upper case,
 * lower case and digits. If no account is connected, the bot tries the text as a token. The bot never shows it on a
 * screen.
 */
export function mayBeToken(text: string): boolean {
	const word = text.trim();
	if (!/^[\x21-\x7e]{16,4096}$/.test(word) || /^[/#<]|:\/\/|@/.test(word) || isAddresses(word)) return false;
	if (isDotted(word)) return isMixed(word) && !endsAsName(word);
	return parseLabel(hostOf(word)).ok ? word.length >= 20 && isMixed(word) : true;
}

/** Such a text must not appear on a screen. */
export function mayHoldToken(text: string): boolean {
	const words = text.split(between).map(strip);
	return mayBeToken(text) || words.some((word) => mayBeToken(word) || looksSecret(word));
}

/**
 * Leaves out lines that are DNS records. Empty for a zone file, and for a command with a domain and a free text
 * (`withValue`).
 */
function wordsIn(text: string): string[] {
	const [, first] = withValue.exec(text) ?? [];
	if (isZoneFile(text) || (first !== undefined && parseDomain(first).ok)) return [];
	return withoutPublicText(text.split(/[\r\n\u2028\u2029]+/))
		.filter((line) => parseSentence(line) === undefined)
		.flatMap(wordsOf)
		.map((word) => strip(named.exec(word)?.[1] ?? word).replace(glued, ""))
		.filter((word) => word !== "");
}

/**
 * Well-known TXT records are public although a key in them looks random. Of a verification, only the first word is the
 * value.
 */
function withoutPublicText(lines: readonly string[]): string[] {
	let next: RegExp | undefined;
	return lines.flatMap((line) => {
		const text = line.trim();
		const isPublic = isPublicText(text);
		if (!isPublic && next?.test(text)) return [];
		next = isPublic ? nextPart(text) : undefined;
		if (!isPublic) return [line];
		return /^\S*verification=/i.test(text) ? [text.replace(/^\S+/, "")] : [];
	});
}

/**
 * The public value may go on in the next line: a quoted one in a quoted line, and a key without quotes in a line of the
 * same alphabet.
 */
function nextPart(text: string): RegExp | undefined {
	if (/^[("]/.test(text)) return /^"/;
	return /\bp=[a-z\d+/]*$/i.test(text) ? /^[a-z\d+/]+={0,2}$/i : undefined;
}

/**
 * Of a DNS record such as `_443._tcp TLSA …` (`parseUnsupported`), only the host, because the value is no token.
 * Nothing if the host has an underscore label: `0f3a…._openpgpkey` contains a hash, which looks like a token.
 */
function wordsOf(line: string): string[] {
	const record = parseUnsupported(line);
	if (!record) return line.split(between);
	return /(?:^|\.)_/.test(record.host) ? [] : [record.host];
}

function strip(word: string): string {
	return word.replace(leading, "").replace(trailing, "");
}

function countNames(text: string): number {
	const hosts = text.split(/[\s,;|]+/).map(hostOf);
	return hosts.filter((host) => isDotted(host) && parseDomain(host).ok).length;
}

/** Mixes letters with digits, or changes case several times. False for names, addresses and links. */
function isMingled(word: string): boolean {
	if (!/^[\x21-\x7e]{12,4096}$/.test(word) || /^[/#<]|:\/\/|@/.test(word) || isAddresses(word)) return false;
	const mingled = /[a-z]/i.test(word) && (/\d/.test(word) || /(?:[a-z][A-Z].*){3}/.test(word));
	return mingled && !(isDotted(word) && endsAsName(word));
}

function looksSecret(word: string): boolean {
	if (isPrefixedKey(word)) return true;
	if (word.length < 16 || word.length > 4_096 || !/^[\w.~+/:-]+={0,2}$/.test(word)) return false;
	// A JSON web token has two dots, so it could pass for a name. `eyJ` is base64 of `{"`.
	if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(word)) return true;
	if (word.startsWith("/") || word.includes("://") || isAddresses(word)) return false;
	if (/(?:^|\.)xn--/i.test(word) || (word.includes(".") && endsAsName(word))) return false;
	const parts = word.split(/[^a-z\d]+/i);
	// Tokens such as `acct-…`: either a short word and a random part, or at least three parts that mix letters and
	// digits.
	const least = parts.length > 1 ? 4 : 5;
	if (parts.some((part) => isRandom(part, least))) return true;
	if (parts.filter((part) => /^(?=.*\d)(?=.*[a-z])[a-z\d]{4,}$/i.test(part)).length > 2) return true;
	if (word.length < 20) return false;
	if (/(?:^|[^a-z\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return true;
	if (parts.some((part) => /^(?=.*\d)(?=.*[a-f])[\da-f]{24,}$/i.test(part))) return true;
	// `sk_live_…`: short words, then a long one.
	if (/^(?:[a-z\d]{2,12}_){1,3}[a-z\d]{16,}$/i.test(word) && /\d/.test(word)) return true;
	if (parts.some((part) => /\d|[a-z].*[A-Z]|[A-Z].*[a-z]/.test(part) && part.length >= 20 && commonPairs(part) < 0.5))
		return true;
	return isMixed(word) && (!isReadable(word) || commonPairs(word) < leastCommon);
}

/**
 * `acct-7f3a9c2e`, `acct-main-a1b2c3d4` or `key_1234567890123456`: after a common prefix, fewer random characters are
 * enough. Not `api-2024shop`, in which letters and digits alternate less often.
 */
function isPrefixedKey(word: string): boolean {
	const [prefix = "", ...parts] = word.split(/[-_]/);
	if (!/^(?:acct|api|key|pk|secret|sk|tok|token)$/i.test(prefix)) return false;
	return parts.some((part) => {
		if (/^\d{12,}$/.test(part)) return true;
		if (/^[a-z\d]{8,}$/i.test(part) && changesIn(part) >= 3) return true;
		return /^(?=.*\d)(?=.*[a-z])[a-z\d]{12,}$/i.test(part) && commonPairs(part) < leastCommon;
	});
}

/**
 * Names without TLDs, one per line or separated by commas. False if a part of an entry looks random, or if a word
 * announces a secret. The caller has checked that `findToken` finds no token.
 */
export function isListOfWords(text: string): boolean {
	if (!/\p{L}/u.test(text) || announced.test(text)) return false;
	const lines = filledIn(text.split(/[\r\n\u2028\u2029]+/));
	return (lines.length > 1 || isListOfLabels(text)) && lines.every((line) => line.split(/[^\p{L}\d]+/u).every(isPlain));
}

/** `shop`, `Shop`, `TeaHouse`, `cool4you`, `2026` and words of other alphabets, but no random text. */
function isPlain(part: string): boolean {
	return part.length < 6 || !/^[\da-z]+$/i.test(part) || (changesIn(part) < 3 && isReadable(part));
}

/** Two or more names without a TLD, one per line or separated by commas. */
function isListOfLabels(text: string): boolean {
	const filled = filledIn(text.split(/[\r\n\u2028\u2029,;|]+/));
	return filled.length > 1 && filled.every((entry) => !/\s/.test(entry) && parseLabel(hostOf(entry)).ok);
}

function filledIn(entries: readonly string[]): string[] {
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/**
 * Changes between letters and digits as often as random text, such as `9f8e7d6c5b4a`. Names such as `shop4you2026` do
 * so less often. `least`: the minimum number of changes.
 */
function isRandom(part: string, least: number): boolean {
	return part.length >= 12 && changesIn(part) >= Math.max(least, part.length / 6);
}

function changesIn(part: string): number {
	return part.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
}

function isMixed(word: string): boolean {
	return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

/** Such as `MyShop2026`. Random text splits into much shorter parts. */
function isReadable(word: string): boolean {
	const pieces = word.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
	const letters = pieces.map((piece) => (/\d/.test(piece) ? 1 : piece.length));
	return letters.reduce((sum, length) => sum + length, 0) >= pieces.length * 2.5;
}

/** A top-level domain has no digits, unless it is punycode. */
function endsAsName(word: string): boolean {
	return /\.(?:xn--[a-z\d-]+|[a-z]+)$/i.test(hostOf(word));
}

/** IPv6 addresses and networks are as long as tokens but not secret. */
function isAddresses(word: string): boolean {
	return word.includes(":") && /^[\da-f:./,;-]+$/i.test(word);
}

/** The 160 most frequent pairs. They make up 81 % of all pairs in English words, but only 24 % in random text. */
const common = new Set(
	[
		"ab ac ad ag ai al am an ap ar as at ay ba be bi bl bo bu ca ce ch ci ck cl co cr ct da de di do ea",
		"ec ed ee ef el em en ep er es et ev ex fa fe fi fo ge gi gr ha he hi ho ia ic id ie if ig il im in",
		"io ir is it iv ke ki la le li ll lo lu ly ma me mi mo mp na nc nd ne ng ni no ns nt oc od ol om on",
		"oo op or os ot ou ov ow pa pe pi pl po pp pr pt qu ra rc rd re ri rm rn ro rr rs rt ry sa sc se sh",
		"si so sp ss st su ta te th ti to tr ts tt tu ty ue ul un up ur us ut va ve vi wa we",
	].flatMap((row) => row.split(" ")),
);

/** The fraction of neighbouring pairs that are frequent in English; 1 if the word has no pairs. */
function commonPairs(word: string): number {
	const runs = word.toLowerCase().match(/[a-z]+/g) ?? [];
	const pairs = runs.flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
	return pairs.length === 0 ? 1 : pairs.filter((pair) => common.has(pair)).length / pairs.length;
}
