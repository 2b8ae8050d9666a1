import { isIPv4, isIPv6 } from "node:net";
import { plainName } from "@domains/contract/names.ts";

/** RFC 7208, 4.6.4. */
export const mostLookups = 10;

const mostIncludes = 15;

/** The result is then a minimum. */
const mostCounted = 100;

/** `isMinimum`: there may be more, because not all records were read. `problem`: the first of an included record. */
export interface SpfLookups {
	lookups: number;
	isMinimum: boolean;
	problem?: SpfProblem;
}

export function isSpf(text: string): boolean {
	return /^v=spf1(?:\s|$)/i.test(text.trim());
}

/** The name is in lower case. Undefined if no resolver answers. */
type FindSpf = (name: string) => Promise<readonly string[] | undefined>;

/**
 * `includes` also has the target of a `redirect`. Ignores terms after `all`, and a `redirect` next to `all`, as
 * receivers do (RFC 7208, 5.1 and 6.1). Lookups inside the included records do not count.
 */
export function spfTerms(text: string): { includes: string[]; lookups: number } {
	const terms = text.trim().split(/\s+/).slice(1);
	const end = terms.findIndex((term) => /^[-~?+]?all$/i.test(term));
	const used = end < 0 ? terms : terms.slice(0, end).filter((term) => !/^redirect=/i.test(term));
	const names = used.flatMap((term) => /^(?:[-~?+]?include:|redirect=)(.+)$/i.exec(term)?.[1] ?? []);
	const others = used.filter((term) => /^[-~?+]?(?:a|mx|ptr|exists)(?:[:/]|$)/i.test(term));
	return { includes: names, lookups: names.length + others.length };
}

/**
 * Counts at any depth (RFC 7208, 4.6.4). A name with a macro, such as `%{i}`, depends on the sender and is not read.
 */
export async function countLookups(record: string, find: FindSpf): Promise<SpfLookups> {
	const found: Found = new Map();
	for (let open = [record]; open.length > 0; ) {
		const names = new Set(open.flatMap((text) => includesOf(text)).filter((name) => !found.has(name)));
		const next = [...names].filter((name) => !name.includes("%")).slice(0, mostIncludes - found.size);
		const records = await Promise.all(next.map(find));
		for (const [index, name] of next.entries()) found.set(name, records[index]);
		open = records.flatMap(onlyOf);
	}
	const problem = includedProblem(found);
	return { ...sumLookups(record, found, new Map()), ...(problem && { problem }) };
}

type Found = Map<string, readonly string[] | undefined>;

/** Empty if there is not exactly one, because receivers then use none. */
function onlyOf(records: readonly string[] | undefined): readonly string[] {
	return records?.length === 1 ? records : [];
}

/** A name without an answer has no known problem. */
function includedProblem(found: Found): SpfProblem | undefined {
	for (const [part, records] of found) {
		if (records?.length === 0) return { reason: "include", part };
		if (records && (records.length > 1 || records.some(spfProblem))) return { reason: "included", part };
	}
	return undefined;
}

function includesOf(record: string): string[] {
	return spfTerms(record).includes.map(plainName);
}

type Counted = Omit<SpfLookups, "problem">;

/**
 * A record that is included twice counts twice. `sums`: the results so far by name. To end a loop, a name counts as
 * `mostLookups` while its own lookups are being added up. A receiver stops at this number.
 */
function sumLookups(record: string, found: Found, sums: Map<string, Counted>): Counted {
	let { lookups } = spfTerms(record);
	let isMinimum = false;
	for (const name of includesOf(record)) {
		const records = found.get(name);
		const [text] = onlyOf(records);
		if (text !== undefined && !sums.has(name)) {
			sums.set(name, { lookups: mostLookups, isMinimum: true });
			sums.set(name, sumLookups(text, found, sums));
		}
		const inner = sums.get(name) ?? { lookups: 0, isMinimum: records === undefined };
		lookups += inner.lookups;
		isMinimum ||= inner.isMinimum;
	}
	return lookups > mostCounted ? { lookups: mostCounted, isMinimum: true } : { lookups, isMinimum };
}

/**
 * Merges two SPF records into one that allows the senders of both. A name may have only one SPF record (RFC 7208, 3.2).
 * - Keeps the `all` of `current`, such as `~all`, if it has one.
 * - Replaces a `redirect` by an `include`, because receivers ignore a `redirect` next to `all` (RFC 7208, 6.1).
 * - Returns `added` if one of the two records lists no sender. If `added` lists none (`v=spf1 -all`), it is meant to
 *   forbid all mail.
 */
