import { type ImportMode, importInto } from "../../rules/dns/merge.ts";
import type { RefusedLine } from "../../rules/dns/zone-file/parse.ts";
import { parseZoneFile } from "../../rules/dns/zone-file/parse.ts";
import { parseDomain } from "../../rules/names.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone, plannedOf } from "./change.ts";
import { openForChange, zoneOf } from "./zone.ts";

type ImportResult =
	/** The plan never includes the file's `refused` lines and `nameservers`. */
	| { kind: "read"; plan: PlanResult; records: number; refused: readonly RefusedLine[]; nameservers: readonly string[] }
	/** No line of the file is a record. */
	| { kind: "no_records"; refused: readonly RefusedLine[] }
	/** The file was written for the domain `origin`. `anyway` in the input imports it nonetheless. */
	| { kind: "other_domain"; origin: string };

type Input = Actor & { domain: string; text: string; how: ImportMode; anyway?: boolean };

/**
 * Plans the import of a BIND zone file. `how` is defined in `rules/dns/merge`. A file without records causes no call.
 */
export async function importFile(deps: Deps, { anyway = false, ...input }: Input): Promise<ImportResult> {
	const parsed = parseDomain(input.domain);
	const domain = parsed.ok ? parsed.ascii : input.domain;
	const { records, refused, nameservers, foreignOrigin } = parseZoneFile(input.text, zoneOf(domain));
	if (foreignOrigin !== undefined && !anyway) return { kind: "other_domain", origin: foreignOrigin };
	if (records.length === 0) return { kind: "no_records", refused };
	const planned = records.map((record) => plannedOf(record, domain));
	const plan = await planImport(deps, { ...input, domain }, planned);
	return { kind: "read", plan, records: records.length, refused, nameservers };
}

async function planImport(
	deps: Deps,
	{ personId, domain, how }: Omit<Input, "anyway">,
	imported: ReturnType<typeof plannedOf>[],
): Promise<PlanResult> {
	const zone = await openForChange(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	return changeZone(
		deps,
		personId,
		zone,
		importInto<PlannedRecord>(zone.dns.records, imported, how, zoneOf(zone.domain)),
	);
}
