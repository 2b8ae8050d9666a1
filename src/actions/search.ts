import { type NameProblem, parseDomain, parseLabel } from "@domains/contract/names.ts";
import { findTld, indexTlds, popularity } from "@domains/contract/tlds.ts";
import type { OfferFacts } from "../client/read/domains.ts";
import { similarNames } from "../rules/similar-names.ts";
import { favoriteTlds, knownDomains } from "../store/domains.ts";
import { lockHolders } from "../store/operations.ts";
import { type Access, ask, isOwn, type Lookup, openLookup } from "./access.ts";
import type { Actor, Deps } from "./deps.ts";
import { type Offer, offerOf, offersOf } from "./offer.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Text that is not a valid domain name.
 * - `problem` is defined in `rules/names`.
 * - `part` is the part that causes the problem, such as a label (between two dots) or a character.
 * - `message` is the service's text, if it sent one.
 */
export interface InvalidName {
	kind: "invalid";
	name: string;
	problem: NameProblem | "refused";
	part?: string;
	message?: string;
}

export type NameResult =
	/**
	 * - `yours`: set if this account owns the domain.
	 * - `order`: the account's order in progress for the domain; null if there is none.
	 * - `similar`: available names that resemble a taken one.
	 * - `inside`: the requested name, if it is a subdomain of the offered domain.
	 */
	| {
			kind: "offer";
			offer: Offer;
			yours: { expiresAt: Date | null } | null;
			order: { reference: string; mine: boolean } | null;
			similar: readonly Offer[];
			sandbox: boolean;
			inside?: string;
	  }
	| InvalidName
	/** The service does not sell this TLD. */
	| { kind: "not_sold"; domain: string; message?: string }
	| Trouble;

export type BaseResult =
	/**
	 * `offers`: sorted by rank, then by price. The favorite TLDs of the account rank first, then popular TLDs. `yours`:
	 * the names that the account owns.
	 */
	| { kind: "shortlist"; base: string; offers: readonly Offer[]; yours: readonly string[]; sandbox: boolean }
	| InvalidName
	| Trouble;

type OfferResult =
	| { kind: "offer"; offer: Offer }
	| { kind: "not_sold"; domain: string; message?: string }
	| InvalidName
	| Trouble;

/** Searches for one full domain name and returns its offer. Prices that the search omits come from the price list. */
export async function findOffer(deps: Deps, access: Lookup, name: string): Promise<OfferResult> {
	const parsed = parseDomain(name);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name, problem, ...(part !== undefined && { part }) };
	}
	const domain = parsed.ascii;
	const result = await ask(deps, access, (options) => access.client.search(domain, options));
	if (result.kind === "trouble") return meaningOf(result, domain);
	const found = result.value.offers.find((each) => each.domain === domain);
	if (!found) return { kind: "not_sold", domain };
	const [offer = offerOf(found)] = await pricedOffers(deps, access, [found]);
	return { kind: "offer", offer };
}

/**
 * Converts search results to offers. If an available name lacks a price, fills in prices from the price list. A missing
 * price stays null if the price list cannot be read.
 */
export async function pricedOffers(deps: Deps, access: Lookup, facts: readonly OfferFacts[]): Promise<Offer[]> {
	const isComplete = ({ available, registerCents, renewCents }: OfferFacts) =>
		available !== true || (registerCents !== null && renewCents !== null);
	const list = facts.every(isComplete) ? null : await ask(deps, access, access.client.zones);
	return offersOf(facts, list?.kind === "ok" ? list.value : []);
}

/**
 * Returns what a failed search means, by its code:
 * - `validation_error`: the service does not sell the TLD.
 * - `invalid_domain`: the service refuses the name.
 * - `domain_not_found`: the name is not available.
 * - Any other code: returns the trouble unchanged.
 */
function meaningOf(trouble: Trouble, domain: string): OfferResult {
	const { code, message } = trouble;
	const words = message === undefined ? {} : { message };
	if (code === "validation_error") return { kind: "not_sold", domain, ...words };
	if (code === "invalid_domain") return { kind: "invalid", name: domain, problem: "refused", ...words };
	if (code !== "domain_not_found") return trouble;
	return { kind: "offer", offer: { domain, available: false, registerCents: null, renewCents: null, premium: false } };
}

/**
 * Looks up one full domain name at the service. For a subdomain, such as `www.shop.com`, returns the offer for the
 * domain that the service sells, `shop.com`. A person without an account sees what the account of the operator sees.
 */
export async function name(deps: Deps, { personId, name: text }: Actor & { name: string }): Promise<NameResult> {
	const access = await openLookup(deps, personId);
	if ("kind" in access) return access;
	const result = await findOffer(deps, access, text);
	if (result.kind === "offer") return withOwnership(deps, access, personId, result.offer);
	if (result.kind !== "not_sold") return result;
	const whole = await wholeOf(deps, access, result.domain);
	if (whole === undefined) return result;
	// Search again, even if `whole` is the same name. `wholeOf` has just read the price list, and the client spells an
	// internationalized name as this list does. The first search may have sent another spelling.
	const instead = await findOffer(deps, access, whole);
	const isInside = whole !== result.domain;
	if (instead.kind === "offer") {
		return {
			...(await withOwnership(deps, access, personId, instead.offer)),
			...(isInside && { inside: result.domain }),
		};
	}
	if (isInside) return result;
	if (instead.kind !== "not_sold") return instead;
	const { domain, message } = instead;
	return { kind: "invalid", name: domain, problem: "refused", ...(message !== undefined && { message }) };
}

