import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, type SQL, sql } from "drizzle-orm";
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
 * - The start of the removed digest's period. If it is in the future, the clock of the database was ahead.
 * - The end of the period of a digest that is being sent.
 * - The present time.
 */
export async function replaceDigest(tx: Tx, personId: number, at: Date | null): Promise<void> {
	const [replaced] = await tx.execute<{ since: string }>(sql`
		delete from bot.outbox
		where person_id = ${personId} and subject_kind = 'digest' and state = 'waiting' and held_until > clock()
		returning least(subject_id, floor(extract(epoch from clock())))::bigint as since`);
	if (at === null) return;
	const [row] = await tx.execute<{ since: number }>(sql`
		select floor(extract(epoch from least(coalesce(max(held_until), clock()), clock())))::int as since
		from bot.outbox where person_id = ${personId} and subject_kind = 'digest' and state = 'waiting'`);
	await insertDigest(tx, personId, { since: Number(replaced?.since ?? row?.since), at });
}

/**
 * Adds the digest that follows the one whose period began at `since`. The new digest is due at the time `at`, and its
 * period begins at the end of the earlier period. Returns the earlier period. Returns null and adds nothing if the
 * earlier digest does not exist.
 *
 * A period in the future was stored while the clock of the database was ahead. It ends now, and has its own second:
 * no other digest of the person may begin with it.
 */
export async function followDigest(tx: Tx, personId: number, since: number, at: Date): Promise<Period | null> {
	const [row] = await tx.execute<{ since: string; until: Date }>(sql`
		update bot.outbox set
			subject_id = least(subject_id, floor(extract(epoch from clock()))::bigint - 1),
			held_until = least(held_until, clock())
		where person_id = ${personId} and subject_kind = 'digest' and subject_id = ${since}
		returning subject_id as since, held_until as until`);
	if (!row) return null;
	await insertDigest(tx, personId, { since: secondsOf(row.until), at });
	return { since: new Date(Number(row.since) * 1000), until: row.until };
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

/** Each list of domains or order references in a digest contains at most this many. */
const mostListed = 5;

export interface Period {
	since: Date;
	until: Date;
}

const listOf = (accounts: readonly number[]): SQL =>
	sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(accounts)}::jsonb))`;

/**
 * Counts the events that arrived for the accounts in a period, by type. `domains` contains the first five domains of
 * each type, in alphabetical order.
 */
export async function countEvents(
	db: Db,
	accounts: readonly number[],
	{ since, until }: Period,
): Promise<{ type: string; count: number; domains: string[] }[]> {
	return await db.execute<{ type: string; count: number; domains: string[] }>(sql`
		select type, count(*)::int as count,
			(coalesce(array_agg(distinct domain) filter (where domain is not null), '{}'))[1:${sql.raw(String(mostListed))}] as domains
		from bot.inbox
		where account_id in ${listOf(accounts)}
			and received_at >= ${since.toISOString()}::timestamptz and received_at < ${until.toISOString()}::timestamptz
		group by type order by count(*) desc, type`);
}

/** Returns the number of domains that expire within 30 days of `from`, and the five that expire first. */
export async function expiringDomains(
	db: Db,
	accounts: readonly number[],
	from: Date,
): Promise<{ total: number; first: { domain: string; expiresAt: Date }[] }> {
	const rows = await db.execute<{ domain: string; expiresAt: Date; total: number }>(sql`
		select domain, expires_at as "expiresAt", (count(*) over ())::int as total from bot.domains
		where account_id in ${listOf(accounts)} and listed_at is not null
			and expires_at >= ${from.toISOString()}::timestamptz
			and expires_at < ${from.toISOString()}::timestamptz + interval '30 days'
		order by expires_at, domain limit ${mostListed}`);
	return { total: rows[0]?.total ?? 0, first: rows.map(({ domain, expiresAt }) => ({ domain, expiresAt })) };
}

/** Returns the number of a person's orders whose outcome is unknown, and the references of the five oldest. */
export async function ordersInDoubt(db: Db, personId: number): Promise<{ total: number; first: string[] }> {
	const rows = await db.execute<{ reference: string; total: number }>(sql`
		select reference, (count(*) over ())::int as total from bot.operations
		where person_id = ${personId} and settled_at is null and state in ('unknown', 'needs_human')
		order by id limit ${mostListed}`);
	return { total: rows[0]?.total ?? 0, first: rows.map(({ reference }) => reference) };
}
