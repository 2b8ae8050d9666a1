import { isFileType } from "@domains/contract/records/data-form.ts";
import {
	canonicalRecord,
	enteredRecord,
	identityOf,
	isKnown,
	readRecord,
	textContent,
} from "@domains/contract/records/record.ts";
import { type AnyRecord, isRecordType, type RecordProblem, type Zone } from "@domains/contract/records/types.ts";
import { splitPriority } from "./sentence.ts";
import { mergeSpf } from "./spf.ts";
import {
	answerOf,
	fillRecord,
	hasVariable,
	type Values,
	type Variable,
	variablesIn,
	withFallbacks,
} from "./variables.ts";

/**
 * A record with placeholders in its hostname and value: `{domain}`, `{domain-dashes}` (the domain with dashes instead
 * of dots), and the template's variables, such as `{account}`.
 */
export interface TemplateRecord {
	type: string;
	hostname: string;
	value: string;
	priority?: number | null;
	ttl?: number | null;
}

/**
 * DNS records to apply to any domain. `sets` says which existing records at the template's hostnames they replace:
 * - `mail`: MX records.
 * - `site`: A and AAAA records.
 * - `zone`: records of the same type, except TXT, because the TXT records of one hostname serve different purposes.
 *
 * In addition, an SPF, DKIM or DMARC record replaces an existing record of the same kind. A CNAME replaces every
 * record, and every record replaces a CNAME.
 */
export interface ZoneTemplate {
	sets: "mail" | "site" | "zone";
	variables?: readonly Variable[];
	records: readonly TemplateRecord[];
}

/** Leaves out the records with an optional variable that has no value. */
export function fillTemplate(
	{ records, variables = [] }: ZoneTemplate,
	domain: string,
	values: Values,
): TemplateRecord[] {
	const all = withFallbacks(variables, domain, values);
	const skipped = variables.filter(({ name, optional }) => optional && !answerOf(all, name));
	return records
		.filter((record) => !skipped.some(({ name }) => hasVariable(record, name)))
		.map((record) => fillRecord(record, domain, all));
}

/**
 * Hostnames become relative, and the domain in values a placeholder. Leaves out the SOA and the NS records of the
 * apex, which belong to one zone only.
 */
export function templateOf(records: readonly AnyRecord[], domain: string): TemplateRecord[] {
	const name = domain.replaceAll(".", String.raw`\.`);
	// Replace the domain only where it is a whole name: not in `my-example.com`, and not in `example.com.net`.
	const whole = new RegExp(String.raw`(?<![a-z0-9-])${name}(?![a-z0-9-]|\.[a-z0-9])`, "gi");
	// Matches the domain with dashes instead of dots: as a whole label (`example-com`), or after `selector1-`, as in the
	// DKIM records of Microsoft 365 (`selector1-example-com`).
	const dashes = new RegExp(`(?<=^|[^a-z0-9-]|selector[12]-)${domain.replaceAll(".", "-")}(?![a-z0-9-])`, "gi");
	const made = records
		.map((record) => canonicalRecord(record, { domain }))
		.filter(({ type, hostname }) => type !== "SOA" && (type !== "NS" || hostname !== "@"))
		.map(({ type, hostname, value, priority = null, ttl = null }) => {
			const named = value.replace(whole, "{domain}").replace(dashes, "{domain-dashes}");
			return { type, hostname, value: named, priority, ttl };
		});
	return withOneSpf(made);
}

/** A hostname may have only one. */
function withOneSpf(records: readonly TemplateRecord[]): TemplateRecord[] {
	const spf = records.filter(({ type, value }) => type === "TXT" && policyOf(textContent(value)) === spfVersion);
	return records.flatMap((record) => {
		if (!spf.includes(record)) return [record];
		const [first, ...others] = spf.filter(({ hostname }) => hostname === record.hostname);
		if (record !== first) return [];
		if (others.length === 0) return [record];
		const texts = [record, ...others].map(({ value }) => textContent(value));
		return [{ ...record, value: texts.reduceRight((merged, text) => mergeSpf(text, merged)) }];
	});
}

/**
 * The template's records replace existing ones with the same purpose, so that no old mail server remains. Its SPF
 * record is merged with the existing one, so that other senders stay allowed.
 */
export function applyTemplate<Row extends AnyRecord>(
	records: readonly Row[],
	template: ZoneTemplate,
	{ zone, values = {} }: { zone: Zone; values?: Values },
): (Row | ReturnType<typeof enteredRecord>)[] {
	// The values may be in any spelling and may make two records equal. So normalize the records and drop duplicates.
	const filled = fillTemplate(template, zone.domain, values).map((record) => enteredRecord(record, zone));
	const wanted = [...new Map(filled.map((record) => [identityOf(record, zone), record])).values()];
	const replaced = records
		.map((record) => canonicalRecord(record, zone))
		.filter((each) => givesWay(each, template, wanted));
	const stays = records.filter((record) => !givesWay(canonicalRecord(record, zone), template, wanted));
	return [...stays, ...wanted.map((record) => withSenders(record, replaced))];
}

