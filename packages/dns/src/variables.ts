import { createPublicKey } from "node:crypto";
import { parseLabel, plainName } from "@domains/contract/names.ts";
import { isKnown, readRecord, recordInputOf, textContent } from "@domains/contract/records/record.ts";
import { type AnyRecord, type RecordProblem, typeRows, type Zone } from "@domains/contract/records/types.ts";

export interface Variable {
	name: string;
	/**
	 * What the person must answer:
	 * - `account`: one DNS label, such as the name of an account or a project.
	 * - `proof`: the text with which a provider verifies that the domain belongs to its customer.
	 * - `dkim`: the content of a TXT record with a public DKIM key.
	 * - `selector`: the part of a DKIM hostname before `._domainkey`.
	 * - `target`: the target of a CNAME record.
	 * - `mx`: the name of a mail server.
	 * - `text`: any text that gives a correct record.
	 */
	asks: "account" | "proof" | "dkim" | "selector" | "target" | "mx" | "text";
	/** The variable's value is `prefix`, followed by the first non-empty group of the match. */
	pattern?: RegExp;
	prefix?: string;
	/** As the provider shows it, without the personal part. */
	sample?: string;
	/**
	 * Without an answer, the records with this variable are left out, unless it has a `fallback`. Not asked for several
	 * domains at once, because the provider gives each a different value.
	 */
	optional?: true;
	/** Used if the person skipped the question. It may have placeholders for the domain. */
	fallback?: string;
	/** The name of another variable. If its question was skipped, so is this one. */
	after?: string;
}

/** By name. An empty value means that the person skipped the question. */
export type Values = Readonly<Record<string, string>>;

/** A macro of SPF, such as `%{d}` or `%{ir}`, is a part of the record and no placeholder (RFC 7208, 7.1). */
const placeholder = /(?<!%(?=\{[slodiphcrtv]\d*r?[-.+,/_=]*\}))\{(\p{L}[\p{L}\p{N}_-]{0,29})\}/giu;
const ownNames: ReadonlySet<string> = new Set(["domain", "domain-dashes"]);

type Filled = Pick<AnyRecord, "type" | "hostname" | "value">;

