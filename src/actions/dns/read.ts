import { formatZoneFile } from "../../rules/dns/zone-file/format.ts";
import { readClock } from "../../store/now.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { NotYours, ZoneResult } from "./types.ts";
import { defaultTtl, openZone, recordOf } from "./zone.ts";

export async function read(deps: Deps, { personId, domain }: Actor & { domain: string }): Promise<ZoneResult> {
	const zone = await openZone(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name, dns, blocked } = zone;
	const { mode, records, nameservers } = dns;
	return { kind: "zone", domain: name, mode, records: records.map(recordOf), nameservers, blocked };
}

/** Exports the zone as a file that other name servers and `importFile` can read. */
export async function exportFile(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<{ kind: "file"; name: string; text: string } | NotYours | Trouble> {
	const zone = await openZone(deps, personId, text);
	if (zone.kind !== "open") return zone;
	const { domain, dns } = zone;
	const serial = Math.floor((await readClock(deps.db)).getTime() / 1_000);
	const heading = { domain, defaultTtl, nameservers: dns.nameservers, serial };
	return { kind: "file", name: `${domain}.zone`, text: formatZoneFile(dns.records, heading) };
}
