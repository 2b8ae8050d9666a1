import { activeConnection } from "../../store/connections.ts";
import { lastRegistration } from "../../store/operation-lists.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { problemOf } from "../edge/profile-problem.ts";
import { quoteSingle } from "./quote-single.ts";
import type { QuoteResult } from "./types.ts";

/**
 * Quotes a registration with the years, the label and the edge profile of the person's last one in the active account.
 * Leaves out a profile that does not serve this domain or is off now. Without an earlier one: one year, nothing else.
 */
export async function registerAsBefore(
	deps: Deps,
	{ personId, domain }: Actor & { domain: string },
): Promise<QuoteResult> {
	const connection = await activeConnection(deps.db, personId);
	const last = connection?.account && (await lastRegistration(deps.db, personId, connection.account.id));
	const { years = 1, clientRef = null, edgeProfileKey: key = null } = last ?? {};
	const known = key !== null && connection?.account ? await managedAccount(deps, connection.account) : null;
	const fits = key !== null && !(known && problemOf(known.edgeProfiles, key, domain));
	return quoteSingle(deps, personId, "register", {
		domain,
		years: years ?? 1,
		...(clientRef !== null && clientRef !== "" && { clientRef }),
		...(fits && { edgeProfileKey: key }),
	});
}
