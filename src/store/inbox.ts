import { and, eq, or } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import { inbox, mutes } from "./schema/events.ts";

export type InboxRow = typeof inbox.$inferSelect;

/** The row of an event that was never seen before, by its id or by its body; null for a repetition. */
export async function insertEvent(tx: Tx, values: typeof inbox.$inferInsert): Promise<number | null> {
	const [row] = await tx.insert(inbox).values(values).onConflictDoNothing().returning({ id: inbox.id });
	return row?.id ?? null;
}

/** A row that nobody has worked through yet, held until the transaction ends. */
export async function lockNewEvent(tx: Tx, id: number): Promise<InboxRow | undefined> {
	const [row] = await tx
		.select()
		.from(inbox)
		.where(and(eq(inbox.id, id), eq(inbox.state, "new")))
		.for("update");
	return row;
}

export async function finishEvent(tx: Tx, id: number, operationId: number | null): Promise<void> {
	await tx.update(inbox).set({ state: "done", operationId }).where(eq(inbox.id, id));
}

export async function findEvent(db: Db, id: number): Promise<InboxRow | undefined> {
	const [row] = await db.select().from(inbox).where(eq(inbox.id, id));
	return row;
}

/** Whether anything was ever heard of an account. */
export async function hasEvents(db: Db, accountId: number): Promise<boolean> {
	const [row] = await db.select({ id: inbox.id }).from(inbox).where(eq(inbox.accountId, accountId)).limit(1);
	return row !== undefined;
}

export interface Topic {
	topic: "type" | "domain";
	value: string;
}

export async function mute(db: Db, personId: number, topic: Topic): Promise<void> {
	await db
		.insert(mutes)
		.values({ personId, ...topic })
		.onConflictDoNothing();
}

export async function unmute(db: Db, personId: number, { topic, value }: Topic): Promise<void> {
	await db.delete(mutes).where(and(eq(mutes.personId, personId), eq(mutes.topic, topic), eq(mutes.value, value)));
}

export async function mutesOf(db: Db, personId: number): Promise<Topic[]> {
	return db
		.select({ topic: mutes.topic, value: mutes.value })
		.from(mutes)
		.where(eq(mutes.personId, personId))
		.orderBy(mutes.topic, mutes.value);
}

/** Whether a person does not want to hear of an event, by its type or by its domain. */
export async function isMuted(db: Db, personId: number, { type, domain }: InboxRow): Promise<boolean> {
	const [row] = await db
		.select({ value: mutes.value })
		.from(mutes)
		.where(
			and(
				eq(mutes.personId, personId),
				or(
					and(eq(mutes.topic, "type"), eq(mutes.value, type)),
					domain === null ? undefined : and(eq(mutes.topic, "domain"), eq(mutes.value, domain)),
				),
			),
		);
	return row !== undefined;
}
