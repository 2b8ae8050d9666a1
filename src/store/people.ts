import { eq, sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import type { Db, Tx } from "../postgres/connect.ts";
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

/** Bans a person, even one without a row in the database. Their confirmed orders still run to the end. */
export async function ban(db: Db, id: number): Promise<void> {
	await db
		.insert(people)
		.values({ id, locale: "en", bannedAt: clock })
		.onConflictDoUpdate({ target: people.id, set: { bannedAt: sql`coalesce(${people.bannedAt}, ${clock})` } });
}

/** Lifts a ban. The notifications that the ban held back become due. Returns false if the person was not banned. */
export async function unban(db: Db, id: number): Promise<boolean> {
	return await db.transaction(async (tx) => {
		const [row] = await tx
			.select({ bannedAt: people.bannedAt })
			.from(people)
			.where(eq(people.id, id))
			.for("no key update");
		if (!row?.bannedAt) return false;
		await tx.update(people).set({ bannedAt: null }).where(eq(people.id, id));
		await tx.execute(sql`
			update bot.outbox set wake_at = clock() where person_id = ${id} and state = 'waiting' and wake_at is null`);
		return true;
	});
}
