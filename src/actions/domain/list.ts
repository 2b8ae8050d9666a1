import type { DomainFacts } from "../../client/read/domains.ts";
import { unicodeOf } from "../../rules/names.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DomainListResult } from "./types.ts";

/** Pages to read for one answer while none of them contains a match. */
const mostPages = 5;

/**
 * Returns a page of the active account's domains, in the service's order. A service that does not support `search`
 * also sends other domains; this function removes them.
 */
export async function list(
	deps: Deps,
	{ personId, ...query }: Actor & { search?: string; cursor?: string; limit?: number },
): Promise<DomainListResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	for (let cursor = query.cursor, read = 1; ; read += 1) {
		const asked = { ...query, ...(cursor !== undefined && { cursor }) };
		const result = await ask(deps, access, (options) => access.client.domains(asked, options));
		if (result.kind !== "ok") return result;
		const { domains, total, nextCursor } = result.value;
		const fitting = domains.filter((domain) => fits(domain, query.search));
		if (fitting.length > 0 || nextCursor === null || read === mostPages) {
			return { kind: "domains", domains: fitting, total: fitting.length < domains.length ? null : total, nextCursor };
		}
		cursor = nextCursor;
	}
}

function fits({ domain, clientRef }: DomainFacts, search: string | undefined): boolean {
	if (search === undefined) return true;
	const wanted = search.toLowerCase();
	return [domain, unicodeOf(domain), clientRef ?? ""].some((text) => text.toLowerCase().includes(wanted));
}
