import { knownDomains } from "../../store/domains.ts";
import { type Access, ask } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Offer } from "./types.ts";

/**
 * The number of domains on one page of the account's list of domains. For an account with more domains, the bot also
 * needs its stored copy of the list.
 */
const pageSize = 500;

/**
 * Returns those of the offered names that this account owns. Reads one page of the account's list of domains, filtered
 * by `search` if the service supports that. If the list has more pages or cannot be read, also uses the bot's stored
 * copy of the list.
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