/** "" if the person skipped the question, undefined if they have not answered yet. */
export function answerOf(values: Values, name: string): string | undefined {
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

function namesInText(text: string): string[] {
	const found = [...text.matchAll(placeholder)].map(([, name = ""]) => name.toLowerCase());
	return found.filter((name) => !ownNames.has(name));
}

function namesIn({ hostname, value }: Filled): string[] {
	return [...namesInText(hostname), ...namesInText(value)];
}

/** One for each placeholder in records that a person saved, in the order of the records. */
export function variablesIn(records: readonly Filled[]): Variable[] {
	return [...new Set(records.flatMap(namesIn))].map((name) => ({ name, asks: "text" }));
}

export function hasVariable(record: Filled, name: string): boolean {
	return namesIn(record).includes(name);
}

/** A placeholder without a value stays. */
export function fillRecord<Row extends Filled>(record: Row, domain: string, values: Values): Row {
	const isQuoted = record.type === "TXT" && record.value.startsWith('"');
	// A quotation mark in a value must not end the quoted text of the record.
	const quote = (value: string) => (isQuoted ? value.replaceAll(/["\\]/g, "\\$&") : value);
	const hostname = fillText(record.hostname, domain, values);
	return { ...record, hostname, value: fillText(record.value, domain, values, quote) };
}

function fillText(text: string, domain: string, values: Values, quote = (value: string) => value): string {
	return text.replace(placeholder, (whole, name: string) => {
		const known = name.toLowerCase();
		if (known === "domain") return domain;
		if (known === "domain-dashes") return domain.replaceAll(".", "-");
		const value = answerOf(values, known);
		return value === undefined ? whole : quote(value);
	});
}

export function withFallbacks(variables: readonly Variable[], domain: string, values: Values): Values {
	const usual = variables.flatMap(({ name, fallback }) => {
		const isKnown = fallback === undefined || Boolean(answerOf(values, name));
		return isKnown ? [] : [[name, fillText(fallback, domain, {})]];
	});
	return { ...values, ...Object.fromEntries(usual) };
}

/** `many`: the template is applied to several domains, so the optional questions are left out. */
export function questionsOf(
	{ variables = [] }: { variables?: readonly Variable[] },
	{ many, values }: { many: boolean; values: Values },
): Variable[] {
	return variables.filter(({ optional, after }) => {
		if (many && optional) return false;
		return after === undefined || answerOf(values, after) !== "";
	});
}

/** `broken`: the record of the template that the refused value would make incorrect, by its position. */
export type ReadValue = { ok: true; value: string } | { ok: false; broken?: { index: number; problem: RecordProblem } };

/** Correct for every type. It replaces a hostname with an unanswered variable. */
const anyHostname = "_x._x";

/**
 * Refuses a value of the wrong form, and one that would make a record incorrect. A hostname or value with another,
 * unanswered variable cannot be checked yet. A correct one replaces it.
 */
export function readValue(
	{ records }: { records: readonly (Filled & Pick<AnyRecord, "priority">)[] },
	variable: Variable,
	text: string,
	{ zone, values }: { zone: Zone; values: Values },
): ReadValue {
	const value = parseValue(variable, text.trim(), records);
	if (value === undefined) return { ok: false };
	const all = { ...values, [variable.name]: value };
	const targets = new Set([value]);
	for (const [index, record] of records.entries()) {
		if (!hasVariable(record, variable.name)) continue;
		const filled = fillRecord(record, zone.domain, all);
		targets.add(filled.value);
		if (namesIn(record).some((name) => answerOf(all, name) === "") || !isKnown(filled)) continue;
		const isOpen = (text: string) => namesInText(text).some((name) => answerOf(all, name) === undefined);
		const known = {
			...filled,
			...(isOpen(record.hostname) && { hostname: anyHostname }),
			...(isOpen(record.value) && { value: typeRows[filled.type].sample }),
		};
		const read = readRecord(recordInputOf(known), zone);
		if (!read.ok) return { ok: false, broken: { index, problem: read.problem } };
	}
	// If the answer is a complete target, a record of the template must get exactly this target. Otherwise, the person
	// copied it from another domain, and it is refused.
	const target = plainName(text.trim());
	return variable.asks === "target" && !targets.has(target) ? { ok: false } : { ok: true, value };
}

/** Also accepts a value that it returned earlier, because values are checked again before the change is planned. */
function parseValue(
	{ asks, pattern, prefix = "" }: Variable,
	text: string,
	records: readonly Filled[],
): string | undefined {
	if (asks === "account") {
		const label = parseLabel(withoutSuffix(text, records));
		return label.ok ? label.ascii : undefined;
	}
	if (asks === "dkim") return parseDkim(text);
	if (pattern) {
		const answer = asks === "target" || asks === "mx" ? text.toLowerCase() : textContent(text);
		const personal = pattern.exec(answer)?.slice(1).find(Boolean);
		return personal && `${prefix}${personal}`;
	}
	return text === "" || /\p{Cc}/u.test(text) ? undefined : text;
}

/** With `{account}.github.io` in a record of the template, `https://octocat.github.io` becomes `octocat`. */
function withoutSuffix(text: string, records: readonly Filled[]): string {
	const host = text
		.toLowerCase()
		.replace(/^https?:\/\//, "")
		.replace(/\/$/, "");
	const start = "{account}";
	const suffixes = records.filter(({ value }) => value.startsWith(start)).map(({ value }) => value.slice(start.length));
	const suffix = suffixes.find((each) => each !== "" && host.endsWith(each));
	return suffix === undefined ? text : host.slice(0, -suffix.length);
}

/** The content of a DKIM record, or only its public key. Undefined if the key is incomplete. */
function parseDkim(text: string): string | undefined {
	const content = textContent(text).replaceAll(/\s+/g, " ");
	const bare = /^[a-z\d+/ ]{40,}={0,2}$/i.test(content);
	const tags = (bare ? `v=DKIM1; k=rsa; p=${content}` : content).split(";").map((tag) => tag.trim());
	const parsed = tags.filter(Boolean).map((tag) => {
		const [, name = "", value = ""] = /^([a-z]+)\s*=\s*(.*)$/i.exec(tag) ?? [];
		return { name: name.toLowerCase(), value: name === "p" ? value.replaceAll(" ", "") : value };
	});
	const tag = (name: string) => parsed.find((each) => each.name === name)?.value;
	if (parsed.some(({ name }) => name === "") || (tag("v") ?? "DKIM1") !== "DKIM1") return undefined;
	if (!isPublicKey(tag("p") ?? "", tag("k") ?? "rsa")) return undefined;
	return parsed.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function isPublicKey(base64: string, algorithm: string): boolean {
	if (!/^[a-z\d+/]+={0,2}$/i.test(base64)) return false;
	const key = Buffer.from(base64, "base64");
	if (algorithm === "ed25519") return key.length === 32;
	if (algorithm !== "rsa") return false;
	return isRsa(key, "spki") || isRsa(key, "pkcs1");
}

function isRsa(key: Buffer, type: "spki" | "pkcs1"): boolean {
	try {
		return createPublicKey({ key, format: "der", type }).asymmetricKeyType === "rsa";
	} catch {
		return false;
	}
}
