import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import type { Subject } from "./screens.ts";

/**
 * Marks all screens about a subject for a redraw and returns the ids of those that can be drawn now. A message that was
 * drawn just now can be drawn again only a moment later, and the sweep finds it then. In each chat, only the screen
 * that the person used last keeps the subject. The older screens lose it: their last redraw says that a newer message
 * replaces them. The message about a program also shows the operations that it proposed, so it is redrawn with each of
 * them. The redraw also counts as sending the waiting notifications about the subject. Otherwise, a person who has just read
 * the outcome on a screen could get the same outcome again in a new message.
 */
export async function invalidateScreens(tx: Tx, subject: Subject): Promise<number[]> {
	return (await linkAndInvalidateScreens(tx, subject)).screens;
}

/**
 * Does the same as `invalidateScreens`. `linked`: those of the screens that a waiting notification is to show. Sending
 * the notification also draws such a screen.
 */
export async function linkAndInvalidateScreens(
	tx: Tx,
	{ kind, id }: Subject,
): Promise<{ screens: number[]; linked: ReadonlySet<number> }> {
	// Senders lock the notification before the screen. This function uses the same order to prevent a deadlock. It needs
	// two statements: after it has waited for a sender, the second one must see the screen that the sender created.
	const linked = new Set(await linkNotifications(tx, { kind, id }));
	const rows = await tx.execute<{ id: string; due: boolean }>(sql`
		update bot.screens s set rev = s.rev + 1,
			wake_at = greatest(
				clock(), case when s.shown_at <= clock() then s.shown_at + ${drawingPause} end, case when ${isUnsent} then s.wake_at end),
			subject_kind = case when l.newest then s.subject_kind end, subject_id = case when l.newest then s.subject_id end
		from (
			select id, row_number() over (
				partition by chat_id, person_id, subject_kind order by touched_at desc, id desc) = 1 as newest
			from bot.screens where (subject_kind, subject_id) in (
				select ${kind}, ${id}::bigint union all
				select 'proposals', mandate_id from bot.proposals where ${kind} = 'operation' and operation_id = ${id})
		) l
		where l.id = s.id
		returning s.id, s.wake_at <= clock() as due`);
	const due = rows.filter((row) => row.due).map((row) => Number(row.id));
	return { screens: due, linked };
}

/**
 * SQL for the shortest time between two drawings of a message: Telegram accepts one message a second in a private chat,
 * and 20 a minute in a group, whose id is negative.
 */
const drawingPause = sql`case when s.chat_id < 0 then interval '3 s' else interval '1 s' end`;

/**
 * SQL that is true if a waiting notification is to send this screen as a new message. The screen must then not be drawn
 * before the notification: drawing it alone would ignore the rate limit, and the pause that Telegram asked for.
 */
const isUnsent = sql`s.shown_at is null
	and exists (select from bot.outbox o where o.screen_id = s.id and o.state = 'waiting')`;

/**
 * Links each waiting notification about a subject to the screen about this subject that the person used last. When that
 * screen is drawn again, the notification counts as sent. Returns the ids of these screens.
 */
async function linkNotifications(tx: Tx, { kind, id }: Subject): Promise<number[]> {
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
			and (${now} or shown_at not between clock() - interval '1900 ms' and clock()) and (${now} or rev = shown_rev)
		returning id`);
	return rows.map((row) => Number(row.id));
}
