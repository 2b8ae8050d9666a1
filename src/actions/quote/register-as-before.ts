import { activeConnection } from "../../store/connections.ts";
import { lastRegistration } from "../../store/operation-lists.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { problemOf } from "../edge/profile-problem.ts";
import { quoteLines } from "./quote-lines.ts";
import type { QuoteResult } from "./types.ts";

/**
 * Quotes a registration with the settings of the person's last registration in the active account: years, label
 * (`client_ref`) and edge profile. Omits a profile that is switched off or does not serve this domain. If there is no
 * earlier registration, quotes one year without a label or profile.
 */
export async function registerAsBefore(
	deps: Deps,
	{ personId, domain }: Actor & { domain: string },
): Promise<QuoteResult> {
	const last = await lastRegistration(deps.db, personId);
	const { years = 1, clientRef = null, edgeProfileKey: key = null } = last ?? {};
	const connection = key === null ? undefined : await activeConnection(deps.db, personId);
	const known = key !== null && connection?.account ? await managedAccount(deps, connection.account) : null;
	const fits = key !== null && !(known && problemOf(known.edgeProfiles, key, domain));
	const line = {
		domain,
		years: years ?? 1,
		...(clientRef !== null && clientRef !== "" && { clientRef }),
		...(fits && { edgeProfileKey: key }),
	};
	return quoteLines(deps, personId, "register", [line]);
}
