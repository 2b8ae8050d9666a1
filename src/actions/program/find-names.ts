import { parseDomain } from "@domains/contract/names.ts";
import { isCovered } from "../../store/programs.ts";
import { openAccess } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import { lookUp } from "../search/look-up.ts";
import { pricedOffers } from "../search/offer.ts";
import type { Offer } from "../search/types.ts";
import type { KnownMandate } from "./authenticate.ts";
import type { Refused } from "./types.ts";

/** Looks up full names for a program in one call, after the calls of people. `covered`: the mandate covers the name. */
export async function findNames(
	deps: Deps,
	{ mandate, names }: { mandate: KnownMandate; names: readonly string[] },
): Promise<{ kind: "found"; names: readonly ({ name: string; covered: boolean } & Partial<Offer>)[] } | Refused> {
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
				if (!each.ok) return { name, covered: false };
				return { name, covered: await isCovered(deps.db, mandate, each.ascii), ...offers.get(each.ascii) };
			}),
		),
	};
}
