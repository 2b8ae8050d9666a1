import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { isConflict } from "@domains/kit/postgres/errors.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { OperationRow } from "./operations.ts";
import { items, type LockKind, operations } from "./schema/operations.ts";

/** The first key of the advisory lock in `lockItems`: an arbitrary number. The second key is the account's id. */
const accountLock = 7_051_007;

/**
 * Locks the domains of these items. Throws an error (`isLockConflict`) if an item of another operation holds the lock
 * of one of them. An advisory lock makes such transactions of one account run one after another. Otherwise, two of
 * them that lock the same domains in different order could deadlock.
 *
 * A transaction that also changes a row of `bot.spend_days` must lock or unlock the items first. All transactions use
 * this order, so they cannot deadlock.
 */
export async function lockItems(tx: Tx, accountId: number, ids: number[]): Promise<void> {
	await tx
		.update(items)
		.set({ locked: true })
		// The update needs the row of this subquery, so it waits for the lock before it changes the first item.
		.from(sql`(select pg_advisory_xact_lock(${accountLock}::int, ${accountId}::int)) as held`)
		.where(inArray(items.id, ids));
}

/** True if `lockItems` threw this error because an item of another operation holds a lock. */
export function isLockConflict(error: unknown): boolean {
	return isConflict(error, "items_lock");
}

export async function unlockItems(tx: Tx, ids: number[]): Promise<void> {
	await tx.update(items).set({ locked: false }).where(inArray(items.id, ids));
}

/** Returns those of `domains` that are locked, each with the operation that holds the lock. */
export async function lockHolders(
	db: Db | Tx,
	accountId: number,
	lock: LockKind,
	domains: string[],
): Promise<{ domain: string; operation: OperationRow }[]> {
	const rows = await db
		.select()
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(and(eq(items.accountId, accountId), eq(items.lock, lock), inArray(items.domain, domains), items.locked));
	return rows.map((row) => ({ domain: row.items.domain, operation: row.operations }));
}