type Offered = Extract<NameResult, { kind: "offer" }>;

/**
 * Adds to an offer whether the account owns the domain or has an order for it. If another party has the name, adds
 * similar names.
 */
async function withOwnership(deps: Deps, access: Access | Lookup, personId: number, offer: Offer): Promise<Offered> {
	const { account } = access;
	const { domain, available } = offer;
	const connected = isOwn(access);
	const [held] = connected ? await lockHolders(deps.db, account.id, "register", [domain]) : [];
	const order = held ? { reference: held.operation.reference, mine: held.operation.personId === personId } : null;
	const yours = connected && !available && order === null ? await ownDomain(deps, access, domain) : null;
	const isTaken = !available && order === null && yours === null;
	const similar = isTaken ? await similarTo(deps, access, domain) : [];
	return { kind: "offer", offer, yours, order, similar, sandbox: account.sandbox };
}

/**
 * Returns the expiry date of a domain that the account owns. Returns null for any other domain. Also returns null if
 * the service does not answer, so that the name appears as taken.
 */
async function ownDomain(deps: Deps, access: Access, domain: string): Promise<{ expiresAt: Date | null } | null> {
	const found = await ask(deps, access, (options) => access.client.domain(domain, options));
	return found.kind === "ok" ? { expiresAt: found.value.expiresAt } : null;
}

/**
 * Returns the domain that the service sells for this name: the name itself or a parent of it. Returns undefined if the
 * service sells none of them.
 */
async function wholeOf(deps: Deps, access: Lookup, domain: string): Promise<string | undefined> {
	const list = await ask(deps, access, access.client.zones);
	if (list.kind !== "ok") return undefined;
	return findTld(domain, indexTlds(list.value.map((each) => each.zone)))?.domain;
}

const mostSimilar = 8;

/**
 * Returns at most eight available names that resemble a taken one, looked up in one batch. Empty if the service does
 * not answer.
 */
async function similarTo(deps: Deps, access: Lookup, domain: string): Promise<Offer[]> {
	const list = await ask(deps, access, access.client.zones);
	if (list.kind !== "ok") return [];
	const names = similarNames(domain, indexTlds(list.value.map((each) => each.zone)));
	if (names.length === 0) return [];
	const found = await ask(deps, access, (options) => access.client.searchBatch(names, options));
	if (found.kind !== "ok") return [];
	const available = found.value.flatMap((each) => (each.kind === "offer" && each.offer.available ? [each.offer] : []));
	return offersOf(available.slice(0, mostSimilar), list.value);
}

/**
 * Looks up a name without a TLD in all TLDs ("zones") that the service sells. The offers are sorted: first the TLDs in
 * which the account has most domains, then popular TLDs, then by price.
 */
export async function base(deps: Deps, { personId, base: text }: Actor & { base: string }): Promise<BaseResult> {
	const parsed = parseLabel(text);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name: text, problem, ...(part !== undefined && { part }) };
	}
	const access = await openLookup(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, (options) => access.client.search(parsed.ascii, options));
	if (result.kind !== "ok") return result;
	const favorites = await favoriteTlds(deps.db, access.account.id);
	const offers = (await pricedOffers(deps, access, result.value.offers)).sort(popularFirst(favorites));
	const yours = isOwn(access) ? await ownOf(deps, access, offers, parsed.ascii) : [];
	return { kind: "shortlist", base: parsed.ascii, offers, yours, sandbox: access.account.sandbox };
}

/**
 * Returns a function that compares two offers for sorting. Offers in favorite TLDs come first, then those in popular
 * TLDs. Offers of the same rank are sorted by price, and one without a price comes last.
 */
function popularFirst(favorites: readonly string[]) {
	const placeOf = ({ domain }: Offer) => popularity(domain.slice(domain.indexOf(".") + 1), favorites);
	return (one: Offer, other: Offer): number => {
		const [at, otherAt] = [placeOf(one), placeOf(other)];
		if (at !== otherAt) return at - otherAt;
		return (one.registerCents ?? Number.MAX_SAFE_INTEGER) - (other.registerCents ?? Number.MAX_SAFE_INTEGER);
	};
}

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
async function ownOf(deps: Deps, access: Access, offers: readonly Offer[], search?: string): Promise<string[]> {
	const taken = offers.filter((offer) => !offer.available).map((offer) => offer.domain);
	if (taken.length === 0) return [];
	const query = { limit: pageSize, ...(search !== undefined && { search }) };
	const list = await ask(deps, access, (options) => access.client.domains(query, options));
	const listed = new Set(list.kind === "ok" ? list.value.domains.map((each) => each.domain) : []);
	const whole = list.kind === "ok" && list.value.nextCursor === null;
	const known = new Set(whole ? [] : await knownDomains(deps.db, access.account.id, taken));
	return taken.filter((domain) => listed.has(domain) || known.has(domain));
}
