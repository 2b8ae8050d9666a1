import { parseDomain } from "@domains/contract/names.ts";
import { enteredRecord } from "@domains/contract/records/record.ts";
import { applyEdits } from "@domains/dns/plan.ts";
import type { z } from "zod";
import { isWithin } from "../../rules/operation/timing.ts";
import { dnsFormOf } from "../../store/connections.ts";
import { readListing } from "../../store/portfolio.ts";
import { type CoveredDomain, coveredDomains, isCovered } from "../../store/programs.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { openAccess } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import type { DnsChange, ZoneRecord } from "../dns/types.ts";
import { planRecords, recordOf, zoneAt, zoneOf } from "../dns/zone.ts";
import { openZone, refreshListing } from "../domain/domains.ts";
import { lookUp, type Offer } from "../offer.ts";
import { changeOf } from "../operation/read.ts";
import { pricedOffers } from "../search.ts";
import type { KnownMandate, programInputs, Refused } from "./mandates.ts";

/** Why a program does not get all facts of a name. `not_checked`: the registry was not asked, so it may be taken. */
type LookUpGap = "invalid" | "unavailable" | "no_price" | "not_checked";

/** `available` is undefined if the registry was not asked. */
type KnownOffer = Partial<Omit<Offer, "available">> & { available?: boolean | undefined };

interface FoundNames {
	kind: "found";
	names: readonly ({ name: string; covered: boolean; why: LookUpGap | null } & KnownOffer)[];
}

function gapOf(offer: Offer | undefined): LookUpGap | null {
	if (!offer) return "unavailable";
	if (offer.unchecked) return "not_checked";
	return offer.available && offer.registerCents === null ? "no_price" : null;
}

/** Looks up full names for a program in one call, after the calls of people. `covered`: the mandate covers the name. */
export async function findNames(
	deps: Deps,
	{ mandate, names }: { mandate: KnownMandate; names: readonly string[] },
): Promise<FoundNames | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const access = await openAccess(deps, mandate.personId, mandate.accountId);
	if ("kind" in access) return { kind: "refused", code: "unavailable" };
	const own = { ...deps, priority: "background" } as const;
	const parsed = names.map((name) => ({ name, parsed: parseDomain(name) }));
	const wanted = [...new Set(parsed.flatMap(({ parsed: each }) => (each.ok ? [each.ascii] : [])))];
	const found = wanted.length === 0 ? null : await lookUp(access.client, wanted, waiting(own));
	if (found && found.kind !== "ok") return { kind: "refused", code: "unavailable" };
	const facts = (found?.value ?? []).flatMap((item) => (item.kind === "offer" ? [item.offer] : []));
	const offers = new Map((await pricedOffers(own, access, facts)).map((each) => [each.domain, each]));
	return {
		kind: "found",
		names: await Promise.all(
			parsed.map(async ({ name, parsed: each }) => {
				if (!each.ok) return { name, covered: false, why: "invalid" as const };
				const offer = offers.get(each.ascii);
				const covered = await isCovered(deps.db, mandate, each.ascii);
				const known = offer?.unchecked ? { ...offer, available: undefined } : offer;
				return { name, covered, why: gapOf(offer), ...known };
			}),
		),
	};
}

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
	if (isWithin(listedAt, oldMs, now)) return;
	const access = await openAccess(deps, personId, accountId);
	if (!("kind" in access)) await refreshListing(deps, access, waiting({ ...deps, priority: "background" }));
}

/**
 * Returns one domain as the bot stored it, and its current DNS. The stored list may lack a domain that was registered
 * just now, so the registrar decides whose it is. A domain of another account looks like one that does not exist.
 */
export async function getDomain(
	deps: Deps,
	{ mandate, domain }: { mandate: KnownMandate; domain: string },
): Promise<{ kind: "domain"; domain: CoveredDomain; nameservers: readonly string[]; records: ZoneRecord[] } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const parsed = parseDomain(domain);
	if (!parsed.ok || !(await isCovered(deps.db, mandate, parsed.ascii))) return { kind: "refused", code: "not_yours" };
	const { ascii: name } = parsed;
	const { personId, accountId } = mandate;
	// Before any reading: the answer must not tell whether the account has a domain outside the mandate.
	const asked = parseDomain(domain);
	if (asked.ok && !(await isCovered(deps.db, mandate, asked.ascii))) return { kind: "refused", code: "outside" };
	const zone = await openZone({ ...deps, priority: "background" }, personId, name, accountId);
	if (zone.kind === "not_yours") return { kind: "refused", code: "not_yours" };
	if (zone.kind === "trouble") return { kind: "refused", code: "unavailable" };
	const [stored] = (await coveredDomains(deps.db, mandate, { domain: name, limit: 1 })).domains;
	const found = stored ?? { domain: name, status: null, expiresAt: null, renewCents: null, tags: [] };
	return { kind: "domain", domain: found, nameservers: zone.dns.nameservers, records: zone.dns.records.map(recordOf) };
}

/** Computes what a change of records would do, and stores nothing. */
export async function planDns(
	deps: Deps,
	{ mandate, domain, add, remove }: { mandate: KnownMandate } & z.output<typeof programInputs.planDns>,
): Promise<{ kind: "planned"; domain: string; change: DnsChange } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const { personId, accountId } = mandate;
	const zone = await openZone({ ...deps, priority: "background" }, personId, domain, accountId);
	if (zone.kind === "not_yours") return { kind: "refused", code: "not_yours" };
	if (zone.kind === "trouble") return { kind: "refused", code: "unavailable" };
	if (!(await isCovered(deps.db, mandate, zone.domain))) return { kind: "refused", code: "outside" };
	const { domain: name, dns, access } = zone;
	const edits = [
		...remove.map((record) => ({ edit: "remove" as const, record: enteredRecord(record, { domain: name }) })),
		...add.map((record) => ({ edit: "add" as const, record: enteredRecord(record, { domain: name }) })),
	];
	const records = applyEdits<PlannedRecord>(dns.records, edits, zoneOf(name));
	const form = await dnsFormOf(deps.db, access.account.serviceUrl);
	const plan = planRecords(zoneAt(deps, name), dns, { records }, form);
	if ("problem" in plan) return { kind: "refused", code: plan.problem === "nothing" ? "nothing_to_change" : "invalid" };
	const change = changeOf(name, plan);
	return change.kind === "dns" ? { kind: "planned", domain: name, change } : { kind: "refused", code: "invalid" };
}
