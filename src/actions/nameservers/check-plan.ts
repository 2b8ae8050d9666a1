import { nameserverStates } from "@domains/dns/ask/look.ts";
import { checkOfServers, type Move, type ServersCheck, serverQuestions } from "@domains/dns/servers-check.ts";
import type { Account } from "../../store/accounts.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";

/** How long the bot waits for answers of the new nameservers while a person waits for a plan. */
const askMs = 1_500;

/**
 * Checks whether the new nameservers of planned changes exist and answer for their domains. For many domains, checks
 * only a sample of the domains. Returns undefined if no change replaces nameservers. Also returns undefined if all new
 * nameservers are the registrar's own. These answer for a domain only after the change.
 */
export async function checkPlan(
	deps: Deps,
	account: Account,
	items: readonly { domain: string; change: PlannedChange }[],
): Promise<ServersCheck | undefined> {
	const moves = items.flatMap(({ domain, change }): Move[] => {
		if (change.kind !== "nameservers") return [];
		return [{ domain, nameservers: "nameservers" in change.target ? change.target.nameservers : null }];
	});
	if (moves.length === 0) return undefined;
	const known = await managedAccount(deps, account);
	const own = new Set(known?.ownNameservers);
	const signal = AbortSignal.timeout(askMs);
	const answers = await Promise.all(
		serverQuestions(moves, own).map(async ({ at, domains }) => {
			return { at, domains, states: await nameserverStates(at, domains, deps.dns, signal) };
		}),
	);
	const check = checkOfServers(moves, own, answers);
	return check.servers.total > 0 || check.warnings.length > 0 || check.unlisted ? check : undefined;
}
