import { readListing } from "../../store/portfolio.ts";
import { type CoveredDomain, coveredDomains } from "../../store/programs.ts";
import { openAccess } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import { refreshListing } from "../domain/portfolio.ts";
import type { KnownMandate } from "./authenticate.ts";
import type { Refused } from "./types.ts";

const pageSize = 25;

/** The stored list is read again only if it is older than this, so that a program's reads cost the account little. */
const oldMs = 10 * 60_000;

/** Returns a page of the domains that the mandate covers, as the bot stored them. */
export async function listDomains(
	deps: Deps,
	{
		mandate,
		search = "",
		offset = 0,
	}: { mandate: KnownMandate; search?: string | undefined; offset?: number | undefined },
): Promise<{ kind: "domains"; domains: CoveredDomain[]; total: number; offset: number } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	await refreshOld(deps, mandate);
	const query = { search: search.toLowerCase(), offset, limit: pageSize };
	return { kind: "domains", offset, ...(await coveredDomains(deps.db, mandate, query)) };
}

/** If the registrar does not answer, the list that the bot has is shown. */
async function refreshOld(deps: Deps, { personId, accountId, now }: KnownMandate): Promise<void> {
	const { listedAt } = await readListing(deps.db, accountId);
	if (listedAt !== null && now.getTime() - listedAt.getTime() < oldMs) return;
	const access = await openAccess(deps, personId, accountId);
	if (!("kind" in access)) await refreshListing(deps, access, waiting({ ...deps, priority: "background" }));
}
