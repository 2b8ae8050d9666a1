import { isIPv4, isIPv6 } from "node:net";
import type { DnsRecord, DnsRecordInput, DnsType } from "../dns.ts";
import { parseHost } from "../names.ts";
import { isWithin } from "./name.ts";
import { decodeGeneric, decodeStrings, isGeneric } from "./text-value.ts";

/**
 * Why a record is refused. The service answers each code with an English sentence, the bot with one in the person's
 * language.
 */
export type RecordProblem =
	| "type"
	| "hostname"
	| "hostname_outside"
	| "hostname_twice"
	| "hostname_service"
	| "wildcard"
	| "apex"
	| "address_ipv4"
	| "address_ipv6"
	| "target"
	| "target_relative"
	| "target_address"
	| "text_empty"
	| "text_too_long"
	| "text_character"
	| "text_quotes"
	| "text_generic"
	| "srv"
	| "caa"
	| "ttl"
	| "ttl_large"
	| "priority";

/**
 * A DNS zone: its domain in punycode, and the TTL of records that have none. `knownTypesOnly`: true if the service
 * stores only the types in `recordTypes`.
 */
export interface Zone {
	domain: string;
	defaultTtl: number;
	knownTypesOnly?: true;
}

export const recordTypes: readonly DnsType[] = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"];
export const ttlBounds = { min: 60, max: 2 ** 31 - 1 } as const;
/**
 * A priority has 16 bits in DNS (MX: RFC 1035, 3.3.9; SRV: RFC 2782). The other types that the bot knows have no
 * priority.
 */
const priorityBounds = { min: 0, max: 65_535 } as const;
export const withPriority: readonly DnsType[] = ["MX", "SRV"];
/**
 * Maximum length of a TXT value in bytes: sixteen strings of 255. A longer one would leave no room for other records in
 * a DNS response.
 */
const longestText = 4_080;

type Read<Value> = { ok: true; value: Value } | { ok: false; problem: RecordProblem };

function fine<Value>(value: Value): Read<Value> {
	return { ok: true, value };
}

function wrong(problem: RecordProblem): { ok: false; problem: RecordProblem } {
	return { ok: false, problem };
}

/**
 * Normalizes one record, or returns why it is refused. The hostname becomes relative and lower case (`@` for the apex).
 * Targets become punycode without the trailing dot. IPv6 addresses get their shortest form. Every result has a TTL. MX
 * and SRV results have a priority. So two spellings of one record give equal results. `validateRecords` checks which
 * records may share a name.
 */
export function readRecord(input: DnsRecordInput, zone: Zone): Read<DnsRecord> {
	const { type, ttl = zone.defaultTtl, priority = 0 } = input;
	if (!recordTypes.includes(type)) return wrong("type");
	const hostname = relativeHostname(input.hostname ?? input.name ?? "", zone.domain);
	if (!hostname.ok) return hostname;
	const misplaced = misplacement(type, hostname.value);
	if (misplaced) return wrong(misplaced);
	const value = readers[type](input.value ?? input.content ?? "", zone.domain);
	if (!value.ok) return value;
	if (!within(ttl, ttlBounds)) return wrong(ttl > ttlBounds.max ? "ttl_large" : "ttl");
	if (!within(priority, priorityBounds)) return wrong("priority");
	const record = { type, hostname: hostname.value, value: value.value, ttl };
	return fine(hasPriority(type) ? { ...record, priority } : record);
}

/** True if a record of this type may have a priority. Also true for a type that the bot does not know. */
export function hasPriority(type: string): boolean {
	return withPriority.some((each) => each === type) || !recordTypes.some((each) => each === type);
}

/**
 * Parses a hostname as a person types it: `@`, `www`, `www.example.com` or `www.example.com.`. Returns it relative to
 * the domain. Refuses a name with the domain twice, such as `www.example.com.example.com`: the result would itself read
 * as the absolute name `www.example.com`.
 */
export function relativeHostname(text: string, domain: string): Read<string> {
	const bare = text.trim();
	if (bare === "@") return fine("@");
	const name = parseHost(bare);
	if (!name.ok) return wrong("hostname");
	if (name.ascii === domain) return fine("@");
	if (name.ascii.endsWith(`.${domain}`)) {
		const host = name.ascii.slice(0, -domain.length - 1);
		return isWithin(host, domain) ? wrong("hostname_twice") : fine(host);
	}
	if (bare.endsWith(".")) return wrong("hostname_outside");
	return `${name.ascii}.${domain}`.length > 253 ? wrong("hostname") : fine(name.ascii);
}

export function absoluteHostname(hostname: string, domain: string): string {
	return hostname === "@" ? domain : `${hostname}.${domain}`;
}

/**
 * Returns why records of this type are not allowed at this hostname, independent of their values. Undefined if they are
 * allowed.
 */