/** Adds the senders of the replaced SPF records. A hostname may have several of them, although DNS allows only one. */
function withSenders<Row extends AnyRecord>(wanted: Row, replaced: readonly AnyRecord[]): Row {
	if (wanted.type !== "TXT" || policyOf(textContent(wanted.value)) !== spfVersion) return wanted;
	const texts = replaced.filter(({ type, hostname }) => type === "TXT" && hostname === wanted.hostname);
	const current = texts.map(({ value }) => textContent(value)).filter((text) => policyOf(text) === spfVersion);
	if (current.length === 0) return wanted;
	return { ...wanted, value: current.reduceRight((merged, text) => mergeSpf(text, merged), textContent(wanted.value)) };
}

const spfVersion = "v=spf1";

function givesWay({ type, hostname, value }: AnyRecord, { sets }: ZoneTemplate, wanted: readonly AnyRecord[]): boolean {
	const here = wanted.filter((each) => each.hostname === hostname);
	if (here.length === 0) return false;
	// No other record may have the same name as a CNAME. So a CNAME replaces other records, and other records replace a
	// CNAME.
	if (type === "CNAME" || here.some((each) => each.type === "CNAME")) return true;
	if (type === "TXT") {
		// A DKIM hostname may have only one key (RFC 6376, 3.6.2.2), so a new key replaces the old one.
		if (/(?:^|\.)_domainkey(?:\.|$)/.test(hostname)) return here.some((each) => each.type === "TXT");
		const text = textContent(value);
		const purpose = policyOf(text);
		return here.some((each) => {
			if (each.type !== "TXT") return false;
			const content = textContent(each.value);
			return content === text || (purpose !== undefined && policyOf(content) === purpose);
		});
	}
	if (sets === "zone") return here.some((each) => each.type === type);
	return sets === "site" ? type === "A" || type === "AAAA" : type === "MX";
}

/** A name may have only one SPF and one DMARC record (RFC 7208, 3.2; RFC 7489, 6.6.3). */
function policyOf(text: string): string | undefined {
	return /^v=(?:spf1|DMARC1)\b/i.exec(text)?.[0].toLowerCase();
}

/** `problem`: what is wrong with the record in the refused line. Absent if it does not look like a record. */
type TemplateText =
	| { ok: true; name: string; records: TemplateRecord[] }
	| { ok: false; line: string; problem?: RecordProblem };

/**
 * The name on the first line, and one record in each following line, such as `www CNAME {shop}.example.net`. Undefined
 * if there is one line, if the first line is a record, or if no line is.
 */
export function parseTemplateText(text: string, zone: Zone): TemplateText | undefined {
	const [name = "", ...lines] = text
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== "");
	const parsed = lines.map((line) => ({ line, record: parseLine(line) }));
	if (parseLine(name) || !parsed.some(({ record }) => record)) return undefined;
	const records: TemplateRecord[] = [];
	for (const { line, record } of parsed) {
		if (!record) return { ok: false, line };
		const problem = problemOf(record, zone);
		if (problem) return { ok: false, line, problem };
		records.push(record);
	}
	return { ok: true, name, records: templateOf(records, zone.domain) };
}

/** A line is: hostname, optional TTL and class, type, value. The priority comes before the value. */
const recordLine = /^(\S+)\s+(?:(\d{1,10})\s+)?(?:IN\s+)?([a-z][a-z\d]*)\s+(\S.*)$/i;

function parseLine(line: string): TemplateRecord | undefined {
	const [, hostname = "", ttl, word = "", rest = ""] = recordLine.exec(line) ?? [];
	// A type that is not in `recordTypes` must be in upper case. In lower case, it may be a word of a sentence.
	const type = isRecordType(word.toUpperCase()) ? word.toUpperCase() : word;
	if (!isRecordType(type) && !isFileType(type)) return undefined;
	const { value, priority = null } = splitPriority(rest, type);
	return { type, hostname, value, priority, ttl: ttl === undefined ? null : Number(ttl) };
}

/**
 * Undefined for a record with a variable, because it can be checked only when the value is known. Also undefined for a
 * type that is not in `recordTypes`.
 */
function problemOf(record: TemplateRecord, zone: Zone): RecordProblem | undefined {
	const filled = fillRecord(record, zone.domain, {});
	if (variablesIn([record]).length > 0 || !isKnown(filled)) return undefined;
	const { type, hostname, value, priority, ttl } = filled;
	const more = { ...(priority != null && { priority }), ...(ttl != null && { ttl }) };
	const read = readRecord({ type, hostname, value, ...more }, zone);
	return read.ok ? undefined : read.problem;
}
