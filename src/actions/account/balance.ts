import { type Account, findAccount, isConnected, keepBalance, lockAccount } from "../../store/accounts.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { findPerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { LowBalance } from "./types.ts";

/**
 * Returns the account if its last known balance is below the person's low-balance limit. Returns null if it is not, if
 * the balance is unknown, or if no limit is set. Also returns null if the person is not connected to the account.
 */
export async function low(
	{ db }: Deps,
	{ personId, accountId }: Actor & { accountId: number },
): Promise<LowBalance | null> {
	const [account, person] = [await findAccount(db, accountId), await findPerson(db, personId)];
	if (!account || !(await isConnected(db, personId, accountId))) return null;
	const { userId, sandbox, balanceCents } = account;
	const isLow = balanceCents !== null && balanceCents < (person?.lowBalanceCents ?? balanceCents);
	return isLow ? { userId, sandbox, balanceCents } : null;
}

/**
 * Stores a balance that was just read. Notifies each person whose low-balance limit is above this balance, but not
 * above the previous one. The first known balance of an account causes no notification.
 *
 * `account`: the row as it was loaded before the service was asked. Stores nothing in these cases:
 * - The balance is unknown or unchanged.
 * - Another call has stored a lower balance since `account` was loaded. `balanceCents` may then be outdated.
 */
export async function recordBalance(deps: Deps, account: Account, balanceCents: number | null): Promise<void> {
	if (balanceCents === null || balanceCents === account.balanceCents) return;
	// Most balances cause no notification, so try it without a transaction first.
	if (await keepBalance(deps.db, account, balanceCents, { warns: false })) return;
	await deps.db.transaction(async (tx) => {
		await lockAccount(tx, account.id);
		const kept = await keepBalance(tx, account, balanceCents, { warns: true });
		if (kept?.before == null || kept.before <= balanceCents) return;
		const subject = { kind: "balance", id: account.id } as const;
		const rows = await addNotificationsAsNewMessages(tx, kept.toWarn, subject, `low at ${kept.now.toISOString()}`);
		await deps.enqueue(tx, "bot.outbox", rows);
	});
}
