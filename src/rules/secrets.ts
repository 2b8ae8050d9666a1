import { hostOf, isDotted } from "./list.ts";
import { parseLabel } from "./names.ts";
import { parseSentence } from "./sentence.ts";
import { anySpoken } from "./spoken.ts";

/** What our own service issues; found anywhere in a text, also glued to words. */
const ownToken = /dts_[\w-]{20,}/;
/** `Authorization: Bearer …`, as copied from a program. */
const bearer = /\bbearer\s+([\w.~+/=-]{16,})/i;
/** What says that a word beside it is a token. */
const announced = new RegExp(anySpoken("token"), "iu");

/**
 * The token in a text, so that the text is never kept, logged or searched for. Ours is recognised for certain; one of
 * a foreign service (whose form nobody knows) by being a single long word, or the one beside “token”, that nobody made
 * up as a name.
 */
export function findToken(text: string): string | undefined {
	const certain = certainToken(text);
	if (certain !== undefined) return certain;
	const words = text.trim().split(/\s+/, 40);
	const beside = announced.test(text) && !parseSentence(text) ? words : [];
	return (words.length === 1 ? words : beside).find(looksSecret);
}

/** The same where any word may be an answer: only what says by itself that it is a token. */
export function certainToken(text: string): string | undefined {
	return ownToken.exec(text)?.[0] ?? bearer.exec(text)?.[1];
}

/** Begins as our tokens do and is none: lost its end while it was copied. */
export function isCutToken(text: string): boolean {
	return findToken(text) === undefined && /^\s*dts_\S*\s*$|\bdts_[\w-]{8,}/i.test(text);
}

/**
 * Whether a text may be a token all the same: one long word that is no name, or one of mixed characters. Worth a try
 * where an account is missing; never to be repeated on a screen.
 */
export function mayBeToken(text: string): boolean {
	const word = text.trim();
	if (!/^[\x21-\x7e]{16,4096}$/.test(word) || /^[/#<]|:\/\/|@/.test(word) || isAddresses(word)) return false;
	if (isDotted(word)) return isMixed(word) && !endsAsName(word);
	return parseLabel(hostOf(word)).ok ? word.length >= 20 && isMixed(word) : true;
}

function looksSecret(word: string): boolean {
	if (word.length < 20 || word.length > 4_096 || !/^[\w.~+/:-]+={0,2}$/.test(word)) return false;
	// Three parts that each begin like base64 of a brace: a JSON web token, which has dots as a name has.
	if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(word)) return true;
	if (word.startsWith("/") || word.includes("://") || isAddresses(word)) return false;
	if (word.includes(".") && endsAsName(word)) return false;
	if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return true;
	if (/^[\da-f]{24,}$/i.test(word) && /\d/.test(word) && /[a-f]/i.test(word)) return true;
	// `sk_live_…`: short words, then a long one.
	if (/^(?:[a-z\d]{2,12}_){1,3}[a-z\d]{16,}$/i.test(word) && /\d/.test(word)) return true;
	return isMixed(word) && !isReadable(word);
}

function isMixed(word: string): boolean {
	return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

/** `MyShop2026` falls into words of some length, chance into single characters. */
function isReadable(word: string): boolean {
	const pieces = word.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
	const letters = pieces.map((piece) => (/\d/.test(piece) ? 1 : piece.length));
	return letters.reduce((sum, length) => sum + length, 0) >= pieces.length * 2.5;
}

/** No ending of a domain has a digit in it, unless it is punycode. */
function endsAsName(word: string): boolean {
	return /\.(?:xn--[a-z\d-]+|[a-z]+)$/i.test(hostOf(word));
}

/** IPv6 addresses and networks are long, too. */
function isAddresses(word: string): boolean {
	return word.includes(":") && /^[\da-f:./,;-]+$/i.test(word);
}
