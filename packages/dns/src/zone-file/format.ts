import { plainName } from "@domains/contract/names.ts";
import { fileData } from "@domains/contract/records/data-form.ts";
import {
	canonicalRecord,
	isKnown,
	isRegular,
	relativeHostname,
	textContent,
	ttlBounds,
} from "@domains/contract/records/record.ts";
import {
	type AnyRecord,
	type Field,
	isRecordType,
	isTargetField,
	mapFields,
	typeRows,
} from "@domains/contract/records/types.ts";
import { rowOf } from "./row.ts";
import { storedComment } from "./tokens.ts";

/** The SOA needs `serial` and `nameservers`. */
export interface ZoneHeading {
	domain: string;
	defaultTtl: number;
	nameservers: readonly string[];
	/** A 32-bit number that increases, such as the seconds since 1970. */
	serial: number;
}

const longestString = 255;

/**
 * A record that a DNS server may refuse becomes a comment, which only `parseZoneFile` reads. Without nameservers, the
 * file has no SOA. Other programs can then import it, but a DNS server cannot load it.
 */
export function formatZoneFile(records: readonly AnyRecord[], heading: ZoneHeading): string {
	const { domain, defaultTtl } = heading;
	const lines = records.map((record) => lineOf(record, domain));
	return [
		`$ORIGIN ${domain}.`,
		`$TTL ${defaultTtl}`,
		...authority(heading),
		...missingGlue(records, heading),
		...lines,
		"",
	].join("\n");
}

function authority({ domain, nameservers, serial, defaultTtl }: ZoneHeading): string[] {
	const [primary] = nameservers;
	if (primary === undefined) return [];
	const soa = `@ IN SOA ${withRootDot(primary)} hostmaster.${domain}. ${serial % 2 ** 32} 7200 3600 1209600 ${defaultTtl}`;
	return [soa, ...nameservers.map((each) => `@ IN NS ${withRootDot(each)}`)];
}

/** The registry knows the address of a nameserver inside the domain, but a DNS server cannot load a file without it. */
function missingGlue(records: readonly AnyRecord[], { domain, nameservers }: ZoneHeading): string[] {
	const known = records.filter(({ type }) => type === "A" || type === "AAAA");
	const hosts = new Set(known.map((record) => canonicalRecord(record, { domain }).hostname));
	const own = nameservers.map(plainName).filter((each) => each.endsWith(`.${domain}`));
	return own
		.map((each) => each.slice(0, -domain.length - 1))
		.filter((host) => !hosts.has(host))
		.map((host) => `; ${host} needs an A or AAAA record here before a DNS server can load this file.`);
}

function lineOf(record: AnyRecord, domain: string): string {
	const canonical = canonicalRecord(record, { domain });
	const { type, hostname, ttl } = canonical;
	const data = isPlaced(canonical, domain) ? dataIn(canonical, domain) : undefined;
	if (data === undefined) return storedComment(JSON.stringify(rowOf(record, domain)));
	return [hostname, ...(typeof ttl === "number" ? [String(ttl)] : []), "IN", type, data].join(" ");
}

function isPlaced({ type, hostname, ttl }: AnyRecord, domain: string): boolean {
	// BIND loads no zone in which the name of a host has an underscore.
	if (isRecordType(type) && typeRows[type].isAtHost && hostname.includes("_")) return false;
	const isTtl = typeof ttl !== "number" || (ttl >= 0 && ttl <= ttlBounds.max);
	return isTtl && relativeHostname(hostname, domain).ok;
}

function dataIn(canonical: AnyRecord, domain: string): string | undefined {
	if (isKnown(canonical)) return isRegular(canonical, { domain }) ? mapFields(canonical, printed).join(" ") : undefined;
	// The line of an unknown type has no place for a priority. So a record with a priority becomes a comment.
	return typeof canonical.priority === "number" ? undefined : fileData(canonical.type, canonical.value);
}

function printed(field: Field, text: string): string {
	if (isTargetField(field)) return withRootDot(text);
	return field === "text" ? strings(textContent(text)).join(" ") : text;
}

function withRootDot(name: string): string {
	return name.endsWith(".") ? name : `${name}.`;
}

/** Each has at most 255 bytes (RFC 1035, 3.3). Non-ASCII bytes are written as `\nnn`. */
function strings(content: string): string[] {
	const bytes = [...Buffer.from(content)];
	const chunks = Array.from({ length: Math.ceil(bytes.length / longestString) }, (_, index) =>
		bytes.slice(index * longestString, (index + 1) * longestString),
	);
	return chunks.map((chunk) => `"${chunk.map(escaped).join("")}"`);
}

function escaped(byte: number): string {
	if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
	return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, "0")}`;
}
