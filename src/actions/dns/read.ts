import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ZoneResult } from "./types.ts";
import { openZone, recordOf } from "./zone.ts";

export async function read(deps: Deps, { personId, domain }: Actor & { domain: string }): Promise<ZoneResult> {
	const zone = await openZone(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name, dns, blocked } = zone;
	const { mode, records, nameservers } = dns;
	return { kind: "zone", domain: name, mode, records: records.map(recordOf), nameservers, blocked };
}
