import { parseDomain } from "@domains/contract/names.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import { findDomain, recordSeenDomain } from "../../store/domains.ts";
import { reportsBlocks } from "../../store/mutes.ts";
import { type Access, ask } from "../access.ts";
import { eventsTo } from "../account/events-to.ts";
import type { Deps } from "../deps.ts";
import type { Block, DomainCardResult } from "./types.ts";

/**
 * Reads one domain of the account from the service, and adds what events reported about its block by the registrar.
 * `text`: the name in any spelling, such as Unicode.
 */
export async function readRecord(deps: Deps, access: Access, text: string): Promise<DomainCardResult> {
	const parsed = parseDomain(text);
	const name = parsed.ok ? parsed.ascii : text;
	const result = await ask(deps, access, (options) => access.client.domain(name, options));
	if (result.kind === "trouble") {
		const unknown = result.code === "domain_not_found" || result.code === "validation_error";
		return unknown ? { kind: "not_yours", domain: name } : result;
	}
	return storeRecord(deps, access, result.value);
}

/** Stores what the service reported about a domain, and adds what events reported about its block by the registrar. */
export async function storeRecord(
	deps: Deps,
	access: Access,
	facts: DomainFacts,
): Promise<Extract<DomainCardResult, { kind: "domain" }>> {
	const { account } = access;
	const { domain, status, expiresAt } = facts;
	await recordSeenDomain(deps.db, { accountId: account.id, domain, status, expiresAt });
	const known = await findDomain(deps.db, account.id, domain);
	const willReportEnd = status === "blocked" && (await reportsEnd(deps, access, domain));
	return {
		kind: "domain",
		domain: facts,
		blockedSince: known?.blockedSince ?? null,
		...(willReportEnd && { reportsEnd: willReportEnd }),
	};
}

/**
 * Returns the domain's current block by the registrar; null if no block is known. Reads the domain from the service. If
 * that fails, uses what the bot stored from events.
 */
export async function blockOf(deps: Deps, access: Access, domain: string): Promise<Block | null> {
	const record = await readRecord(deps, access, domain);
	if (record.kind === "domain") return blockIn(record);
	const known = await findDomain(deps.db, access.account.id, domain);
	return known?.status === "blocked"
		? { since: known.blockedSince, reportsEnd: await reportsEnd(deps, access, domain) }
		: null;
}

/**
 * True if the bot will notify the person when a block of the domain is lifted. For this, the bot must receive the
 * account's events, and the person must not have muted this alert.
 */
export async function reportsEnd(deps: Deps, { account, connection }: Access, domain: string): Promise<boolean> {
	if ((await eventsTo(deps, account)) !== "here") return false;
	return reportsBlocks(deps.db, connection.personId, "domain.unblocked", { domain });
}

export function blockIn({
	domain,
	blockedSince,
	reportsEnd: willReportEnd = false,
}: Extract<DomainCardResult, { kind: "domain" }>): Block | null {
	return domain.status === "blocked" ? { since: blockedSince, reportsEnd: willReportEnd } : null;
}
