import { parseDomain } from "../../rules/names.ts";
import { indexZones, zoneOf } from "../../rules/zones.ts";
import { type Access, ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { lookUp } from "./look-up.ts";
import { offerOf } from "./offer.ts";
import { ownOf } from "./own.ts";
import type { ListResult, NotOffered, Offer } from "./types.ts";

/** Names per call. */
const namesPerSearch = 100;

/**
 * Searches a pasted list, cleaned, each name once. Only the first hundred are asked; `left` holds the rest for the
 * next call.
 */
export async function list(deps: Deps, { personId, names }: Actor & { names: readonly string[] }): Promise<ListResult> {
	const { domains, not } = cleaned(names);
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const asked = domains.slice(0, namesPerSearch);
	const remaining = domains.slice(namesPerSearch);
	const { sandbox } = access.account;
	if (asked.length === 0) return { kind: "list", offers: [], yours: [], not, remaining, sandbox };
	const result = await ask(deps, access, (options) => lookUp(access.client, asked, options));
	if (result.kind !== "ok") return result;
	const offers: Offer[] = [];
	for (const [index, each] of result.value.entries()) {
		const name = asked[index] ?? "";
		if (each.kind === "offer") offers.push(offerOf(each.offer));
		else
			not.push(
				each.kind === "refused"
					? { name, reason: "refused", code: each.code, message: each.message }
					: { name, reason: "unknown" },
			);
	}
	const yours = await ownOf(deps, access, offers);
	return { kind: "list", offers, yours, not: await explained(deps, access, not), remaining, sandbox };
}

/** A batch has one code for an invalid name and for a TLD that is not sold. The price list tells them apart. */
async function explained(deps: Deps, access: Access, not: NotOffered[]): Promise<NotOffered[]> {
	const isOdd = ({ code }: NotOffered) => code === "invalid_domain" || code === "validation_error";
	if (!not.some(isOdd)) return not;
	const zones = await ask(deps, access, access.client.zones);
	if (zones.kind !== "ok") return not;
	const sold = indexZones(zones.value.map((each) => each.zone));
	return not.map((each) => (isOdd(each) && !zoneOf(each.name, sold) ? { ...each, code: "not_sold" } : each));
}

function cleaned(names: readonly string[]): { domains: string[]; not: NotOffered[] } {
	const domains = new Set<string>();
	const not: NotOffered[] = [];
	for (const name of names) {
		const parsed = parseDomain(name);
		if (parsed.ok) domains.add(parsed.ascii);
		else not.push({ name, reason: "invalid", problem: parsed.problem });
	}
	return { domains: [...domains], not };
}
