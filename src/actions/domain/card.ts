import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { readRecord } from "./record.ts";
import type { DomainCardResult } from "./types.ts";

export async function card(deps: Deps, { personId, domain }: Actor & { domain: string }): Promise<DomainCardResult> {
	const access = await openAccess(deps, personId);
	return "kind" in access ? access : readRecord(deps, access, domain);
}
