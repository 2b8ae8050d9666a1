import { and, eq, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import { inbox, mutes } from "./schema/events.ts";

export type InboxRow = typeof inbox.$inferSelect;

export type NewEvent = Pick<InboxRow, "accountId" | "eventId" | "bodyHash" | "type" | "domain" | "occurredAt"> &
	Pick<InboxRow, "clientRef" | "externalRef" | "reason" | "body" | "late">;

/**
 * Inserts events with one statement, whose text is the same for any number of them. Returns the id of each new row, or
 * null for an event that was seen before, by its id or by its body, also earlier in `events`.
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<(number | null)[]> {
	const rows = await tx.execute<{ id: string; account_id: string; event_id: string }>(sql`
		insert into bot.inbox (account_id, event_id, body_hash, type, domain, occurred_at, client_ref, external_ref, reason, body, late)
		select "accountId", "eventId", "bodyHash", type, domain, "occurredAt", "clientRef", "externalRef", reason, body, late
		from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (
			"accountId" bigint, "eventId" text, "bodyHash" text, type text, domain text, "occurredAt" timestamptz,
			"clientRef" text, "externalRef" text, reason text, body jsonb, late boolean)
		on conflict do nothing
		returning id, account_id, event_id`);
	const fresh = new Map(rows.map((row) => [`${row.account_id} ${row.event_id}`, Number(row.id)]));
	return events.map(({ accountId, eventId }) => {
		const key = `${accountId} ${eventId}`;
		const id = fresh.get(key) ?? null;
		fresh.delete(key);
		return id;
	});
}

/** Locks an event that is not processed yet, until the transaction ends. */
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

/** True if any event of the account has arrived. */
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

/** True if a person muted the type or the domain of an event. */
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
