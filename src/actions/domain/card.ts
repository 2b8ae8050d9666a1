import { parseDomain } from "../../rules/names.ts";
import { findDomain, sawDomain } from "../../store/domains.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DomainCardResult } from "./types.ts";

/** One domain as the service describes it, and what events told of it. */
export async function card(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<DomainCardResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const parsed = parseDomain(text);
	const name = parsed.ok ? parsed.ascii : text;
	const result = await ask(deps, (options) => access.client.domain(name, options));
	if (result.kind === "trouble") {
		const unknown = result.code === "domain_not_found" || result.code === "validation_error";
		return unknown ? { kind: "not_yours", domain: name } : result;
	}
	const { domain, status, expiresAt } = result.value;
	await sawDomain(deps.db, { accountId: access.account.id, domain, status, expiresAt });
	const known = await findDomain(deps.db, access.account.id, domain);
	return { kind: "domain", domain: result.value, blockedSince: known?.blockedSince ?? null };
}
