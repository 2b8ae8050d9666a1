import { type SpendingMonth, spendingByMonth, spendingMonths, unexplained } from "../../rules/spending.ts";
import { activeConnection, givesAccess } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import { findPerson } from "../../store/people.ts";
import { findBalanceChanges, spentItems } from "../../store/spending.ts";
import { accessTrouble } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export interface Spending {
	kind: "spending";
	/**
	 * The months, oldest first. The list starts with the month of the first payment, at most twelve months ago. If there
	 * are none, it is empty.
	 */
	months: readonly SpendingMonth[];
	/** The bot knows the changes of the balance from here on; null if it knows none. */
	since: Date | null;
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
}

/**
 * Returns what the active account paid in each of the last twelve months: through this bot, by its orders, and elsewhere,
 * by the balance. Months begin in the person's time zone. If the person has lost access to the account, counts only
 * their own orders.
 */
export async function spending(deps: Deps, { personId }: Actor): Promise<Spending | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return accessTrouble(deps, connection);
	const { id: accountId, userId, sandbox } = connection.account;
	const days = (spendingMonths + 1) * 31;
	const seesOthers = givesAccess(connection);
	const [items, changes, person, now] = await deps.reader((tx) =>
		Promise.all([
			spentItems(tx, { personId, accountId, seesOthers, days }),
			seesOthers ? findBalanceChanges(tx, accountId, days) : [],
			findPerson(tx, personId),
			readClock(tx),
		]),
	);
	const months = spendingByMonth(items, unexplained(changes, items), person?.timeZone ?? "UTC", now);
	return { kind: "spending", months, since: changes[0]?.at ?? null, userId, sandbox };
}
