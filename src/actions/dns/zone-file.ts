import { parseDomain } from "@domains/contract/names.ts";
import { enteredRecord } from "@domains/contract/records/record.ts";
import { importAllowed } from "@domains/dns/importable.ts";
import { fittedTtls, type ImportMode } from "@domains/dns/merge.ts";
import { mostRecords } from "@domains/dns/plan.ts";
import { formatZoneFile } from "@domains/dns/zone-file/format.ts";
import { isTooLong, longest } from "@domains/dns/zone-file/read.ts";
import { leadsTo } from "@domains/dns/zone-file/row.ts";
import { formatCsv, formatJson } from "@domains/dns/zone-file/table.ts";
import { read } from "../../reading/index.ts";
import type { ZoneFormat } from "../../rules/choices.ts";
import { readClock } from "../../store/database.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor, Deps } from "../deps.ts";
import { type OpenZone, openZone } from "../domain/domains.ts";
import type { PlanResult } from "../quote/save-quote.ts";
import type { Trouble } from "../trouble.ts";
import { draftedRecords, planZones, type WantedZone } from "./plan.ts";
import type { NotRead, NotYours, ZoneFileResult } from "./types.ts";
import { defaultTtl, recordOf, zoneAt, zoneOf } from "./zone.ts";

interface FileInput {
	domain: string;
	/** A BIND zone file, or CSV or JSON in the format that `exportFile` writes. */
	text: string;
	/** The domain in the name of the file, if it has one. */
	fileDomain?: string | undefined;
	anyway?: boolean | undefined;
}

type Input = Actor & FileInput & { how: ImportMode; draftId?: number | undefined };

/** Parses a file and counts its records, without a call to the service. */
export async function readFile(deps: Deps, input: FileInput): Promise<ZoneFileResult> {
	const found = await parse(deps, input);
	if (found.kind !== "records") return found;
	const { records, refused, nameservers, doubtful, unused, types, origin } = found;
	const isComplete = types === "all" || deps.service.admin !== null;
	const stay = origin === undefined ? [] : records.filter((record) => leadsTo(record, origin));
	return {
		kind: "read",
		records: records.length,
		refused,
		nameservers,
		doubtful,
		unused,
		withoutTtl: records.filter(({ ttl }) => ttl === null).length,
		isComplete,
		...(origin !== undefined && stay.length > 0 && { left: { origin, records: stay } }),
	};
}

/**
 * Plans to import the records of a file into the domain's zone. `how` selects the current records that the imported
 * ones replace: all of them, none, or those of the same type and hostname. `draftId`: an operation with unconfirmed
 * changes. The plan includes these changes. A record that would break a rule of DNS together with others is left out.
 */
export async function importFile(deps: Deps, input: Input): Promise<PlanResult | NotRead> {
	const found = await parse(deps, input);
	if (found.kind !== "records") return found;
	const change: WantedZone["change"] = async (zone) => {
		const { domain } = zone;
		const { records: current, contested, notes: drafted } = await draftedRecords(deps, zone, input);
		const {
			records,
			read: accepted,
			leftOut,
		} = importAllowed<PlannedRecord>(
			{ base: zone.dns.records, current, read: found.records },
			{ how: input.how, types: found.types },
			zoneAt(deps, domain),
		);
		return {
			records,
			contested,
			drafted,
			fitted: fittedTtls(current, accepted, input.how, zoneOf(domain)),
			leftOut,
			...(input.how === "replace" && { replaces: found.types }),
		};
	};
	return planZones(deps, { personId: input.personId, wanted: [{ domain: found.domain, change }] });
}

async function parse(deps: Deps, { domain: name, text, fileDomain, anyway = false }: FileInput) {
	const parsed = parseDomain(name);
	const domain = parsed.ok ? parsed.ascii : name;
	if (isTooLong(text))
		return { kind: "too_long" as const, mostMegabytes: longest.characters / 2 ** 20, mostLines: longest.lines };
	const own = await read("zone", text, { ...zoneAt(deps, domain), fileDomain });
	if (own.kind === "slow") return { kind: "too_slow" as const };
	const origin = own.value.foreignOrigin;
	const isMoved = origin !== undefined && anyway;
	const found = isMoved ? await read("zone", text, { ...zoneAt(deps, domain), movedFrom: origin }) : own;
	if (found.kind === "slow") return { kind: "too_slow" as const };
	const { records, refused, nameservers, directive, types, doubtful = [], unused = [] } = found.value;
	if (directive !== undefined) return { kind: "incomplete" as const, directive };
	if (origin !== undefined && !anyway) return { kind: "other_domain" as const, origin };
	if (records.length > mostRecords) return { kind: "too_many" as const, most: mostRecords };
	if (records.length === 0) return { kind: "no_records" as const, refused };
	const planned: PlannedRecord[] = records.map((record) => enteredRecord(record, { domain }));
	return { kind: "records" as const, domain, records: planned, refused, nameservers, types, doubtful, unused, origin };
}

/** Exports the records as a file that `importFile` can read. Nameserver software can load the format `zone`. */
export async function exportFile(
	deps: Deps,
	{ personId, domain: text, format }: Actor & { domain: string; format: ZoneFormat },
): Promise<{ kind: "file"; name: string; bytes: Uint8Array; records: number } | NotYours | Trouble> {
	const zone = await openZone(deps, personId, text);
	if (zone.kind !== "open") return zone;
	const bytes = await formatRecords(deps, zone, format);
	return { kind: "file", name: `${zone.domain}.${format}`, bytes, records: zone.dns.records.length };
}

async function formatRecords(deps: Deps, { domain, dns }: OpenZone, format: ZoneFormat): Promise<Uint8Array> {
	const records = dns.records.map(recordOf);
	if (format === "csv") return formatCsv(records, domain);
	if (format === "json") return Buffer.from(formatJson(records, domain));
	const serial = Math.floor((await readClock(deps.db)).getTime() / 1_000);
	return Buffer.from(formatZoneFile(records, { domain, defaultTtl, nameservers: dns.nameservers, serial }));
}
