import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import type { OperationRow } from "./operations.ts";
import { items, type LockKind, operations } from "./schema/operations.ts";

/** Key of the advisory lock under which the domains of an account are locked. */
const accountLock = 7_051_007;

/**
 * Takes the domains' locks; throws a unique violation of `items_lock` where another open item has one. One order of an
 * account at a time: two lists that name the same domains in another order would wait for each other. Whoever takes
 * money from a day as well does that after this, as whoever gives both back does.
 */
export async function lockItems(tx: Tx, accountId: number, ids: number[]): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(${accountLock}::int, ${accountId}::int)`);
	await tx.update(items).set({ locked: true }).where(inArray(items.id, ids));
}

export async function unlockItems(tx: Tx, ids: number[]): Promise<void> {
	await tx.update(items).set({ locked: false }).where(inArray(items.id, ids));
}

/** Which of these domains have an open item that holds the lock, and whose it is. */
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
