import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../postgres/connect.ts";
import { chats, outbox, screens } from "./schema/chat.ts";

export interface Subject {
	kind: string;
	id: number;
}

/** Puts something to tell into the outbox, for each person in their private chat; news that is there already is told once. */
export async function addNotifications(
	tx: Tx,
	people: readonly number[],
	subject: Subject,
	news: string,
): Promise<number[]> {
	if (people.length === 0) return [];
	// A private chat has the person's id; it may not have been heard of when an account is shared.
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
				news,
			})),
		)
		.onConflictDoNothing()
		.returning({ id: outbox.id });
	return rows.map((row) => row.id);
}

/** What is told of it next comes as a message of its own: the one before stays as it is. */
export async function detachScreens(tx: Tx, { kind, id }: Subject, personId: number): Promise<void> {
	const about = and(eq(screens.subjectKind, kind), eq(screens.subjectId, id), eq(screens.personId, personId));
	await tx.update(screens).set({ subjectKind: null, subjectId: null }).where(about);
}

/**
 * Asks for a redraw of the messages about a subject. In each chat one lives on, the one that its person saw last; the
 * others lose their subject, and are drawn once more to say so.
 */
export async function invalidateScreens(tx: Tx, { kind, id }: Subject): Promise<number[]> {
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
