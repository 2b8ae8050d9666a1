import { type SpendingMonth, spendingByMonth, spendingMonths } from "../../rules/spending.ts";
import { activeConnection, givesAccess } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import { findPerson } from "../../store/people.ts";
import { spentItems } from "../../store/spent-items.ts";
import { noAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export interface Spending {
	kind: "spending";
	/** Oldest first, starting with the month of the first order; empty without orders. */
	months: readonly SpendingMonth[];
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
}

/**
 * Returns what the active account spent here in each of the last twelve months of the person's time zone. Without access
 * to the account, counts only the person's own orders.
 */
export async function spending(deps: Deps, { personId }: Actor): Promise<Spending | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return noAccess(deps, connection);
	const { id: accountId, userId, sandbox } = connection.account;
	const days = (spendingMonths + 1) * 31;
	const [items, person, now] = await Promise.all([
		spentItems(db, { personId, accountId, seesOthers: givesAccess(connection), days }),
		findPerson(db, personId),
		readClock(db),
	]);
	return { kind: "spending", months: spendingByMonth(items, person?.timeZone ?? "UTC", now), userId, sandbox };
}
