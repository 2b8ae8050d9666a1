import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { unfinishedPhases } from "../rules/operation/state.ts";
import { items, operations, requests } from "./schema/operations.ts";
import { freezes } from "./schema/trade.ts";

export type Freeze = typeof freezes.$inferSelect;

/** What is frozen: a whole account, or one of its domains. */
export interface Frozen {
	accountId: number;
	/** "" for the whole account. */
	domain: string;
}

const applies = or(isNull(freezes.endsAt), gt(freezes.endsAt, clock));
const lockKey = (accountId: number | PgColumn): SQL => sql`hashtextextended('freeze ' || ${accountId}::bigint, 0)`;

/**
 * Waits for running transactions that confirm orders of the account or freeze it. Also makes later ones wait until this
 * transaction ends. So no order is confirmed after a freeze is stored.
 */
export async function preventConfirmations(tx: Tx, accountId: number): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(accountId)})`);
}

/**
 * Freezes an account or domain, which blocks new orders. Returns the row's id. Returns null and changes nothing if the
 * account or domain is already frozen.
 */
export async function freeze(tx: Tx, { accountId, domain }: Frozen, personId: number): Promise<number | null> {
	await preventConfirmations(tx, accountId);
	const [row] = await tx
		.insert(freezes)
		.values({ accountId, domain, frozenBy: personId })
		.onConflictDoUpdate({
			target: [freezes.accountId, freezes.domain],
			set: { frozenBy: personId, frozenAt: clock, endsAt: null, endedBy: null },
			setWhere: sql`${freezes.endsAt} <= ${clock}`,
		})
		.returning({ id: freezes.id });
	return row?.id ?? null;
}

/**
 * Schedules the end of a freeze after `delayMs`. Returns the time of the end. Returns null and changes nothing if the
 * end is already scheduled.
 */
export async function endFreeze(tx: Tx, id: number, personId: number, delayMs: number): Promise<Date | null> {
	const [row] = await tx
		.update(freezes)
		.set({ endsAt: sql`${clock} + ${delayMs} * interval '1 millisecond'`, endedBy: personId })
		.where(and(eq(freezes.id, id), isNull(freezes.endsAt)))
		.returning({ endsAt: freezes.endsAt });
	return row?.endsAt ?? null;
}

/** Cancels the scheduled end of a freeze. Returns false if no end is scheduled or the freeze has ended. */
export async function keepFreeze(tx: Tx, id: number): Promise<boolean> {
	const rows = await tx
		.update(freezes)
		.set({ endsAt: null, endedBy: null })
		.where(and(eq(freezes.id, id), gt(freezes.endsAt, clock)))
		.returning({ id: freezes.id });
	return rows.length > 0;
}

/**
 * Marks for a redraw the pages that show the freeze of exactly this account or domain. Returns the ids of the screens
 * to redraw.
 */
export async function redrawFreezePages(tx: Tx, { accountId, domain }: Frozen): Promise<number[]> {
	const rows = await tx.execute<{ id: string }>(sql`
		update bot.screens s set rev = s.rev + 1, wake_at = clock()
		from bot.connections c
		where c.account_id = ${accountId} and s.chat_id = c.person_id and s.person_id = c.person_id and s.feature = 'freeze'
			and s.params->>'domain' = ${domain} and coalesce(s.params->>'accountId' = ${String(accountId)}, c.active)
		returning s.id`);
	return rows.map(({ id }) => Number(id));
}

/**
 * Returns the freeze of exactly this account or domain, if it applies now. For a domain, a freeze of the whole account
 * is ignored.
 */
export async function findFreeze(db: Db | Tx, { accountId, domain }: Frozen): Promise<Freeze | undefined> {
	const [row] = await db
		.select()
		.from(freezes)
		.where(and(eq(freezes.accountId, accountId), eq(freezes.domain, domain), applies));
	return row;
}

export async function freezeById(db: Db | Tx, id: number): Promise<Freeze | undefined> {
	const [row] = await db.select().from(freezes).where(eq(freezes.id, id));
	return row;
}

/** SQL that prevents new freezes of the account and its domains until the transaction ends. */
export function preventFreezes(accountId: PgColumn): SQL {
	return sql`pg_advisory_xact_lock_shared(${lockKey(accountId)})`;
}

/**
 * True if a freeze protects what the removal of this person would take away: a freeze of the whole account, or one that
 * the person started. Prevents new freezes of the account until the transaction ends.
 */
export async function isProtected(tx: Tx, accountId: number, personId: number): Promise<boolean> {
	await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(accountId)})`);
	const of = and(eq(freezes.accountId, accountId), or(eq(freezes.domain, ""), eq(freezes.frozenBy, personId)), applies);
	return (await tx.select({ id: freezes.id }).from(freezes).where(of).limit(1)).length > 0;
}

/**
 * SQL for the freezes that now block an order of these domains: the names of the frozen domains in alphabetical order.
 * The first is "" if the whole account is frozen.
 */
export function appliedFreezes(accountId: number, domains: readonly string[]): SQL {
	const names = inArray(freezes.domain, ["", ...domains]);
	return sql`
		select ${freezes.domain} from ${freezes} where ${freezes.accountId} = ${accountId} and ${names} and ${applies}
		order by ${freezes.domain}`;
}

/** Returns those of the domains that are frozen now. A freeze of the whole account is ignored. */
export async function frozenDomains(
	db: Db | Tx,
	accountId: number,
	domains: readonly string[],
): Promise<ReadonlySet<string>> {
	const rows = await db
		.select({ domain: freezes.domain })
		.from(freezes)
		.where(and(eq(freezes.accountId, accountId), inArray(freezes.domain, [...domains]), applies));
	return new Set(rows.map(({ domain }) => domain));
}

/**
 * Returns the references of the oldest unfinished orders of an account or a domain, at most `most`. An order is
 * unfinished if it is confirmed and has no final outcome. `more` is the number of the other unfinished orders.
 */
export async function ordersInProgress(
	db: Db,
	{ accountId, domain }: Frozen,
	most: number,
): Promise<{ references: string[]; more: number }> {
	const rows = await db
		// The window function runs after `group by` and before `limit`. So it counts each order once, and also counts the
		// orders above the limit.
		.select({ reference: operations.reference, total: sql<number>`(count(*) over ())::int` })
		.from(operations)
		.innerJoin(requests, eq(requests.operationId, operations.id))
		.innerJoin(items, eq(items.requestId, requests.id))
		.where(
			and(
				eq(operations.accountId, accountId),
				isNull(operations.settledAt),
				inArray(requests.phase, unfinishedPhases),
				...(domain === "" ? [] : [eq(items.domain, domain)]),
			),
		)
		.groupBy(operations.id)
		.orderBy(asc(operations.id))
		.limit(most);
	return { references: rows.map(({ reference }) => reference), more: (rows[0]?.total ?? 0) - rows.length };
}
