import type { Account } from "../../store/accounts.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { checkPlan } from "../nameservers/check-plan.ts";
import { findLockConflict } from "../operation/lock-conflict.ts";
import { saveQuote } from "./save-quote.ts";
import type { PlanResult } from "./types.ts";

/**
 * Saves a planned change of DNS, nameservers or edge profile as an operation. The person can confirm it for five
 * minutes. Such a change has no price. Returns `busy` if another operation locks the domain.
 */
export async function planChange(
	deps: Deps,
	personId: number,
	account: Account,
	domain: string,
	change: PlannedChange,
): Promise<PlanResult> {
	const lock = "zone" as const;
	const busy = await findLockConflict(deps.db, { personId, accountId: account.id, lock, domains: [domain] });
	if (busy) return busy;
	const items = [{ domain, lock, change }];
	const servers = await checkPlan(deps, account, items);
	const quote = { totalCents: 0, balanceCents: null, expected: false, ...(servers && { servers }) };
	return { kind: "planned", operation: await saveQuote(deps, { personId, account, kind: change.kind, quote, items }) };
}
