import { type SQL, sql } from "drizzle-orm";
import { accounts } from "../schema/accounts.ts";
import { ledger } from "../schema/trade.ts";

/**
 * Two statements for the `with` clause of a statement that changes orders; it must call them so. `posted` writes the
 * ledger entries in `moved`, a query with the columns `order_id`, `kind`, `balance_cents` and `held_cents`. `summed`
 * changes the account by the same amounts.
 */
export function postLedger(accountId: number, moved: SQL): { posted: SQL; summed: SQL } {
	return {
		posted: sql`
			insert into ${ledger} (account_id, order_id, kind, balance_cents, held_cents)
			select ${accountId}, order_id, kind, balance_cents, held_cents from (${moved}) as moved
			returning balance_cents, held_cents`,
		summed: sql`
			update ${accounts} set balance_cents = balance_cents + sums.balance, held_cents = held_cents + sums.held
			from (select sum(balance_cents) as balance, sum(held_cents) as held from posted) as sums
			where ${accounts.id} = ${accountId} and sums.held is not null`,
	};
}
