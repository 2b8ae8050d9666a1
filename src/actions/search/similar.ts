import { similarNames } from "../../rules/similar-names.ts";
import { indexZones } from "../../rules/zones.ts";
import { type Access, ask } from "../access.ts";
import type { Deps } from "../deps.ts";
import { offersOf } from "./offer.ts";
import type { Offer } from "./types.ts";

const mostSimilar = 8;

/**
 * Returns at most eight available names that resemble a taken one, looked up in one batch. Empty if the service does
 * not answer.
 */
export async function similarTo(deps: Deps, access: Access, domain: string): Promise<Offer[]> {
	const zones = await ask(deps, access, access.client.zones);
	if (zones.kind !== "ok") return [];
	const names = similarNames(domain, indexZones(zones.value.map((each) => each.zone)));
	if (names.length === 0) return [];
	const found = await ask(deps, access, (options) => access.client.searchBatch(names, options));
	if (found.kind !== "ok") return [];
	const available = found.value.flatMap((each) => (each.kind === "offer" && each.offer.available ? [each.offer] : []));
	return offersOf(available.slice(0, mostSimilar), zones.value);
}
