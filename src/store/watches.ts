import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isNotBanned, isWatchAllowed } from "./bans.ts";
import { watchLease } from "./leases.ts";
import { type WatchKind, watches } from "./schema/watches.ts";

export type { WatchKind } from "./schema/watches.ts";

export type Watch = typeof watches.$inferSelect;

interface NewWatch {
	kind: WatchKind;
	accountId: number;
	/** The only person whom the watch notifies; left out if it notifies everyone who is connected to the account. */
	personId?: number;
	subject?: string;
	params?: Record<string, unknown>;
	endsAt?: Date | null;
	/** The milliseconds until the first check; 0 by default. */
	afterMs?: number;
}

/**
 * Starts a watch (a repeated check) and returns its id. If the watch is already running, replaces its `params` and
 * `endsAt`. Its next check can become earlier, but never later. If the watch has ended, starts it again without its
 * last answer.
 */
export async function keepWatch(db: Db | Tx, { afterMs = 0, ...given }: NewWatch): Promise<number> {
	const wakeAt = sql<Date>`clock() + ${afterMs}::float8 * interval '1 ms'`;
	const { params = {}, endsAt = null } = given;
	const [row] = await db
		.insert(watches)
		.values({ ...given, params, endsAt, wakeAt })
		.onConflictDoUpdate({
			target: [watches.kind, watches.accountId, watches.personId, watches.subject],
			set: {
				params,
				endsAt,
				wakeAt: sql`least(${watches.wakeAt}, excluded.wake_at)`,
				// If the params change, the result of a check in progress is discarded.
				looks: sql`${watches.looks} + (${watches.params} <> excluded.params)::int`,
				leaseUntil: sql`case when ${watches.params} = excluded.params then ${watches.leaseUntil} end`,
				answer: sql`case when ${watches.state} = 'running' then ${watches.answer} end`,
				state: "running",
			},
		})
		.returning({ id: watches.id });
	if (!row) throw new Error("an upsert returns its row");
	return row.id;
}

interface WatchKey {
	kind: WatchKind;
	/** The only person whom the watch notifies; left out if it notifies everyone who is connected to the account. */
	personId?: number;
	id?: number;
	accountId?: number;
	subject?: string;
}

export async function findWatch(
	db: Db | Tx,
	{ id, kind, accountId, personId, subject }: WatchKey,
): Promise<Watch | undefined> {
	const [row] = await db
		.select()
		.from(watches)
		.where(
			and(
				eq(watches.kind, kind),
				personId === undefined ? isNull(watches.personId) : eq(watches.personId, personId),
				id === undefined ? undefined : eq(watches.id, id),
				accountId === undefined ? undefined : eq(watches.accountId, accountId),
				subject === undefined ? undefined : eq(watches.subject, subject),
			),
		)
		.limit(1);
	return row;
}

/**
 * Replaces the stored answer of a watch, and discards the result of a check in progress. Does nothing if another check
 * has started since the watch was read.
 */
export async function saveAnswer(db: Db, { id, looks }: Watch, answer: object): Promise<void> {
	const set = { answer: { ...answer }, looks: looks + 1, leaseUntil: null };
	await db
		.update(watches)
		.set(set)
		.where(and(eq(watches.id, id), eq(watches.looks, looks)));
}

/**
 * Returns the number of a person's running watches of one kind. Without `accountId`, counts the watches of all
 * accounts.
 */
export async function countOf(
	tx: Tx,
	{ kind, accountId, personId }: Pick<WatchKey, "kind" | "accountId"> & { personId: number },
): Promise<number> {
	return tx.$count(
		watches,
		and(
			eq(watches.kind, kind),
			eq(watches.personId, personId),
			eq(watches.state, "running"),
			accountId === undefined ? undefined : eq(watches.accountId, accountId),
		),
	);
}

export async function deleteWatch(tx: Tx, id: number): Promise<void> {
	await tx.delete(watches).where(eq(watches.id, id));
}

/**
 * Starts a watch (a repeated check) of this kind for each connected account that has none. The first check comes at a
 * random time in the next 24 hours.
 */
