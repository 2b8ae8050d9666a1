import { type CoveredDomain, coveredDomains } from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import type { KnownMandate } from "./authenticate.ts";
import type { Refused } from "./types.ts";

const pageSize = 25;

/** Returns a page of the domains that the mandate covers, as the bot stored them. Asks the registrar nothing. */
export async function listDomains(
	deps: Deps,
	{
		mandate,
		search = "",
		offset = 0,
	}: { mandate: KnownMandate; search?: string | undefined; offset?: number | undefined },
): Promise<{ kind: "domains"; domains: CoveredDomain[]; total: number; offset: number } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const query = { search: search.toLowerCase(), offset, limit: pageSize };
	return { kind: "domains", offset, ...(await deps.reader((db) => coveredDomains(db, mandate, query))) };
}
