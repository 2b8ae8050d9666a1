import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import { similarNames } from "../../rules/similar-names.ts";
import { lockHolders } from "../../store/item-locks.ts";
import { type Access, ask, isOwn, type Lookup, openLookup } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findOffer, offersOf } from "./offer.ts";
import type { NameResult, Offer } from "./types.ts";

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
