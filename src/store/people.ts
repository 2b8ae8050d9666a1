import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq } from "drizzle-orm";
import { people } from "./schema/people.ts";

export type Person = typeof people.$inferSelect;

export async function findPerson(db: Db | Tx, id: number): Promise<Person | undefined> {
	const [row] = await db.select().from(people).where(eq(people.id, id));
	return row;
}

export async function updatePerson(
	db: Db | Tx,
	id: number,
	values: Partial<Omit<Person, "id" | "firstUpdateId" | "bannedAt" | "createdAt" | "seenAt">>,
): Promise<void> {
	await db.update(people).set(values).where(eq(people.id, id));
}

/**
 * Inserts a row for a person if there is none. A person may need a notification without ever having written to the bot.
 */
export async function addPerson(tx: Tx, id: number): Promise<void> {
	await tx.insert(people).values({ id, locale: "en" }).onConflictDoNothing();
}
