import { type SpendingMonth, spendingByMonth, spendingMonths } from "../../rules/spending.ts";
import { activeConnection, givesAccess } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import { findPerson } from "../../store/people.ts";
import { spentItems } from "../../store/spending.ts";
import { accessTrouble } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export interface Spending {
	kind: "spending";
	/**
	 * The months, oldest first. The list starts with the month of the first order, at most twelve months ago. If there
	 * are no orders, it is empty.
	 */
	months: readonly SpendingMonth[];
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
}

/**
 * Returns what was spent in the active account through this bot in each of the last twelve months. Months begin in the
 * person's time zone. If the person has lost access to the account, counts only their own orders.
 */
export async function spending(deps: Deps, { personId }: Actor): Promise<Spending | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return accessTrouble(deps, connection);
	const { id: accountId, userId, sandbox } = connection.account;
	const days = (spendingMonths + 1) * 31;
	const [items, person, now] = await deps.reader((tx) =>
		Promise.all([
			spentItems(tx, { personId, accountId, seesOthers: givesAccess(connection), days }),
			findPerson(tx, personId),
			readClock(tx),
		]),
	);
	return { kind: "spending", months: spendingByMonth(items, person?.timeZone ?? "UTC", now), userId, sandbox };
}