export function mergeSpf(current: string, added: string): string {
	const [own, extra] = [termsOf(current), termsOf(added)];
	if (extra.senders.length === 0 || own.senders.length === 0) return added;
	const known = new Set(own.senders.map((term) => term.toLowerCase()));
	const fresh = extra.senders.filter((term) => !known.has(term.toLowerCase()));
	return ["v=spf1", ...own.senders, ...fresh, own.all ?? extra.all ?? "~all"].join(" ");
}

function termsOf(record: string): { senders: string[]; all: string | undefined } {
	const terms = record.trim().split(/\s+/).slice(1);
	const all = terms.find((term) => /^[-~?+]?all$/i.test(term));
	const senders = terms.filter((term) => term !== all).map((term) => term.replace(/^redirect=/i, "include:"));
	return { senders, all };
}

/**
 * Why receivers cannot use an SPF record (`permerror` of RFC 7208). `part` names the place:
 * - `term`: a word that is no mechanism and no modifier (4.6.1), or that has a wrong name or prefix length.
 * - `address`: an IP address that does not exist.
 * - `twice`: `redirect` or `exp`, of which a record may have only one (6).
 * - `include`: a name that the record includes, and that has no SPF record (5.2 and 6.1).
 * - `included`: a name that the record includes, and whose SPF record is broken itself.
 */
export interface SpfProblem {
	reason: "term" | "address" | "twice" | "include" | "included";
	part: string;
}

const macro = String.raw`%\{[slodiphcrtv]\d*r?[-.+,/_=]*\}`;
/** A text with macros (RFC 7208, 7.1). A percent sign can only begin a macro or one of `%%`, `%_` and `%-`. */
const macros = `(?:${macro}|%[%_-]|[!-$&-~])*`;
/** A name with macros. It ends with a macro, or with a dot and a label that is not only digits. */
const name = new RegExp(String.raw`^${macros}(?:${macro}|\.(?!\d+\.?$)[a-z\d](?:[a-z\d-]*[a-z\d])?\.?)$`, "i");
/** Receivers ignore those that they do not know (RFC 7208, 6). */
const modifier = new RegExp(String.raw`^([a-z][\w.-]*)=(${macros})$`, "i");

/** Null if it has none. Does not read the included records. */
export function spfProblem(text: string): SpfProblem | null {
	const terms = text.trim().split(/\s+/).slice(1);
	const seen = new Set<string>();
	for (const part of terms) {
		const [, key = "", value = ""] = modifier.exec(part) ?? [];
		const known = /^(?:redirect|exp)$/i.test(key) ? key.toLowerCase() : null;
		if (known !== null && seen.has(known)) return { reason: "twice", part: known };
		if (known !== null) seen.add(known);
		const isFine = known === null ? key !== "" : name.test(value);
		const reason = isFine ? null : mechanismProblem(part.replace(/^[-~?+]/, ""));
		if (reason) return { reason, part };
	}
	return null;
}

/** RFC 7208, 5. `text` has no qualifier, such as the `-` of `-all`. */
function mechanismProblem(text: string): "term" | "address" | null {
	const [, key = "", rest = ""] = /^([a-z\d]+)(.*)$/i.exec(text) ?? [];
	const word = key.toLowerCase();
	if (word === "ip4" || word === "ip6") {
		const [, address, length] = /^:([^/]+)(?:\/(.*))?$/.exec(rest) ?? [];
		if (address === undefined || !isLength(length, word === "ip4" ? 32 : 128)) return "term";
		// An IPv6 address in a record must not have a zone, such as `%eth0`.
		const isAddress = word === "ip4" ? isIPv4(address) : isIPv6(address) && !address.includes("%");
		return isAddress ? null : "address";
	}
	return isNamed(word, rest) ? null : "term";
}

function isNamed(word: string, rest: string): boolean {
	if (word === "all") return rest === "";
	if (word === "include" || word === "exists") return rest.startsWith(":") && name.test(rest.slice(1));
	if (word === "ptr") return rest === "" || (rest.startsWith(":") && name.test(rest.slice(1)));
	if (word !== "a" && word !== "mx") return false;
	// The name can be followed by a prefix length for IPv4, for IPv6, or for both: `/24`, `//64`, `/24//64`.
	const [, host = "", four, six] = /^(.*?)(?:\/(\d*))?(?:\/\/(\d*))?$/.exec(rest) ?? [];
	return (
		isLength(four, 32) && isLength(six, 128) && (host === "" || (host.startsWith(":") && name.test(host.slice(1))))
	);
}

function isLength(text: string | undefined, most: number): boolean {
	return text === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most);
}
