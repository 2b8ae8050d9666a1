import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DomainListResult } from "./types.ts";

/** A page of the active account's domains, in the service's own order. */
export async function list(
	deps: Deps,
	{ personId, ...query }: Actor & { search?: string; cursor?: string; limit?: number },
): Promise<DomainListResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, (options) => access.client.domains(query, options));
	return result.kind === "ok" ? { kind: "domains", ...result.value } : result;
}
