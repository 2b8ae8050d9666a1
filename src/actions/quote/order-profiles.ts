import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { isManagedBy, managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { isKey, problemOf } from "../edge/profile-problem.ts";
import type { EdgeProblem } from "../edge/types.ts";
import { findOrder } from "./requote.ts";

/** Identifies an order. With `only`, identifies one domain of that order. */
type Which = Actor & { operationId: number; only?: string | undefined };

/**
 * Returns the keys of the enabled edge profiles that serve all domains of the order. Empty for a person who does not
 * own the account in this bot.
 */
export async function orderProfiles(deps: Deps, which: Which): Promise<string[]> {
	const found = await find(deps, which);
	if (!found?.known || !isManagedBy(deps, found.account, which.personId)) return [];
	const { edgeProfiles } = found.known;
	const serves = (key: string) => found.domains.every((domain) => !problemOf(edgeProfiles, key, domain));
	return edgeProfiles.map(({ key }) => key).filter(serves);
}

/**
 * Returns why an order cannot use this edge profile. Returns null if the order can use it, or if only the service can
 * decide. `bad_key`: the text cannot be a key.
 */
export async function profileProblem(
	deps: Deps,
	{ profileKey, ...which }: Which & { profileKey: string },
): Promise<EdgeProblem | "bad_key" | null> {
	if (!isKey(profileKey)) return "bad_key";
	const found = await find(deps, which);
	const problems = found?.domains.map(
		(domain) => found.known && problemOf(found.known.edgeProfiles, profileKey, domain),
	);
	return problems?.find((each) => each) ?? null;
}

async function find(deps: Deps, { personId, operationId, only }: Which) {
	const order = await findOrder(deps, { personId, operationId });
	const access = order && (await openAccess(deps, personId, order.accountId));
	if (!access || "kind" in access) return null;
	const { account } = access;
	const domains = only === undefined ? order.items.map(({ domain }) => domain) : [only];
	return { account, known: await managedAccount(deps, account), domains };
}
