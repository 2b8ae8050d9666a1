import { isFree, isPast } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import { isWatchAllowed } from "./bans.ts";
import { watches } from "./schema/watches.ts";
import { leaseSeconds, type Watch } from "./watches.ts";

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
	const [row] = await db
		.select()
		.from(watches)
		.where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));
	return row;
}

export async function deleteNameWatch(db: Db, personId: number, id: number): Promise<void> {
	await db.delete(watches).where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));
}

/**
 * Leases the other name watches of the same person and account that are due within `windowMs`. One request to the
 * service can then check all these names.
 */
export async function leaseOtherNames(db: Db, { id, accountId, personId }: Watch, windowMs: number): Promise<Watch[]> {
	return await db
		.update(watches)
		.set({
			leaseUntil: sql`clock() + ${leaseSeconds} * interval '1 s'`,
			lookedAt: sql`clock()`,
			looks: sql`${watches.looks} + 1`,
		})
		.where(
			sql`${watches.id} in (
				select id from bot.watches
				where kind = 'name' and account_id = ${accountId} and person_id = ${personId} and id <> ${id}
					and state = 'running' and ${isPast(sql`wake_at`, "2 days", sql`(clock() + ${windowMs}::float8 * interval '1 ms')`)}
					and ${isFree(sql`lease_until`)} and ${isWatchAllowed}
				for update skip locked)`,
		)
		.returning();
}
