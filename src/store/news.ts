import { and, eq, sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import type { Tx } from "../postgres/connect.ts";
import { chats, outbox, screens } from "./schema/chat.ts";

export interface Subject {
	kind: string;
	id: number;
}

/** Puts something to tell into the outbox, for each person in their private chat; news that is there already is told once. */
export async function tell(tx: Tx, people: readonly number[], subject: Subject, news: string): Promise<number[]> {
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

/** Asks for a redraw of every living message about a subject. */
export async function raiseScreens(tx: Tx, subject: Subject): Promise<number[]> {
	const rows = await tx
		.update(screens)
		.set({ rev: sql`${screens.rev} + 1`, wakeAt: clock })
		.where(and(eq(screens.subjectKind, subject.kind), eq(screens.subjectId, subject.id)))
		.returning({ id: screens.id });
	return rows.map((row) => row.id);
}
