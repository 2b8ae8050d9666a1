import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import type { Db, Tx } from "../postgres/connect.ts";
import { redrawHeld } from "./held.ts";
import { chats, type NotificationKind, outbox, screens } from "./schema/chat.ts";

/**
 * The row that a notification or a screen is about, such as an operation. When this row changes, the screens about it
 * are redrawn.
 */
export interface Subject {
	kind: NotificationKind;
	id: number;
}

/**
 * Adds a notification about `subject` for each person, to be sent to their private chat. If a message in the chat
 * already shows the subject, the bot later edits this message, without a sound. If none does, the bot sends a new
 * message. A person who already has a notification with the same subject and `dedupKey` gets no second one. Returns the
 * ids of the new rows.
 */
export async function addNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	dedupKey: string,
): Promise<number[]> {
	if (people.length === 0) return [];
	// The id of a private chat is the person's id. A person who has not written to the bot has no row in `chats` yet, so
	// the row is inserted here.
	await tx
		.insert(chats)
		.values(people.map((id) => ({ id })))
		.onConflictDoNothing();
	const rows = await tx
		.insert(outbox)
		.values(
			people.map((personId) => ({
				personId,
				chatId: personId,
				subjectKind: subject.kind,
				subjectId: subject.id,
				dedupKey,
			})),
		)
		.onConflictDoNothing()
		.returning({ id: outbox.id });
	return rows.map((row) => row.id);
}

/**
 * Adds notifications like `addNotifications`, to be sent at a later time. The caller need not enqueue a job, because
 * the periodic search for due rows finds them at that time.
 */
export async function scheduleNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	{ dedupKey, at }: { dedupKey: string; at: Date },
): Promise<void> {
	const rows = await addNotifications(tx, people, subject, dedupKey);
	await tx.update(outbox).set({ wakeAt: at }).where(inArray(outbox.id, rows));
}

/**
 * Adds an event to each person's notification about `subject`. A message that still shows the subject is edited;
 * otherwise, a new message is sent. Returns the outbox rows to send and the screens to redraw.
 */
export async function extendNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	dedupKey: string,
): Promise<{ rows: number[]; screens: number[] }> {
	const added = await addNotifications(tx, people, subject, dedupKey);
	const about = and(
		eq(outbox.subjectKind, subject.kind),
		eq(outbox.subjectId, subject.id),
		inArray(outbox.personId, [...people]),
	);
	// A sender locks its outbox row before it creates the screen. So there are two cases. A sender that locks the row
	// after this update reads the additional event. A sender that locked the row earlier has created its screen, which
	// the queries below find. A sender that found nothing to report drops its row, but only if `wakeAt` is unchanged.
	// This update changes `wakeAt`, so the row stays.
	const waiting = await tx
		.update(outbox)
		.set({ wakeAt: clock })
		.where(and(about, eq(outbox.state, "waiting")))
		.returning({ id: outbox.id });
	await tx.select({ id: outbox.id }).from(outbox).where(about).orderBy(outbox.id).for("update");
	await redrawHeld(tx, subject, people);
	const shown = tx
		.select({ id: screens.id })
		.from(screens)
		.where(
			and(
				eq(screens.subjectKind, subject.kind),
				eq(screens.subjectId, subject.id),
				eq(screens.personId, outbox.personId),
			),
		);
	const again = await tx
		.update(outbox)
		.set({ state: "waiting", screenId: null, attempts: 0, wakeAt: clock, leaseUntil: null, settledAt: null })
		.where(and(about, ne(outbox.state, "waiting"), notExists(shown)))
		.returning({ id: outbox.id });
	return {
		rows: [...new Set([...added, ...waiting.map((row) => row.id), ...again.map((row) => row.id)])],
		screens: await invalidateScreens(tx, subject),
	};
}

/**
 * Adds notifications like `addNotifications`, but each is sent as a new message, even if an older message is about the
 * same subject. An edit of the older message would make no sound and could go unseen. An example is a second price rise
 * in the same account.
 */
export async function addNotificationsAsNewMessages(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	dedupKey: string,
): Promise<number[]> {
	const rows = await addNotifications(tx, people, subject, dedupKey);
	if (rows.length === 0) return rows;
	await tx.execute(sql`
		update bot.screens s set subject_kind = null, subject_id = null
		from bot.outbox o
		where o.id in (${sql.join(rows, sql`, `)}) and s.person_id = o.person_id
			and s.subject_kind = o.subject_kind and s.subject_id = o.subject_id`);
	return rows;
}

/**
 * Marks all screens about a subject for a redraw and returns their ids. In each chat, only the screen that the person
 * used last keeps the subject. The older screens lose it: their last redraw says that a newer message replaces them.
 * The redraw also counts as sending the waiting notifications about the subject. Otherwise, a person who has just read
 * the outcome on a screen could get the same outcome again in a new message.
 */
export async function invalidateScreens(tx: Tx, { kind, id }: Subject): Promise<number[]> {
	// Senders lock the notification before the screen. This function uses the same order to prevent a deadlock.
	await linkNotifications(tx, { kind, id });
	const rows = await tx.execute<{ id: string }>(sql`
		update bot.screens s set rev = s.rev + 1, wake_at = clock(),
			subject_kind = case when l.newest then s.subject_kind end, subject_id = case when l.newest then s.subject_id end
		from (
			select id, row_number() over (partition by chat_id, person_id order by touched_at desc, id desc) = 1 as newest
			from bot.screens where subject_kind = ${kind} and subject_id = ${id}
		) l
		where l.id = s.id
		returning s.id`);
	return rows.map((row) => Number(row.id));
}

/**
 * Links each waiting notification about a subject to the screen about this subject that the person used last. When that
 * screen is drawn again, the notification counts as sent. Returns the ids of these screens.
 */
export async function linkNotifications(tx: Tx, { kind, id }: Subject): Promise<number[]> {
	const rows = await tx.execute<{ id: string }>(sql`
		update bot.outbox o set screen_id = l.id
		from (
			select distinct on (chat_id, person_id) id, chat_id, person_id
			from bot.screens where subject_kind = ${kind} and subject_id = ${id}
			order by chat_id, person_id, touched_at desc, id desc
		) l
		where o.chat_id = l.chat_id and o.person_id = l.person_id and o.subject_kind = ${kind} and o.subject_id = ${id}
			and o.state = 'waiting' and o.screen_id is null
		returning l.id`);
	return rows.map((row) => Number(row.id));
}

/**
 * Marks the messages that show a board (a stored list of names) for a redraw. Without `now`, skips a message that was
 * drawn less than two seconds ago or already waits for a redraw. Returns the ids of the screens to redraw.
 */
export async function redrawBoard(db: Db | Tx, id: number, { now = false } = {}): Promise<number[]> {
	const rows = await db.execute<{ id: string }>(sql`
		update bot.screens set rev = rev + 1, wake_at = clock()
		where feature = 'list' and params->>'boardId' = ${String(id)}
			and (${now} or shown_at <= clock() - interval '1900 ms') and (${now} or rev = shown_rev)
		returning id`);
	return rows.map((row) => Number(row.id));
}
