import type { Tx } from "@domains/kit/postgres/connect.ts";
import { eq, sql } from "drizzle-orm";
import type { Person } from "./people.ts";
import { people } from "./schema/people.ts";

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Locks a person's row until the transaction ends. Every transaction that adds or removes a digest (a periodic summary)
 * takes this lock.
 */
export async function lockDigests(tx: Tx, personId: number): Promise<Person | undefined> {
	const [person] = await tx.select().from(people).where(eq(people.id, personId)).for("update");
	return person;
}

/**
 * Removes the person's next digest. With `at`, adds a new digest that is due at that time. The start of the new
 * digest's period is the first of these that exists:
 * - The start of the removed digest's period.
 * - The end of the period of a digest that is being sent.
 * - The present time.
 */
export async function replaceDigest(tx: Tx, personId: number, at: Date | null): Promise<void> {
	const [replaced] = await tx.execute<{ since: string }>(sql`
		delete from bot.outbox
		where person_id = ${personId} and subject_kind = 'digest' and state = 'waiting' and held_until > clock()
		returning subject_id as since`);
	if (at === null) return;
	const [row] = await tx.execute<{ since: number }>(sql`
		select floor(coalesce(max(extract(epoch from held_until)), extract(epoch from clock())))::int as since
		from bot.outbox where person_id = ${personId} and subject_kind = 'digest' and state = 'waiting'`);
	await insertDigest(tx, personId, { since: Number(replaced?.since ?? row?.since), at });
}

/**
 * Adds the digest that follows the one whose period began at `since`. The new digest is due at the time `at`, and its
 * period begins at the end of the earlier period. Returns the start of the new period. Returns null and adds nothing if
 * the earlier digest does not exist.
 */
export async function followDigest(tx: Tx, personId: number, since: number, at: Date): Promise<Date | null> {
	const [row] = await tx.execute<{ time: Date }>(sql`
		select held_until as time from bot.outbox
		where person_id = ${personId} and subject_kind = 'digest' and subject_id = ${since}`);
	if (!row) return null;
	await insertDigest(tx, personId, { since: secondsOf(row.time), at });
	return row.time;
}

/**
 * Inserts a digest. Does nothing if an earlier attempt has already inserted a digest whose period begins at `since`.
 */
async function insertDigest(tx: Tx, personId: number, { since, at }: { since: number; at: Date }): Promise<void> {
	const time = at.toISOString();
	await tx.execute(sql`
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, wake_at, held_until)
		values (${personId}, ${personId}, 'digest', ${since}, 'digest', ${time}::timestamptz, ${time}::timestamptz)
		on conflict do nothing`);
}
