import { activeConnection } from "../../store/connections.ts";
import { lastRegistration } from "../../store/operation-lists.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteSingle } from "./quote-single.ts";
import type { QuoteResult } from "./types.ts";

/**
 * Quotes a registration with the years and the label of the person's last one in the active account. Without an earlier
 * one: one year, no label.
 */
export async function registerAsBefore(
	deps: Deps,
	{ personId, domain }: Actor & { domain: string },
): Promise<QuoteResult> {
	const { accountId = null } = (await activeConnection(deps.db, personId)) ?? {};
	const last = accountId === null ? undefined : await lastRegistration(deps.db, personId, accountId);
	const label = last?.clientRef ? { clientRef: last.clientRef } : {};
	return quoteSingle(deps, personId, "register", { domain, years: last?.years ?? 1, ...label });
}
