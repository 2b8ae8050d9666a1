import { findAccount, isConnected } from "../../store/accounts.ts";
import { findPerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { LowBalance } from "./types.ts";

/**
 * Returns the account if its last known balance is below the person's limit, and otherwise null. Also returns null if
 * the balance is unknown, no limit is set, or the person is not connected to the account.
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
