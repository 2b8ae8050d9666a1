import { plainName } from "@domains/contract/records/name.ts";
import { type SpfProblem, spfProblem } from "./spf-syntax.ts";

/** Maximum number of DNS lookups that an SPF record may need (RFC 7208, 4.6.4). */
export const mostLookups = 10;

/** Maximum number of included records that `countLookups` reads. */
const mostIncludes = 15;

/** Counting stops at this number of lookups. The result is then a minimum. */
const mostCounted = 100;

/**
 * The number of DNS lookups that an SPF record needs. `isMinimum`: there may be more, because not all records were
 * read. `problem`: the first problem of an included record.
 */
export interface SpfLookups {
	lookups: number;
	isMinimum: boolean;
	problem?: SpfProblem;
}

export function isSpf(text: string): boolean {
	return /^v=spf1(?:\s|$)/i.test(text.trim());
}

/**
 * Returns the SPF records of a name. The name is in lower case. Undefined if no resolver answers.
 */
export type FindSpf = (name: string) => Promise<readonly string[] | undefined>;

/**
 * Returns the names that an SPF record includes, and the number of DNS lookups that it needs. Lookups inside the
 * included records do not count. The text must be an SPF record (`isSpf`). `includes` also has the target of a
 * `redirect`. Ignores terms after `all`, and a `redirect` next to `all`, as receivers do (RFC 7208, 5.1 and 6.1).
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
 * Counts the DNS lookups of an SPF record and of the records that it includes, at any depth (RFC 7208, 4.6.4). Reads at
 * most fifteen included records. A name with a macro, such as `%{i}`, depends on the sender and is not read.
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

/** Returns the SPF record of a name. Empty if there is not exactly one, because receivers then use none. */
function onlyOf(records: readonly string[] | undefined): readonly string[] {
	return records?.length === 1 ? records : [];
}

/**
 * Returns the first problem of the included records. `found`: the records by name. A name without an answer has no known
 * problem.
 */
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
 * Adds up the lookups of a record and of the records in `found` that it includes. A record that is included twice
 * counts twice. `sums`: the results so far by name. A record may include itself. To end such a loop, a name counts as
 * `mostLookups` lookups while its own lookups are being added up. A receiver stops at this number.
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
