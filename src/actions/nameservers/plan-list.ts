import { isBehind, isServedBy } from "../../rules/dns/behind.ts";
import { mostServerDomains } from "../../rules/dns/nameservers.ts";
import { limits } from "../../rules/operation/timing.ts";
import { lockHolders } from "../../store/locks.ts";
import { lateChangesOf } from "../../store/operation-lists.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { type Access, openAccess, troubleWith } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, waiting } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import { type Bad, isAboutDomain } from "../operation/kinds/kind.ts";
import { readRecords } from "../operation/kinds/records.ts";
import { saveQuote } from "../quote/save-quote.ts";
import type { BatchQuoteResult, SkippedName } from "../quote/types.ts";
import { inOneForm, type ResolvedTarget, resolve } from "./target.ts";
import type { NameserverRefusal, NameserverTarget } from "./types.ts";

/** The nameservers that one domain is to get. */
export interface ServersDraft {
	domain: string;
	target: NameserverTarget;
}

/** The current state of a domain: only what a change of nameservers needs. */
interface Current {
	status: string | null;
	nameservers: string[];
	mode: string | null;
	edgeProfileKey?: string | null;
}

/**
 * Plans to replace the nameservers of several domains, as one operation with a request for each domain. Skips a domain,
 * with the reason, in these cases:
 * - It is not in the account, or another operation holds it.
 * - It is blocked, or the service does not show its last change yet.
 * - It has the nameservers already, or its nameservers could not be read.
 */
export async function planList(
	deps: Deps,
	{ personId, accountId, drafts }: Actor & { accountId?: number; drafts: readonly ServersDraft[] },
): Promise<Exclude<BatchQuoteResult, { kind: "bad_years" | "bad_reference" }> | NameserverRefusal> {
	const wanted = new Map(drafts.map(({ domain, target }) => [domain, inOneForm(target)]));
	if (wanted.size > mostServerDomains) return { kind: "too_many", most: mostServerDomains };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const { account } = access;
	const targets = new Map<string, ResolvedTarget>();
	const resolved = new Map<string, ResolvedTarget>();
	for (const [domain, target] of wanted) {
		if ("kind" in target) return target;
		const key = JSON.stringify(target);
		const known = resolved.get(key) ?? (await resolve(deps, account, target));
		if ("kind" in known) return known;
		resolved.set(key, known);
		targets.set(domain, known);
	}
	const domains = [...targets.keys()];
	const held = new Set((await lockHolders(deps.db, account.id, "zone", domains)).map((each) => each.domain));
	const free = domains.filter((domain) => !held.has(domain));
	const read = await readCurrent(deps, access, free);
	if (read.kind === "bad") return troubleWith(deps, access, read.result);
	const late = await lateChangesOf(deps.db, { accountId: account.id, domains: free, withinMs: limits.settling });
	const skipped: SkippedName[] = [...held].map((domain) => ({ domain, reason: "busy" }));
	const items = [...targets].flatMap(([domain, target]) => {
		if (held.has(domain)) return [];
		const now = read.byName.get(domain);
		const reason = whySkipped(domain, target, now, late.get(domain) ?? []);
		if (reason) skipped.push({ domain, reason });
		if (reason || !now) return [];
		const leavesEdge = now.mode === "edge" && { leavesEdge: true };
		return [
			{
				domain,
				lock: "zone" as const,
				change: { kind: "nameservers" as const, base: now.nameservers, ...target, ...leavesEdge },
			},
		];
	});
	if (items.length === 0) return { kind: "nothing", skipped };
	const quote = { totalCents: 0, balanceCents: null, expected: false };
	const operation = await saveQuote(deps, { personId, account, kind: "nameservers", quote, items });
	return { kind: "quoted", operation, skipped };
}

function whySkipped(
	domain: string,
	{ target }: ResolvedTarget,
	now: Current | undefined,
	late: readonly PlannedChange[],
): SkippedName["reason"] | undefined {
	if (!now) return "not_yours";
	if (now.status === "blocked") return "blocked";
	if (isBehind(late, now, zoneOf(domain))) return "outdated";
	if (isServedBy(target, now)) return "already_so";
	return now.nameservers.length === 0 ? "unread" : undefined;
}

/**
 * How many milliseconds the bot reads domains one by one while a person waits: about thirty domains, at seven calls a
 * second.
 */
const readFor = 4_500;

/**
 * Returns the current nameservers. Most services list them with the account's domains. For other services, reads single
 * domains until the time is over; the rest have no nameservers in the result.
 */
async function readCurrent(
	deps: Deps,
	{ client }: Access,
	domains: readonly string[],
): Promise<{ kind: "read"; byName: Map<string, Current> } | { kind: "bad"; result: Bad }> {
	const records = await readRecords({ client, options: waiting(deps) }, domains);
	if (records.kind === "bad") return records;
	const byName = new Map<string, Current>();
	for (const [domain, { status, nameservers, dnsMode: mode, tellsEdge, edgeProfileKey }] of records.byName)
		byName.set(domain, { status, nameservers, mode, ...(tellsEdge && { edgeProfileKey }) });
	const until = Date.now() + readFor;
	const options = waiting(deps);
	for (const [domain, current] of byName) {
		if (current.nameservers.length > 0) continue;
		if (Date.now() > until) break;
		const dns = await client.dns(domain, options);
		if (dns.kind === "ok") byName.set(domain, { ...current, nameservers: dns.value.nameservers, mode: dns.value.mode });
		else if (!isAboutDomain(dns)) break;
	}
	return { kind: "read", byName };
}
