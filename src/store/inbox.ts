import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, between, desc, eq, gte, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { inbox, mutes } from "./schema/events.ts";
import { operations } from "./schema/operations.ts";

export type InboxRow = typeof inbox.$inferSelect;

export type NewEvent = Pick<InboxRow, "accountId" | "eventId" | "bodyHash" | "type" | "domain" | "occurredAt"> &
	Pick<InboxRow, "clientRef" | "externalRef" | "reason" | "body" | "late">;

/**
 * Inserts any number of events. Returns an id for each event, in order. The id is null for an event that was stored
 * before. It is also null for an event that repeats the id or body of an earlier one in `events`.
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<(number | null)[]> {
	const ids = await insertNew(tx, events);
	const repeated = events.filter(({ late }, index) => ids[index] === null && !late);
	if (repeated.length === 0 || !(await releaseBodies(tx, repeated))) return ids;
	const again = await insertNew(tx, repeated);
	return ids.map((id, index) => {
		const event = events[index];
		return id ?? (event ? (again[repeated.indexOf(event)] ?? null) : null);
	});
}

/**
 * Stored events whose body arrives again under another id no longer stand for that body, if the body can report a new
 * event. Their hash, and an id that is only the hash, get another value. Returns true if there are any. A body can
 * report a new event in two cases:
 * - The stored event arrived more than ten minutes ago.
 * - The body has no time, and an event of another type about the same domain has arrived since: after a block and its
 *   end, the same body means another block.
 *
 * An event with an old signature (`late`) must not be passed, because anyone who recorded it can send it again.
 */
async function releaseBodies(tx: Tx, events: readonly NewEvent[]): Promise<boolean> {
	const keys = events.map(({ accountId, eventId, bodyHash }) => ({ accountId, eventId, bodyHash }));
	const rows = await tx.execute(sql`
		update bot.inbox i set
			body_hash = i.body_hash || ' ' || i.id,
			event_id = case when i.event_id = i.body_hash then i.event_id || ' ' || i.id else i.event_id end
		from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as event ("accountId" bigint, "eventId" text, "bodyHash" text)
		where i.account_id = event."accountId" and i.body_hash = event."bodyHash"
			and (i.event_id <> event."eventId" or i.event_id = i.body_hash)
			and not exists (
				select from bot.inbox same
				where same.account_id = event."accountId" and same.event_id = event."eventId" and same.id <> i.id)
			and (i.received_at < clock() - interval '10 minutes' or (i.occurred_at is null and exists (
				select from bot.inbox since
				where since.account_id = i.account_id and since.domain = i.domain and since.type <> i.type and since.id > i.id)))
		returning i.id`);
	return rows.length > 0;
}

/**
 * Inserts events with one statement. The statement's text is always the same, so that PostgreSQL parses it only once.
 */
