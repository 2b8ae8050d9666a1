import { clock } from "@domains/kit/postgres/clock.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { redrawHeld } from "./outbox.ts";
import { outbox, type Params, type Subject, screens } from "./schema/chat.ts";
import { invalidateScreens } from "./screens.ts";

/**
 * Adds a notification about `subject` for each person, to be sent to their private chat. If a message in the chat
 * already shows the subject, the bot later edits this message, without a sound. If none does, the bot sends a new
 * message. A person who already has a notification with the same subject and `dedupKey` gets no second one. `facts`:
 * parameters of the notification's screen that do not follow from the subject. Returns the ids of the new rows.
 */
export async function addNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	dedupKey: string,
	facts: Params | null = null,
): Promise<number[]> {
	if (people.length === 0) return [];
	const { kind, id } = subject;
	// The id of a private chat is the person's id. A person who has not written to the bot has no row in `chats` yet, so
	// the row is inserted first, in the same statement.
	const rows = await tx.execute<{ id: string }>(sql`
		with person as (
			select id from jsonb_array_elements_text(${JSON.stringify(people)}::jsonb) with ordinality as given(id, place)
		), chat as (
			insert into bot.chats (id) select id::bigint from person on conflict do nothing
			returning id
		)
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, facts)
		select id::bigint, id::bigint, ${kind}, ${id}, ${dedupKey}, ${facts && JSON.stringify(facts)}::jsonb
		from person where (select count(*) from chat) >= 0
		on conflict do nothing
		returning id`);
	return rows.map((row) => Number(row.id));
}

/**
 * Adds notifications like `addNotifications`, to be sent at a later time. The caller need not enqueue a job, because
 * the periodic search for due rows finds them at that time.
 */
export async function scheduleNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	{ dedupKey, facts, at }: { dedupKey: string; facts: Params; at: Date },
): Promise<void> {
	const rows = await addNotifications(tx, people, subject, dedupKey, facts);
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
	facts: Params | null = null,
): Promise<number[]> {
	const rows = await addNotifications(tx, people, subject, dedupKey, facts);
	if (rows.length === 0) return rows;
	await tx.execute(sql`
		update bot.screens s set subject_kind = null, subject_id = null
		from bot.outbox o
		where o.id in (${sql.join(rows, sql`, `)}) and s.person_id = o.person_id
			and s.subject_kind = o.subject_kind and s.subject_id = o.subject_id`);
	return rows;
}
