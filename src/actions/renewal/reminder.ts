import { limits } from "@domains/contract/limits.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { findExpiring, findReminder } from "../../store/expiring.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { refreshListing } from "../domain/portfolio.ts";
import { identityOf, readExpiring } from "./expiring.ts";
import type { Expiring, Reminder } from "./types.ts";

/**
 * A reminder reads the domains that expire within this many days. It reports only those that the daily checks added to
 * it, but computes the cost of the upcoming renewals from all of them.
 */
const days = 366;
/** Two dates count as the same up to this difference, because a service may round a date differently each time. */
const sameDateMs = 24 * 3_600_000;

/**
 * Returns the domains of a reminder that still expire on the reported date, grouped by account. Returns null if none
 * remain, because they were renewed or removed since, or because the person left the accounts.
 */
export async function reminder(
	deps: Deps,
	{ personId, reminderId }: Actor & { reminderId: number },
): Promise<Reminder | null> {
	const parts = [];
	for (const [accountId, reported] of await findReminder(deps.db, { personId, reminderId })) {
		const account = await readAccount(deps, personId, accountId);
		if (!account) continue;
		const isReported = (domain: string, expiresAt: Date) => {
			const date = reported.get(domain)?.getTime() ?? 0;
			return Math.abs(date - expiresAt.getTime()) <= sameDateMs;
		};
		const names = account.names.filter(({ domain, expiresAt }) => isReported(domain, expiresAt));
		if (names.length > 0) parts.push({ account, names });
	}
	return parts.length > 0 ? { parts } : null;
}

/**
 * Returns the account's expiring domains; null if the person is no longer connected to the account. If the service does
 * not answer, the domains come from the bot's copy of the list.
 */
async function readAccount(deps: Deps, personId: number, accountId: number): Promise<Expiring | null> {
	const access = await openAccess(deps, personId, accountId);
	if (!("kind" in access)) {
		const { trouble } = await refreshListing(deps, access);
		return readExpiring(deps, access, { days, isOld: trouble !== null, decides: true });
	}
	const account = await findAccount(deps.db, accountId);
	if (!account || !(await isConnected(deps.db, personId, accountId))) return null;
	const names = await findExpiring(deps.db, { personId, accountId }, { days, renewableDays: limits.renewableDays });
	return { ...identityOf(account), undated: 0, names, balanceCents: account.balanceCents, isOld: true };
}