async function insertNew(tx: Tx, events: readonly NewEvent[]): Promise<(number | null)[]> {
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

/** Locks an event in the state `new` until the transaction ends. Returns undefined if it was already processed. */
export async function lockNewEvent(tx: Tx, id: number): Promise<InboxRow | undefined> {
	const [row] = await tx
		.select()
		.from(inbox)
		.where(and(eq(inbox.id, id), eq(inbox.state, "new")))
		.for("update");
	return row;
}

export async function finishEvent(
	tx: Tx,
	id: number,
	change: Pick<InboxRow, "operationId" | "receiptId" | "groupId">,
): Promise<void> {
	await tx
		.update(inbox)
		.set({ ...change, state: "done" })
		.where(eq(inbox.id, id));
}

/**
 * Removes the events about these domains from an order's receipt (the message about its outcome), so that alerts report
 * them instead. Several events can share an alert, which is identified by the first of them. Returns the id of this
 * first event for each of the removed events.
 */
export async function releaseReceipts(tx: Tx, receiptId: number, domains: readonly string[]): Promise<number[]> {
	const rows = await tx
		.update(inbox)
		.set({ receiptId: null })
		.where(and(eq(inbox.receiptId, receiptId), inArray(inbox.domain, [...domains])))
		.returning({ id: inbox.id, groupId: inbox.groupId });
	return rows.map((row) => row.groupId ?? row.id);
}

/**
 * True if the operation's receipt (the message about its outcome) already reports an event of this type about this
 * domain.
 */
export async function isOnReceipt(tx: Tx, receiptId: number, { type, domain }: InboxRow): Promise<boolean> {
	const same = and(eq(inbox.receiptId, receiptId), eq(inbox.type, type), eq(inbox.domain, domain ?? ""));
	const [row] = await tx.select({ id: inbox.id }).from(inbox).where(same).limit(1);
	return row !== undefined;
}

/**
 * Finds another event whose message can also report this event, and returns that event's id. The events that share a
 * message are a group. The other event must meet these conditions:
 * - It is processed, of the same account and type, and the first of its group.
 * - It arrived at most a minute before or after this event.
 *
 * The newest such event is chosen. Returns null if there is none, or if this event has no domain. Also returns null for
 * a block or an unblock of a domain that the group already reports: it may be a new one, and an edit makes no sound.
 *
 * Takes a lock for the account and the event type until the transaction ends. Otherwise, two simultaneous events could
 * not see each other and would get separate messages.
 */
export async function findGroup(tx: Tx, { id, accountId, type, domain, receivedAt }: InboxRow): Promise<number | null> {
	if (domain === null) return null;
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`group ${accountId} ${type}`}, 0))`);
	const [first] = await tx
		.select({ id: inbox.id })
		.from(inbox)
		.where(
			and(
				eq(inbox.accountId, accountId),
				eq(inbox.type, type),
				eq(inbox.state, "done"),
				isNull(inbox.groupId),
				ne(inbox.id, id),
				between(
					inbox.receivedAt,
					sql`${receivedAt}::timestamptz - interval '1 minute'`,
					sql`${receivedAt}::timestamptz + interval '1 minute'`,
				),
			),
		)
		.orderBy(desc(inbox.id))
		.limit(1);
	if (!first) return null;
	const reported = and(or(eq(inbox.id, first.id), eq(inbox.groupId, first.id)), eq(inbox.domain, domain));
	const [same] = await tx.select({ id: inbox.id }).from(inbox).where(reported).limit(1);
	return same && blockTypes.has(type) ? null : first.id;
}

const blockTypes: ReadonlySet<string> = new Set(["domain.blocked", "domain.unblocked"]);

/**
 * Splits a group: every event of it gets a separate message. Returns the ids of the events that leave the message of
 * the first one.
 */
export async function splitGroup(tx: Tx, firstId: number): Promise<{ id: number; accountId: number }[]> {
	return tx
		.update(inbox)
		.set({ groupId: null })
		.where(eq(inbox.groupId, firstId))
		.returning({ id: inbox.id, accountId: inbox.accountId });
}

/**
 * Returns the events that one message reports to a person, oldest first. `firstId` is the id of the first event of the
 * message's group. Leaves out events that the person muted, and events that the receipt of this person's order reports.
 */
export async function findEventsFor(db: Db, personId: number, firstId: number): Promise<InboxRow[]> {
	const isBlock = sql`${inbox.type} in ('domain.blocked', 'domain.unblocked')`;
	const label = sql`coalesce(${inbox.clientRef}, (
		select client_ref from bot.domains where account_id = ${inbox.accountId} and domain = ${inbox.domain}))`;
	const isTagged = sql`exists (
		select from bot.domain_notes n where n.person_id = ${personId} and n.account_id = ${inbox.accountId}
			and n.domain = ${inbox.domain} and ${mutes.value} = any(n.tags))`;
	const muted = db
		.select({ value: mutes.value })
		.from(mutes)
		.where(
			and(
				eq(mutes.personId, personId),
				or(
					and(eq(mutes.topic, "type"), eq(mutes.value, inbox.type)),
					and(eq(mutes.value, inbox.domain), sql`${mutes.topic} = case when ${isBlock} then 'block' else 'domain' end`),
					and(eq(mutes.value, label), sql`${mutes.topic} = case when ${isBlock} then 'label_block' else 'label' end`),
					and(isTagged, sql`${mutes.topic} = case when ${isBlock} then 'tag_block' else 'tag' end`),
				),
			),
		);
	const own = db
		.select({ id: operations.id })
		.from(operations)
		.where(and(eq(operations.id, inbox.receiptId), eq(operations.personId, personId)));
	return db
		.select()
		.from(inbox)
		.where(and(or(eq(inbox.id, firstId), eq(inbox.groupId, firstId)), notExists(muted), notExists(own)))
		.orderBy(inbox.id);
}

/**
 * Returns the newest processed event of the group that begins with `firstId`, how many there are, and when the first of
 * them happened.
 */
export async function findGroupFacts(
	db: Db,
	firstId: number,
): Promise<{ newestId: number; count: number; since: Date }> {
	const [row] = await db
		.select({
			newestId: sql<string>`max(${inbox.id})`,
			count: sql<string>`count(*)`,
			since: sql<Date>`min(least(${inbox.occurredAt}, ${inbox.receivedAt}))`.mapWith(inbox.receivedAt),
		})
		.from(inbox)
		.where(and(or(eq(inbox.id, firstId), eq(inbox.groupId, firstId)), eq(inbox.state, "done")));
	if (!row) throw new Error("an aggregate returns a row");
	return { ...row, newestId: Number(row.newestId), count: Number(row.count) };
}

/**
 * Stores what was read after a registration or renewal outside this bot. Its charge is the part of `paidCents`, which
 * was paid outside this bot since `from`, that no other event since then accounts for. The caller locks the account.
 */
export async function saveOutsideFacts(
	tx: Tx,
	facts: Pick<InboxRow, "accountId" | "balanceCents" | "expiresAt"> & {
		eventId: number;
		from: Date;
		paidCents: number;
	},
): Promise<void> {
	const { eventId, accountId, from, paidCents, balanceCents, expiresAt } = facts;
	const known = and(eq(inbox.accountId, accountId), gte(inbox.receivedAt, from), ne(inbox.id, eventId));
	const [row] = await tx
		.select({ cents: sql<string>`coalesce(sum(${inbox.chargedCents}), 0)` })
		.from(inbox)
		.where(known);
	const rest = paidCents - Number(row?.cents);
	await tx
		.update(inbox)
		.set({ balanceCents, expiresAt, chargedCents: rest > 0 ? rest : null })
		.where(eq(inbox.id, eventId));
}

export async function hasEvents(db: Db, accountId: number): Promise<boolean> {
	const [row] = await db.select({ id: inbox.id }).from(inbox).where(eq(inbox.accountId, accountId)).limit(1);
	return row !== undefined;
}
