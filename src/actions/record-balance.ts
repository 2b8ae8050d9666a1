import type { Account } from "../store/accounts.ts";
import { keepBalance, peopleToWarn } from "../store/accounts.ts";
import { addNewMessages } from "../store/notifications.ts";
import { readClock } from "../store/now.ts";
import type { Deps } from "./deps.ts";

/**
 * Stores a balance that was just read. If the balance fell below a person's low-balance limit, notifies that person
 * once. `account` is the row as loaded before the read. An unknown or unchanged balance changes nothing. The first
 * known balance of an account causes no notification.
 */
export async function recordBalance(deps: Deps, account: Account, balanceCents: number | null): Promise<void> {
	if (balanceCents === null || balanceCents === account.balanceCents) return;
	await deps.db.transaction(async (tx) => {
		const before = await keepBalance(tx, account, balanceCents);
		if (before == null || before <= balanceCents) return;
		const subject = { kind: "balance", id: account.id } as const;
		const people = await peopleToWarn(tx, account.id, { from: before, to: balanceCents });
		const rows = await addNewMessages(tx, people, subject, `low at ${(await readClock(tx)).toISOString()}`);
		await deps.enqueue(tx, "bot.outbox", rows);
	});
}
