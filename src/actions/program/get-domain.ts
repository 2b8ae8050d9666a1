import { parseDomain } from "@domains/contract/names.ts";
import { type CoveredDomain, coveredDomains } from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import type { ZoneRecord } from "../dns/types.ts";
import { openZone, recordOf } from "../dns/zone.ts";
import type { KnownMandate } from "./authenticate.ts";
import type { Refused } from "./types.ts";

/** Returns one stored domain, and its current DNS. A domain of another account looks like one that does not exist. */
export async function getDomain(
	deps: Deps,
	{ mandate, domain }: { mandate: KnownMandate; domain: string },
): Promise<{ kind: "domain"; domain: CoveredDomain; nameservers: readonly string[]; records: ZoneRecord[] } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const parsed = parseDomain(domain);
	const query = { domain: parsed.ok ? parsed.ascii : "", limit: 1 };
	const [found] = (await coveredDomains(deps.db, mandate, query)).domains;
	if (!found) return { kind: "refused", code: "not_yours" };
	const { personId, accountId } = mandate;
	const zone = await openZone({ ...deps, priority: "background" }, personId, found.domain, accountId);
	if (zone.kind === "not_yours") return { kind: "refused", code: "not_yours" };
	if (zone.kind === "trouble") return { kind: "refused", code: "unavailable" };
	return { kind: "domain", domain: found, nameservers: zone.dns.nameservers, records: zone.dns.records.map(recordOf) };
}