export async function keepAccountWatches(db: Db, kind: WatchKind): Promise<void> {
	await db.execute(sql`
		insert into bot.watches (kind, account_id, wake_at)
		select ${kind}, account_id, clock() + random() * interval '1 day'
		from bot.connections where account_id is not null group by account_id
		on conflict do nothing`);
}

/**
 * Leases a due watch for one check. Returns undefined if it is not due, has ended, is leased by another worker, or waits
 * because of a ban.
 */
export async function leaseWatch(db: Db, id: number): Promise<Watch | undefined> {
	const [row] = await startLook(db, and(eq(watches.id, id), watchLease.isDue()));
	return row;
}

/**
 * Leases the other name watches of the same person and account that are due within `windowMs`. One request to the
 * service can then check all these names.
 */
export async function leaseOtherNames(db: Db, { id, accountId, personId }: Watch, windowMs: number): Promise<Watch[]> {
	const soon = sql`(clock() + ${windowMs}::float8 * interval '1 ms')`;
	return await startLook(
		db,
		sql`${watches.id} in (
			select id from bot.watches
			where kind = 'name' and account_id = ${accountId} and person_id = ${personId} and id <> ${id}
				and ${watchLease.isDue(soon, clock)}
			for update skip locked)`,
	);
}

async function startLook(db: Db, where: SQL | undefined): Promise<Watch[]> {
	return await db
		.update(watches)
		.set({ leaseUntil: watchLease.end, lookedAt: clock, looks: sql`${watches.looks} + 1` })
		.where(where)
		.returning();
}

export interface LookResult {
	/** What the check found. If it is undefined, the check got no answer, and the watch keeps its last answer. */
	answer?: Record<string, unknown> | undefined;
	/** Why the check failed; null if it did not fail. */
	failure: string | null;
	/** When to check next; null ends the watch. */
	nextAt: Date | null;
}

/**
 * Stores the result of a check and ends the lease of the watch. Returns true if the result was stored. Stores nothing
 * if the watch was deleted or has ended, if a later check has started, or if this result must be discarded. The caller
 * must then not notify people of the result.
 */
export async function saveLook(
	tx: Tx,
	{ id, looks }: Watch,
	{ answer, failure, nextAt }: LookResult,
): Promise<boolean> {
	const rows = await tx
		.update(watches)
		.set({
			leaseUntil: null,
			failure,
			failures: failure === null ? 0 : sql`${watches.failures} + 1`,
			wakeAt: nextAt,
			state: nextAt ? "running" : "ended",
			...(answer && { answer, answeredAt: clock }),
		})
		.where(and(eq(watches.id, id), eq(watches.looks, looks), eq(watches.state, "running")))
		.returning({ id: watches.id });
	return rows.length > 0;
}

/**
 * Deletes the watches of a person who disconnects from the account. If no other person is connected to the account,
 * deletes all its watches.
 */
export async function deleteWatches(tx: Tx, personId: number, accountId: number): Promise<void> {
	await tx.execute(sql`
		delete from bot.watches where account_id = ${accountId} and (
			person_id = ${personId} or not exists (select from bot.connections where account_id = ${accountId}))`);
}

/** How many watches of one kind are running, and how old their oldest answer is. */
interface WatchCount {
	kind: WatchKind;
	count: number;
	/**
	 * The longest time since a running watch last got an answer, in seconds. If a watch never got an answer, the time
	 * since its creation counts. Watches of accounts without a working API token are left out, because they wait until a
	 * person connects a new token. So are watches that wait because of a ban.
	 */
	oldestSeconds: number;
}

export async function countWatches(db: Db): Promise<WatchCount[]> {
	// Usually no person is banned. This part is then evaluated once, and the condition of each row is skipped.
	const allowed = sql`(not exists (select from bot.people where banned_at is not null) or ${isWatchAllowed})`;
	return await db.execute<{ kind: WatchKind; count: number; oldestSeconds: number }>(sql`
		select kind, count(*)::int as count,
			coalesce(greatest(extract(epoch from clock() - min(coalesce(answered_at, created_at)) filter (
				where (failure is null or failure not in ('not_connected', 'unproved', 'unauthorized', 'forbidden'))
					and ${allowed})), 0), 0)::float8
				as "oldestSeconds"
		from bot.watches where state = 'running' group by kind`);
}

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