export function misplacement(type: DnsType, hostname: string): RecordProblem | undefined {
	// A CNAME or a delegation at the apex would conflict with the SOA (RFC 1034, 3.6.2).
	if ((type === "CNAME" || type === "NS") && hostname === "@") return "apex";
	if (type === "NS" && hostname.startsWith("*")) return "wildcard";
	if (type === "SRV" && !/^(\*|_[a-z\d+-]+)\._[a-z\d-]+(\.|$)/.test(hostname)) return "hostname_service";
	return undefined;
}

const readers: Record<DnsType, (text: string, domain: string) => Read<string>> = {
	A: (text) => (isIPv4(text.trim()) ? fine(text.trim()) : wrong("address_ipv4")),
	AAAA: (text) => readIpv6(text.trim()),
	CNAME: (text, domain) => readTarget(text, domain),
	NS: (text, domain) => readServer(text, domain),
	// The target `.` means that the domain accepts no mail (RFC 7505).
	MX: (text, domain) => (text.trim() === "." ? fine(".") : readServer(text, domain)),
	TXT: readText,
	SRV: readService,
	CAA: readAuthority,
};

function readIpv6(text: string): Read<string> {
	if (!isIPv6(text) || text.includes("%")) return wrong("address_ipv6");
	return fine(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/**
 * Parses the name that a record points to. `@` means the domain itself. Refuses a single label such as `mail`, because
 * it may be meant as `mail.example.com`.
 */
function readTarget(text: string, domain: string): Read<string> {
	const bare = text.trim();
	if (bare === "@") return fine(domain);
	if (isIPv4(bare) || isIPv6(bare)) return wrong("target_address");
	const name = parseHost(bare);
	if (!name.ok || name.labels[0] === "*") return wrong("target");
	return name.labels.length < 2 ? wrong("target_relative") : fine(name.ascii);
}

/** Parses a target that must be a host name. A host name has no underscores (RFC 2181, 10.3, and RFC 952). */
function readServer(text: string, domain: string): Read<string> {
	const target = readTarget(text, domain);
	return target.ok && target.value.includes("_") ? wrong("target") : target;
}

/**
 * Normalizes a TXT value. Several quoted strings, with or without commas between them, become one text without quotes.
 * Escapes inside the quotes are read as in a zone file. A value in the form that fits any type (`\# 6 0568656c6c6f`)
 * becomes its text. A text that would be read differently without quotes keeps one pair: it starts with a quote or
 * `\#`, or starts or ends with white space.
 */
function readText(text: string): Read<string> {
	const bare = text.trim();
	const generic = isGeneric(bare);
	const content = generic ? decodeGeneric(bare) : bare.startsWith('"') ? unquote(bare) : bare;
	if (content === undefined) return wrong(generic ? "text_generic" : "text_quotes");
	if (content === "") return wrong("text_empty");
	if (/\p{Cc}/u.test(content) || !content.isWellFormed()) return wrong("text_character");
	if (Buffer.byteLength(content) > longestText) return wrong("text_too_long");
	return fine(
		/^["\s]|\s$/u.test(content) || isGeneric(content) ? `"${content.replaceAll(/["\\]/gu, "\\$&")}"` : content,
	);
}

function unquote(text: string): string | undefined {
	// Only one part of the pattern can match a space, otherwise many strings take exponential time.
	if (!/^"(?:[^"\\]|\\.)*"(?:\s*(?:,\s*)?"(?:[^"\\]|\\.)*")*$/u.test(text)) return undefined;
	return decodeStrings(text);
}

/**
 * Parses an SRV value: `weight port target`. The target `.` means that the domain does not offer the service (RFC
 * 2782).
 */
function readService(text: string, domain: string): Read<string> {
	const [weight = "", port = "", target = "", ...rest] = text.trim().split(/\s+/u);
	if (rest.length > 0 || !isUint16(weight) || !isUint16(port)) return wrong("srv");
	const host = target === "." ? fine(".") : readServer(target, domain);
	return host.ok ? fine(`${Number(weight)} ${Number(port)} ${host.value}`) : host;
}

/**
 * Parses a CAA value: `flags tag "value"` (RFC 8659). In a value without quotes, spaces are allowed only after a
 * semicolon.
 */
function readAuthority(text: string): Read<string> {
	const [, flags = "", tag = "", quoted, bare] =
		/^(\d{1,3})\s+([a-z\d]{1,15})\s+(?:"([\x20\x21\x23-\x5b\x5d-\x7e]*)"|([\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*(?:;[\x20\x21\x23-\x5b\x5d-\x7e]*)?))$/iu.exec(
			text.trim(),
		) ?? [];
	const value = quoted ?? bare;
	if (value === undefined || Number(flags) > 255) return wrong("caa");
	return fine(`${Number(flags)} ${tag.toLowerCase()} "${value}"`);
}

function isUint16(text: string): boolean {
	return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function within(value: number, bounds: { min: number; max: number }): boolean {
	return Number.isInteger(value) && value >= bounds.min && value <= bounds.max;
}
