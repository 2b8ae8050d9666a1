import { isEmptyDiff } from "@domains/dns/diff.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeOf } from "../operation/view.ts";
import { draftedRecords } from "./draft.ts";
import type { ZoneResult } from "./types.ts";
import { openZone, recordOf } from "./zone.ts";

/**
 * Reads the records of a domain. If the person has a draft (unconfirmed changes), returns the records as they would be
 * after these changes.
 */
export async function read(
	deps: Deps,
	{ personId, domain, draftId }: Actor & { domain: string; draftId?: number | undefined },
): Promise<ZoneResult> {
	const zone = await openZone(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name, dns, blocked } = zone;
	const { mode, records: base, nameservers, form } = dns;
	const { records, contested, draftId: id } = await draftedRecords(deps, zone, { personId, draftId });
	const found = { kind: "zone", domain: name, mode, records: records.map(recordOf), nameservers, blocked } as const;
	// Without a draft, there is nothing to compare. Comparing a large zone with itself would be slow.
	if (id === undefined) return found;
	const change = changeOf(name, { kind: "dns", base, target: records, contested, form });
	return change.kind === "dns" && !isEmptyDiff(change.diff) ? { ...found, draft: { id, change } } : found;
}
