import { isWithin, parseHost, plainName } from "@domains/contract/names.ts";
import {
	canonicalRecord,
	hasPriority,
	isAcceptedUnknownType,
	isKnown,
	readRecord,
	recordInputOf,
	relativeHostname,
	ttlBounds,
} from "@domains/contract/records/record.ts";
import { decodeEscapes, isGeneric, type Token } from "@domains/contract/records/text-value.ts";
import {
	type AnyRecord,
	type DnsType,
	endsInText,
	hasTarget,
	recordFields,
	typeName,
	valueFields,
} from "@domains/contract/records/types.ts";
import { z } from "zod";
import { parsePanelTtl } from "../ttl.ts";
import type { FileZone, LineProblem } from "./parsed-zone.ts";
import { wordsOf } from "./tokens.ts";

type Column = (typeof recordFields)[number];

/** As other programs write them, in lower case, without spaces and underscores. */
const synonyms: ReadonlyMap<string, Column> = new Map([
	["recordtype", "type"],
	["rrtype", "type"],
	["name", "hostname"],
	["host", "hostname"],
	["recordname", "hostname"],
	["content", "value"],
	["data", "value"],
	["rdata", "value"],
	["recordvalue", "value"],
	["prio", "priority"],
	["pref", "priority"],
	["preference", "priority"],
	["mxpriority", "priority"],
	["mxpref", "priority"],
	["mxpreference", "priority"],
	["hostrecord", "hostname"],
	["dnshostname", "hostname"],
	["host/name", "hostname"],
	["txtname", "hostname"],
	["txtrecordname", "hostname"],
	["name/host/alias", "hostname"],
	["timetolive", "ttl"],
	["value/answer/destination", "value"],
	["pointsto", "value"],
	["pointstoaddressorvalue", "value"],
	["enterthisvalue", "value"],
	["value/routetrafficto", "value"],
	["target", "value"],
	["destination", "value"],
	["txtvalue", "value"],
	["txtrecordvalue", "value"],
]);

export type Row = Partial<Record<Column, string | number | null>>;

/** With the names of fields that are filled in, but that the bot does not read. */
export interface Fields {
	row: Row;
	unused: string[];
}

export const jsonFields = z.record(z.string(), z.unknown()).transform((fields) => fieldsOf(Object.entries(fields)));

/** Of two fields for one column, the first one counts. */
export function fieldsOf(fields: readonly (readonly [title: string, value: unknown])[]): Fields {
	const row: Row = {};
	const unused: string[] = [];
	for (const [title, value] of fields) {
		const column = columnOf(title);
		const isCell = typeof value === "string" || typeof value === "number";
		if (column && isCell && isEmpty(row[column])) row[column] = value;
		else if (!(column && isCell && row[column] === value) && !isBlank(value)) unused.push(title.trim());
	}
	return withService(row, unused, fields);
}

/** A table may have the parts of an SRV record in separate columns, and the name of the service too. */
function withService(
	row: Row,
	unused: string[],
	fields: readonly (readonly [title: string, value: unknown])[],
): Fields {
	if (typeName(plainType(String(row.type ?? ""))) !== "SRV" || /\s/.test(String(row.value ?? "").trim()))
		return { row, unused };
	const part = (name: string) =>
		String(fields.find(([title]) => title.trim().toLowerCase() === name)?.[1] ?? "").trim();
	const [service, protocol, weight, port] = [part("service"), part("protocol"), part("weight"), part("port")];
	if (!/^\d{1,5}$/.test(weight) || !/^\d{1,5}$/.test(port)) return { row, unused };
	const own = plainHost(String(row.hostname ?? "@")) || "@";
	const label = (name: string) => `_${name.toLowerCase().replace(/^_/, "")}`;
	const isNamed = service !== "" && protocol !== "" && !own.startsWith("_");
	const hostname = isNamed ? [label(service), label(protocol), ...(own === "@" ? [] : [own])].join(".") : own;
	const used = ["weight", "port", ...(isNamed ? ["service", "protocol"] : [])];
	return {
		row: { ...row, hostname, value: `${weight} ${port} ${row.value}` },
		unused: unused.filter((title) => !used.includes(title.toLowerCase())),
	};
}

