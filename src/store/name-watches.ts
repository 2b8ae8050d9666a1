import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import { isNotBanned } from "./bans.ts";
import { watches } from "./schema/watches.ts";
import type { Watch } from "./watches.ts";

/**
 * Returns the running name watches of a person in an account, in alphabetical order. A name watch checks whether a
 * taken name becomes available.
 */
export async function nameWatchesOf(db: Db | Tx, personId: number, accountId: number): Promise<Watch[]> {
	return await db
		.select()
		.from(watches)
		.where(
			and(
				eq(watches.kind, "name"),
				eq(watches.personId, personId),
				eq(watches.accountId, accountId),
				eq(watches.state, "running"),
			),
		)
		.orderBy(asc(watches.subject));
}

export async function findNameWatch(db: Db, personId: number, id: number): Promise<Watch | undefined> {
	const [row] = await nameWatch(db, personId, id);
	return row;
}

/** A purchase writes the same parameters, so a change of them needs this lock. */
export async function lockNameWatch(tx: Tx, personId: number, id: number): Promise<Watch | undefined> {
	const [row] = await nameWatch(tx, personId, id).for("update");
	return row;
}

const nameWatch = (db: Db | Tx, personId: number, id: number) =>
	db
		.select()
		.from(watches)
		.where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));

export async function deleteNameWatch(db: Db, personId: number, id: number): Promise<void> {
	await db.delete(watches).where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));
}

/**
 * What a person allows in advance: the bot may buy the watched name, once, for at most `ceilingCents`. `operationId`:
 * the order that the bot placed last.
 */
export interface StandingOrder {
	ceilingCents: number;
	operationId?: number;
}

/** Returns the standing order of a watch; null if the watch only reports. */
export function buyOf({ params }: Pick<Watch, "params">): StandingOrder | null {
	const { buy } = params;
	if (typeof buy !== "object" || buy === null || !("ceilingCents" in buy)) return null;
	const { ceilingCents } = buy;
	const operationId = "operationId" in buy ? Number(buy.operationId) : undefined;
	return { ceilingCents: Number(ceilingCents), ...(operationId !== undefined && { operationId }) };
}

/**
 * Locks a watch, and returns its standing order if the bot may buy now. Returns null if there is none, if the watch has
 * ended, if the person is banned, or if the order that the bot placed last may still succeed.
 */
export async function lockStandingOrder(tx: Tx, watchId: number): Promise<StandingOrder | null> {
	const [row] = await tx
		.select({ params: watches.params })
		.from(watches)
		.where(
			and(
				eq(watches.id, watchId),
				eq(watches.state, "running"),
				sql`coalesce(${watches.endsAt} > clock(), true)`,
				isNotBanned(watches.personId),
			),
		)
		.for("update");
	const order = row ? buyOf(row) : null;
	if (!order || order.operationId === undefined) return order;
	const open = await tx.execute(sql`
		select from bot.operations where id = ${order.operationId} and state not in ('failed', 'lapsed', 'withdrawn')`);
	return open.length > 0 ? null : order;
}

/** True if the order that the bot placed last has succeeded. */
export async function isBought(db: Db, { operationId }: StandingOrder): Promise<boolean> {
	if (operationId === undefined) return false;
	const done = await db.execute(sql`select from bot.operations where id = ${operationId} and state = 'succeeded'`);
	return done.length > 0;
}

/** Stores which operation bought the name, in the transaction that confirms it. */
export async function recordPurchase(tx: Tx, watchId: number, order: StandingOrder): Promise<void> {
	const params = sql`${watches.params} || ${JSON.stringify({ buy: order })}::jsonb`;
	await tx.update(watches).set({ params }).where(eq(watches.id, watchId));
}
