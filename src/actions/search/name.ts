import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findOffer } from "./offer.ts";
import type { NameResult } from "./types.ts";

export async function name(deps: Deps, { personId, name: text }: Actor & { name: string }): Promise<NameResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await findOffer(deps, access.client, text);
	return result.kind === "offer" ? { ...result, sandbox: access.account.sandbox } : result;
}
