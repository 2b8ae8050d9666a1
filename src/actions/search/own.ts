import { knownDomains } from "../../store/domains.ts";
import { type Access, ask } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Offer } from "./types.ts";

/** One page of the service's list; whoever has more domains than that is helped by what the bot has seen of them. */
const pageSize = 500;

/**
 * The names of these offers that are taken by this account: by one read of its list, narrowed by `search` where the
 * service can, and by what is known here as far as that list goes on or cannot be had.
 */
export async function ownOf(deps: Deps, access: Access, offers: readonly Offer[], search?: string): Promise<string[]> {
	const taken = offers.filter((offer) => !offer.available).map((offer) => offer.domain);
	if (taken.length === 0) return [];
	const query = { limit: pageSize, ...(search !== undefined && { search }) };
	const list = await ask(deps, access, (options) => access.client.domains(query, options));
	const listed = new Set(list.kind === "ok" ? list.value.domains.map((each) => each.domain) : []);
	const whole = list.kind === "ok" && list.value.nextCursor === null;
	const known = new Set(whole ? [] : await knownDomains(deps.db, access.account.id, taken));
	return taken.filter((domain) => listed.has(domain) || known.has(domain));
}
