import { plainName } from "@domains/contract/names.ts";
import { canonicalRecord, textContent } from "@domains/contract/records/record.ts";
import type { AnyRecord, Zone } from "@domains/contract/records/types.ts";
import { checkTargets } from "./health.ts";
import { isSpf, mostLookups, type SpfLookups, type SpfProblem, spfProblem, spfTerms } from "./spf.ts";

export interface MailState {
	/**
	 * The MX records. `null_mx`: the domain accepts no mail (RFC 7505). `dead`: some of the mail servers have no
	 * address. `count`: the number of mail servers; with `dead`, of those without an address.
	 */
	mx: { state: "ok" | "none" | "null_mx" | "dead"; count: number };
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
	/**
	 * The selectors with a DKIM key (RFC 6376), or with an alias that leads to one. `bad`: receivers cannot read some of
	 * the keys. `selectors` then has only those.
	 */
	dkim: { state: "ok" | "none" | "bad"; selectors: readonly string[] };
	/**
	 * The DMARC record (RFC 7489). `many`: there are several records. `version`: it does not begin with `v=DMARC1` in
	 * upper case, so receivers ignore it. `bad`: it has no policy. `monitors`: its policy `p=none` only asks for reports.
	 * `alias`: a CNAME leads to the record, and the policy is not read.
	 */
	dmarc: { state: "ok" | "none" | "many" | "version" | "bad" | "monitors" | "alias"; policy: string | null };
}

/** Counts only the lookups of the domain's own SPF record. `deadNames`: names outside the zone that have no address. */
export function mailOf(
	records: readonly AnyRecord[],
	zone: Zone,
	deadNames: ReadonlySet<string | undefined> = new Set(),
): MailState {
	const all = records.map((record) => canonicalRecord(record, zone));
	return {
		mx: mxOf(all, zone, deadNames),
		spf: spfOf(textsAt(all, "@").filter(isSpf)),
		dkim: dkimOf(all),
		dmarc: dmarcOf(all),
	};
}

/**
 * The number of lookups then covers the included records. Over the maximum, an SPF state of `ok` becomes `lookups`. If
 * an included record has a problem, the SPF record is `broken`.
 */
export function withLookups({ spf, ...rest }: MailState, { lookups, isMinimum, problem }: SpfLookups): MailState {
	const isUsed = spf.state === "ok" || spf.state === "open" || spf.state === "no_all";
	if (problem && isUsed) return { ...rest, spf: { state: "broken", lookups, isMinimum, problem } };
	const state = spf.state === "ok" && lookups > mostLookups ? "lookups" : spf.state;
	return { ...rest, spf: { ...spf, state, lookups, isMinimum } };
}

/**
 * Counts only the lookups of the record itself. Null if the number is within the maximum, or not higher than for
 * `before`.
 */
export function excessLookups(before: readonly AnyRecord[], after: readonly AnyRecord[], zone: Zone): number | null {
	const [was, now] = [mailOf(before, zone).spf, mailOf(after, zone).spf];
	return now.lookups > Math.max(mostLookups, was.lookups) ? now.lookups : null;
}

/** Undefined if there is not exactly one. */
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

function mxOf(all: readonly AnyRecord[], zone: Zone, deadNames: ReadonlySet<string | undefined>): MailState["mx"] {
	const servers = all.filter(({ type, hostname }) => type === "MX" && hostname === "@").map(({ value }) => value);
	if (servers.includes(".")) return { state: "null_mx", count: 0 };
	if (servers.length === 0) return { state: "none", count: 0 };
	const found = checkTargets(all, zone).filter(({ problem }) => problem !== "alias_target");
	const deadTargets = new Set(found.map(({ part }) => part));
	const dead = servers.map(plainName).filter((each) => deadTargets.has(each) || deadNames.has(each));
	return dead.length > 0 ? { state: "dead", count: dead.length } : { state: "ok", count: servers.length };
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
	const found = records.flatMap(({ type, hostname, value }) => {
		const [, selector] = /^(.+)\._domainkey$/i.exec(hostname) ?? [];
		const state = type === "CNAME" ? "ok" : type === "TXT" ? keyState(textContent(value)) : "none";
		return selector === undefined || state === "none" ? [] : [{ selector, state }];
	});
	const of = (state: "ok" | "bad") => found.filter((each) => each.state === state).map(({ selector }) => selector);
	const state = of("bad").length > 0 ? "bad" : found.length > 0 ? "ok" : "none";
	return { state, selectors: state === "none" ? [] : [...new Set(of(state))] };
}

/**
 * RFC 6376, 3.6.1. `none`: there is no key, or an empty one, which means that it was revoked. `bad`: the key is not in
 * base64, or the version is not exactly `DKIM1` in the first place.
 */
function keyState(text: string): "ok" | "none" | "bad" {
	const tags = text.split(";").map((tag) => {
		const [name = "", ...value] = tag.split("=");
		return { name: name.trim(), value: value.join("=").replaceAll(/\s/g, "") };
	});
	const key = tags.find(({ name }) => name.toLowerCase() === "p");
	if (!key || key.value === "") return "none";
	const version = tags.findIndex(({ name }) => name.toLowerCase() === "v");
	const isVersion = version < 0 || (version === 0 && tags[0]?.value === "DKIM1");
	return isVersion && key.name === "p" && isKeyData(key.value) ? "ok" : "bad";
}

/** Some providers leave out the padding at its end. */
function isKeyData(text: string): boolean {
	return /^[a-z\d+/]+={0,2}$/i.test(text) && text.replaceAll("=", "").length % 4 !== 1;
}

function dmarcOf(records: readonly AnyRecord[]): MailState["dmarc"] {
	const texts = textsAt(records, "_dmarc").filter((text) => /^v\s*=\s*DMARC1\b/i.test(text));
	// The tag may be in any case, but its value must match exactly (RFC 7489, 6.3). Receivers discard other records.
	const [only, ...others] = texts.filter((text) => /^[vV]\s*=\s*DMARC1\s*(?:;|$)/.test(text));
	const isAlias = records.some(({ type, hostname }) => type === "CNAME" && hostname === "_dmarc");
	if (only === undefined && texts.length > 0) return { state: "version", policy: null };
	if (only === undefined) return { state: isAlias ? "alias" : "none", policy: null };
	if (others.length > 0) return { state: "many", policy: null };
	const [, policy] = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(only) ?? [];
	if (policy === undefined) return { state: "bad", policy: null };
	const known = policy.toLowerCase();
	return { state: known === "none" ? "monitors" : "ok", policy: known };
}
