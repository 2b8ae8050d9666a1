import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq } from "drizzle-orm";
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
	const [row] = await db
		.select()
		.from(watches)
		.where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));
	return row;
}

export async function deleteNameWatch(db: Db, personId: number, id: number): Promise<void> {
	await db.delete(watches).where(and(eq(watches.id, id), eq(watches.kind, "name"), eq(watches.personId, personId)));
}
