import { isTrimmed, parseHost } from "@domains/contract/names.ts";
import type { AnyRecord } from "@domains/contract/records/any-record.ts";
import { isWithin, plainName } from "@domains/contract/records/name.ts";
import { absolute, moved } from "./data.ts";
import type { Doubt, FileZone, RefusedLine } from "./parsed-zone.ts";
import type { ReadRow } from "./row.ts";

/** What the parser knows from the lines that it has read. */
export interface State {
	zone: FileZone;
	/**
	 * True for a zone file: it has a directive or an SOA record. Its names follow RFC 1035, so a name without a final dot
	 * is relative. False for a list of records, such as a pasted one. Its lines have the meaning of typed records.
	 */
	isZone: boolean;
	/** The name, with a trailing dot, that completes a relative name: the domain, or the value of the last `$ORIGIN`. */
	origin: string;
	/** The TTL of `$TTL`. Without one, the minimum in an SOA record that has no TTL itself. */
	ttl: number | undefined;
	/**
	 * The last TTL that a line gave. In a file with an SOA record but without `$TTL`, it is that of the lines without one
	 * (RFC 1035, 5.1).
	 */
	lastTtl: number | undefined;
	hasSoa: boolean;
	/** True after `$TTL`, or after the first line that takes its TTL from another line. Only that line is named. */
	isTtlClear: boolean;
	owner: string | undefined;
	/** What the parser assumed about the current line. For `relative`, the completed name. */
	doubts: Map<Doubt, string>;
}

export function startOf(zone: FileZone, { isZone, hasSoa }: Pick<State, "isZone" | "hasSoa">): State {
	return {
		zone,
		isZone,
		origin: `${zone.domain}.`,
		ttl: undefined,
		lastTtl: undefined,
		hasSoa,
		isTtlClear: false,
		owner: undefined,
		doubts: new Map(),
	};
}

/** What a line contains; undefined if it has no effect. */
export type Read =
	| { record: AnyRecord }
	| { skipped: "origin" | "soa" | "nameserver" | "directive"; value: string }
	| Refused
	| undefined;
export type Refused = Pick<RefusedLine, "problem" | "type">;

export function ofRow(read: ReadRow): Read {
	if ("skipped" in read) return undefined;
	return "server" in read ? { skipped: "nameserver", value: read.server } : read;
}

export function isApex(owner: string, { domain }: FileZone): boolean {
	return owner.toLowerCase() === `${domain}.`;
}

/** Completes the name in the first column of a line. */
export function ownName(text: string, { zone, origin, doubts }: State): string {
	const name = inPunycode(text);
	if (!endsWithDomain(name, zone)) return moved(absolute(name, origin), zone);
	doubts.set("dot", "");
	return moved(`${name}.`, zone);
}

/**
 * Completes a name that a record points to. A name without a final dot is whole if it ends with the domain. In a list
 * of records, every name of several labels is whole, as in a typed record.
 */
export function target(text: string, { zone, origin, isZone, doubts }: State): string {
	const name = inPunycode(text);
	if (name.endsWith(".") || !name.includes(".")) return absolute(name, origin);
	const isWhole = !isZone || endsWithDomain(name, zone);
	const whole = isWhole ? `${name}.` : absolute(name, origin);
	doubts.set(isWhole ? "dot" : "relative", plainName(whole));
	return whole;
}

/** True if a name without a final dot is the domain of the file or a name below it. */
function endsWithDomain(name: string, { domain, movedFrom = domain }: FileZone): boolean {
	return isWithin(name, movedFrom);
}

/**
 * Returns a name in punycode, so that two spellings of a domain are equal. Keeps its final dot, and invisible marks
 * around the name, which are refused later.
 */
function inPunycode(name: string): string {
	if (/^[\0-\x7f]*$/.test(name) || !isTrimmed(name)) return name;
	const host = parseHost(name);
	return host.ok ? `${host.ascii}${name.endsWith(".") ? "." : ""}` : name;
}
