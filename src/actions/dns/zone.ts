import { parseDomain } from "@domains/contract/names.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import type { ZoneDiff } from "@domains/dns/diff.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { type Access, ask, openAccess } from "../access.ts";
import type { Deps } from "../deps.ts";
import { blockOf } from "../domain/record.ts";
import type { Block } from "../domain/types.ts";
import type { Trouble } from "../trouble.ts";
import type { NotYours, ZoneRecord } from "./types.ts";

/**
 * The TTL in seconds that most services use for a record without a TTL. So comparisons treat such a record like a
 * record with this TTL.
 */
export const defaultTtl = 3_600;

export function zoneOf(domain: string): Zone {
	return { domain, defaultTtl };
}

/**
 * The zone of a domain at the service. `knownTypesOnly` is set for the built-in service, because it stores only the
 * record types for which the bot has rules.
 */
export function zoneAt({ service }: Pick<Deps, "service">, domain: string): Zone {
	return { ...zoneOf(domain), ...(service.admin !== null && { knownTypesOnly: true as const }) };
}

/** A domain of an account with its current DNS. */
export interface CurrentZone {
	access: Access;
	domain: string;
	dns: DnsFacts;
}

/** `blocked`: the registrar's block of the domain; null if there is none. */
export interface OpenZone extends CurrentZone {
	kind: "open";
	blocked: Block | null;
}

/**
 * Reads the domain's current DNS through the person's connection to the account `accountId`. Without `accountId`, uses
 * their active connection.
 */
export async function openZone(
	deps: Deps,
	personId: number,
	text: string,
	accountId?: number,
): Promise<OpenZone | NotYours | Trouble> {
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const parsed = parseDomain(text);
	if (!parsed.ok) return { kind: "not_yours", domain: text };
	const domain = parsed.ascii;
	const [result, blocked] = await Promise.all([
		ask(deps, access, (options) => access.client.dns(domain, options)),
		blockOf(deps, access, domain),
	]);
	if (result.kind === "ok") return { kind: "open", access, domain, dns: result.value, blocked };
	return isUnknown(result) ? { kind: "not_yours", domain } : result;
}

/** True if the service refused because the name is not a domain of this account. */
export function isUnknown({ code }: Trouble): boolean {
	return code === "domain_not_found" || code === "validation_error";
}

export function recordOf({ type, hostname, value, ttl, priority }: PlannedRecord): ZoneRecord {
	return { type, hostname, value, ttl, priority };
}

/** Returns the difference with only those fields of each record that the bot interprets. */
export function plainDiff({ removed, changed, added, kept }: ZoneDiff<PlannedRecord>): ZoneDiff<ZoneRecord> {
	return {
		removed: removed.map(recordOf),
		changed: changed.map(({ before, after }) => ({ before: recordOf(before), after: recordOf(after) })),
		added: added.map(recordOf),
		kept,
	};
}
