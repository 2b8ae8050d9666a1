import { type AnyRecord, canonicalRecord, textContent } from "./any-record.ts";
import type { Zone } from "./record.ts";
import { isSpf, mostLookups, type SpfLookups, spfTerms } from "./spf.ts";
import { type SpfProblem, spfProblem } from "./spf-syntax.ts";

/** What a domain's records say about its mail. */
export interface MailState {
	/** The MX records. `null_mx`: the domain accepts no mail (RFC 7505). `count`: the number of mail servers. */
	mx: { state: "ok" | "none" | "null_mx"; count: number };
	/**
	 * The SPF record (RFC 7208), which lists who may send mail for the domain:
	 * - `many`: there are several records, so receivers ignore all of them.
	 * - `broken`: receivers cannot use the record. `problem` says why.
	 * - `lookups`: the record needs more than ten DNS lookups, so receivers reject it.
	 * - `open`: the record allows every sender.
	 * - `no_all`: the record does not say what to do with other senders.
	 *
	 * The field `lookups` is the number of counted DNS lookups. `isMinimum`: true if the real number may be higher, because
	 * not all included records were read.
	 */
	spf: {
		state: "ok" | "none" | "many" | "broken" | "lookups" | "open" | "no_all";
		lookups: number;
		isMinimum?: boolean;
		problem?: SpfProblem;
	};
	/** The selectors with a DKIM key (RFC 6376), or with an alias that leads to one. */
	dkim: { state: "ok" | "none"; selectors: readonly string[] };
	/**
	 * The DMARC record (RFC 7489). `many`: there are several records. `bad`: it has no policy. `monitors`: its policy
	 * `p=none` only asks for reports. `alias`: a CNAME leads to the record, and the policy is not read.
	 */
	dmarc: { state: "ok" | "none" | "many" | "bad" | "monitors" | "alias"; policy: string | null };
}

/**
 * Reads the mail records of a zone. The number of SPF lookups covers only the domain's own SPF record, not the records
 * that it includes.
 */
export function mailOf(records: readonly AnyRecord[], zone: Zone): MailState {
	const all = records.map((record) => canonicalRecord(record, zone));
	const servers = all.filter(({ type, hostname }) => type === "MX" && hostname === "@");
	const isNull = servers.some(({ value }) => value === ".");
	const mx = isNull ? "null_mx" : servers.length > 0 ? "ok" : "none";
	return {
		mx: { state: mx, count: isNull ? 0 : servers.length },
		spf: spfOf(textsAt(all, "@").filter(isSpf)),
		dkim: dkimOf(all),
		dmarc: dmarcOf(all),
	};
}

/**
 * Adds to a mail state what the included SPF records say. The number of lookups then also covers them. If it is over the
 * maximum, an SPF state of `ok` becomes `lookups`. If an included record has a problem, the SPF record is `broken`.
 */
export function withLookups({ spf, ...rest }: MailState, { lookups, isMinimum, problem }: SpfLookups): MailState {
	const isUsed = spf.state === "ok" || spf.state === "open" || spf.state === "no_all";
	if (problem && isUsed) return { ...rest, spf: { state: "broken", lookups, isMinimum, problem } };
	const state = spf.state === "ok" && lookups > mostLookups ? "lookups" : spf.state;
	return { ...rest, spf: { ...spf, state, lookups, isMinimum } };
}

/**
 * Returns the number of DNS lookups that the SPF record of `after` needs. Lookups inside the included records do not
 * count. Null if this number is within the maximum, or not higher than the number for `before`.
 */
export function excessLookups(before: readonly AnyRecord[], after: readonly AnyRecord[], zone: Zone): number | null {
	const [was, now] = [mailOf(before, zone).spf, mailOf(after, zone).spf];
	return now.lookups > Math.max(mostLookups, was.lookups) ? now.lookups : null;
}

/** Returns the SPF record of the domain; undefined if there is not exactly one. */
export function spfRecordOf(records: readonly AnyRecord[], zone: Zone): string | undefined {
	const all = records.map((record) => canonicalRecord(record, zone));
	const [only, ...others] = textsAt(all, "@").filter(isSpf);
	return others.length === 0 ? only : undefined;
}

function textsAt(records: readonly AnyRecord[], host: string): string[] {
	return records
		.filter(({ type, hostname }) => type === "TXT" && hostname === host)
		.map(({ value }) => textContent(value).trim());
}

function spfOf([only, ...others]: readonly string[]): MailState["spf"] {
	if (only === undefined) return { state: "none", lookups: 0 };
	if (others.length > 0) return { state: "many", lookups: 0 };
	const { lookups } = spfTerms(only);
	const problem = spfProblem(only);
	if (problem) return { state: "broken", lookups, problem };
	if (lookups > mostLookups) return { state: "lookups", lookups };
	if (/\s\+?all(?:\s|$)/i.test(only)) return { state: "open", lookups };
	return { state: /\s(?:[-~?]all|redirect=\S+)(?:\s|$)/i.test(only) ? "ok" : "no_all", lookups };
}

function dkimOf(records: readonly AnyRecord[]): MailState["dkim"] {
	const selectors = records.flatMap(({ type, hostname, value }) => {
		const [, selector] = /^(.+)\._domainkey$/i.exec(hostname) ?? [];
		if (selector === undefined) return [];
		// An empty `p=` means that the key was revoked (RFC 6376, 3.6.1), so the record has no key.
		const isKey = type === "CNAME" || (type === "TXT" && /(?:^|;)\s*p=[^;\s]/i.test(textContent(value)));
		return isKey ? [selector] : [];
	});
	const unique = [...new Set(selectors)];
	return { state: unique.length > 0 ? "ok" : "none", selectors: unique };
}

function dmarcOf(records: readonly AnyRecord[]): MailState["dmarc"] {
	const [only, ...others] = textsAt(records, "_dmarc").filter((text) => /^v=DMARC1\b/i.test(text));
	const isAlias = records.some(({ type, hostname }) => type === "CNAME" && hostname === "_dmarc");
	if (only === undefined) return { state: isAlias ? "alias" : "none", policy: null };
	if (others.length > 0) return { state: "many", policy: null };
	const [, policy] = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(only) ?? [];
	if (policy === undefined) return { state: "bad", policy: null };
	const known = policy.toLowerCase();
	return { state: known === "none" ? "monitors" : "ok", policy: known };
}