function isBlank(value: unknown): boolean {
	return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

export function columnOf(title: string): Column | undefined {
	const name = title.toLowerCase().replaceAll(/\([^()]*\)|[\s_]/g, "");
	return recordFields.find((column) => column === name) ?? synonyms.get(name);
}

export function rowOf(record: AnyRecord, domain: string) {
	const { type, hostname, value, ttl = null, priority = null } = canonicalRecord(record, { domain });
	return { type, hostname, value, ttl, priority };
}

/** `server`: the target of an NS record of the apex. `skipped`: an SOA record. The service manages both. */
export type ReadRow =
	| { record: AnyRecord }
	| { server: string }
	| { skipped: "soa" }
	| { problem: LineProblem; type?: string };

export function readRow({ type = "", hostname = "", value, ttl, priority }: Row, zone: FileZone): ReadRow {
	const [, target, preference] = /^(\S+) \(priority: ?(\d{1,5})\)$/i.exec(String(value ?? "").trim()) ?? [];
	if (target !== undefined)
		return readRow({ type, hostname, value: target, ttl: ttl ?? null, priority: preference ?? null }, zone);
	const record: AnyRecord = {
		type: plainType(String(type)),
		hostname: moved(plainHost(String(hostname)), zone),
		value: String(value ?? ""),
		ttl: ttlOf(ttl),
		priority: isUnset(priority) ? null : (numberOf(priority) ?? Number.NaN),
	};
	if (record.type === "") return { problem: "type_missing" };
	if (record.hostname === "") return { problem: "owner_missing" };
	if (value === undefined || (record.value.trim() === "" && isKnown(record))) return { problem: "value_missing" };
	if (record.type !== "SOA" && !isKnown(record) && !isAcceptedUnknownType(record)) return { problem: "type_unknown" };
	if (Number.isNaN(record.ttl)) return { problem: "ttl_unread" };
	if (Number.isNaN(record.priority)) return { problem: "priority" };
	const at = relativeHostname(record.hostname, zone.domain);
	if (record.type === "SOA") return { skipped: "soa" };
	if (record.type === "NS" && at.ok && at.value === "@") return { server: plainName(record.value) };
	if (!isKnown(record)) {
		if (!at.ok && at.problem === "hostname_outside") return { problem: at.problem };
		return zone.knownTypesOnly ? { problem: "type", type: record.type } : { record: canonicalRecord(record, zone) };
	}
	const { ttl: own, ...input } = recordInputOf(record);
	const read = readRecord(input, zone);
	if (!read.ok) return { problem: read.problem };
	// If the file has no TTL or priority, the field is null, so that an existing record keeps its value.
	const noPriority = hasPriority(record.type) && input.priority === undefined && { priority: null };
	return { record: { ...read.value, ttl: own ?? null, ...noPriority } };
}

/** A page may show the type as `TXT Record`. */
export function plainType(cell: string): string {
	return typeName(cell.trim().replace(/ record$/i, ""));
}

/** A page may say `@ or leave blank` or `Blank or @` for the apex. */
export function plainHost(cell: string): string {
	return cell.trim().replace(/^(?:@ ?\(?(?:or )?(?:leave )?(?:blank|empty)\)?|(?:leave )?(?:blank|empty) or @)$/i, "@");
}

export function lacksPriority(record: AnyRecord): boolean {
	return isKnown(record) && hasPriority(record.type) && typeof record.priority !== "number";
}

/** Null for an empty cell, NaN for a text that is not a TTL. */
function ttlOf(cell: Row["ttl"]): number | null {
	if (isUnset(cell)) return null;
	// In JSON, a large number has an exponent.
	if (typeof cell === "number" && cell > ttlBounds.max) return Math.min(cell, Number.MAX_SAFE_INTEGER);
	return parsePanelTtl(String(cell).trim()) ?? Number.NaN;
}

/** A page may show a dash for a number that a record has not. */
function isUnset(cell: Row["ttl"]): cell is undefined | null | "" | "-" {
	return isEmpty(cell) || cell === "-";
}

function isEmpty(cell: Row[Column]): cell is undefined | null | "" {
	return cell === undefined || cell === null || cell === "";
}

/** `Number` would also read `0x10` and `1e1`. */
export function numberOf(cell: string | number | null | undefined): number | undefined {
	return /^\d{1,10}$/.test(String(cell).trim()) ? Number(cell) : undefined;
}

/** Texts get one pair of quotes. */
export function dataValue(type: DnsType, data: Token[], absolute: (name: string) => string): string {
	const fields = valueFields(type);
	const lastField = fields.at(-1);
	if (lastField === "text")
		return isGeneric(data[0]?.text ?? "") ? wordsOf(data).join(" ") : quote(decodeEscapes(data));
	if (lastField === "quoted") {
		const words = data.slice(0, fields.length - 1).map((token) => token.text);
		// The value is one string. More strings, or none, are refused later.
		return [...words, ...data.slice(words.length).map((token) => quote(decodeEscapes([token])))].join(" ");
	}
	const words = data.map((token) => token.text);
	const last = words.at(-1);
	return hasTarget(type) && last !== undefined ? [...words.slice(0, -1), absolute(last)].join(" ") : words.join(" ");
}

/** A name without a final dot is relative. */
export function absolute(name: string, origin: string): string {
	if (name === "@") return origin;
	if (name.endsWith(".")) return name;
	return origin === "." ? `${name}.` : `${name}.${origin}`;
}

/** The domain of the file (`movedFrom`) becomes the one that the person uses the file for. */
export function moved(name: string, { domain, movedFrom }: FileZone): string {
	if (movedFrom === undefined) return name;
	const [, before = "", dot = ""] = /^(.*?)(\.?)$/s.exec(name) ?? [];
	const host = parseHost(before);
	// The name may be in Unicode, so compare its punycode. A name that is already below `movedFrom` keeps its spelling.
	const plain = host.ok && !isWithin(before, movedFrom) ? host.ascii : before;
	if (!isWithin(plain, movedFrom)) return name;
	return `${plain.slice(0, plain.length - movedFrom.length)}${domain}${dot}`;
}

/** Always false for a type that ends in a text. */
export function leadsTo({ type, value }: AnyRecord, domain: string): boolean {
	if (endsInText(type)) return false;
	return value.split(/\s+/).some((word) => isWithin(word.replace(/\.$/, ""), domain));
}

function quote(text: string): string {
	return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
