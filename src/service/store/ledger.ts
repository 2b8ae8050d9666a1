import { sql } from "drizzle-orm";
import type { Tx } from "../../postgres/connect.ts";
import { accounts } from "../schema/accounts.ts";
import { ledger, type Movement } from "../schema/trade.ts";

/** One entry of the ledger: changes of the balance and of the held money, in cents. */
interface Posting {
	orderId: number;
	kind: Movement;
	balanceCents: number;
	heldCents: number;
}

/**
 * Writes ledger entries of the account's orders. The same statement changes the balance and the held money of the
 * account by the same amounts.
 */
export async function postLedger(tx: Tx, accountId: number, postings: readonly Posting[]): Promise<void> {
	if (postings.length === 0) return;
	await tx.execute(sql`
		with posted as (
			insert into ${ledger} (account_id, order_id, kind, balance_cents, held_cents)
			select ${accountId}, "orderId", kind, "balanceCents", "heldCents"
			from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb)
				as postings("orderId" bigint, kind text, "balanceCents" integer, "heldCents" integer)
			returning balance_cents, held_cents
		), sums as (
			select sum(balance_cents) as balance, sum(held_cents) as held from posted
		)
		update ${accounts} set balance_cents = balance_cents + sums.balance, held_cents = held_cents + sums.held
		from sums where ${accounts.id} = ${accountId}`);
}
