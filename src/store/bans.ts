import { clock, isPast } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boards } from "./schema/boards.ts";
import { outbox } from "./schema/chat.ts";
import { people } from "./schema/people.ts";
import { watches } from "./schema/watches.ts";

/**
 * SQL: true if this person is not banned. A query for due rows, or a lease, has this condition. So everything that a
 * person started for the future waits during a ban, keeps its row, and is due again when the ban is lifted.
 */
export function isNotBanned(personId: SQLWrapper): SQL<boolean> {
	return sql`not exists (select from bot.people p where p.id = ${personId} and p.banned_at is not null)`;
}

/**
 * The same condition for a row of `bot.watches`. A watch for a whole account waits only if everyone who is connected to
 * the account is banned.
 */
export const isWatchAllowed: SQL<boolean> = sql`
	case when ${watches.personId} is not null then ${isNotBanned(watches.personId)} else coalesce((
		select bool_or(p.banned_at is null) from bot.connections c join bot.people p on p.id = c.person_id
		where c.account_id = ${watches.accountId}), true)
	end`;

/** What a ban holds. */
export interface Held {
	/** The person's own watches, such as that of a name. */
	watches: number;
	/** The daily checks of accounts to which only banned people are connected. */
	accountChecks: number;
	autoRenewals: number;
	/** The lists of names whose lookups are not done. */
	lists: number;
	notifications: number;
}

/** Bans a person, even one without a row in the database. Their confirmed orders still run to the end. */
export async function ban(db: Db, id: number): Promise<Held> {
	return await db.transaction(async (tx) => {
		await tx
			.insert(people)
			.values({ id, locale: "en", bannedAt: clock })
			.onConflictDoUpdate({ target: people.id, set: { bannedAt: sql`coalesce(${people.bannedAt}, ${clock})` } });
		return await heldOf(tx, id);
	});
}

/**
 * Lifts a ban, and returns what it held. Returns null if the person was not banned. The held notifications become due
 * as if quiet hours had held them, so one message lists those that are not urgent. The overdue watches run within the
 * next ten minutes and not all at once.
 */
export async function unban(db: Db, id: number): Promise<Held | null> {
	return await db.transaction(async (tx) => {
		const [row] = await tx
			.select({ bannedAt: people.bannedAt })
			.from(people)
			.where(eq(people.id, id))
			.for("no key update");
		if (!row?.bannedAt) return null;
		const held = await heldOf(tx, id);
		await tx
			.update(watches)
			.set({ wakeAt: sql`clock() + random() * interval '10 minutes'` })
			.where(and(heldWatch(id), isPast(watches.wakeAt, "2 days")));
		await tx.update(people).set({ bannedAt: null }).where(eq(people.id, id));
		// The period of a digest ends at its `held_until`, which therefore stays.
		await tx.execute(sql`
			update bot.outbox set wake_at = clock(),
				held_until = case when subject_kind = 'digest' then held_until else clock() end
			where person_id = ${id} and state = 'waiting' and wake_at is null`);
		return held;
	});
}

/** SQL: true for a running watch that waits because of the ban of this person. */
function heldWatch(id: number): SQL {
	return sql`${watches.state} = 'running' and not ${isWatchAllowed} and (${watches.personId} = ${id} or (
		${watches.personId} is null
		and exists (select from bot.connections c where c.person_id = ${id} and c.account_id = ${watches.accountId})))`;
}

async function heldOf(tx: Tx, id: number): Promise<Held> {
	const [row] = await tx.execute<Held & Record<string, unknown>>(sql`
		select
			(select count(*)::int from ${watches} where ${heldWatch(id)} and person_id is not null) as watches,
			(select count(*)::int from ${watches} where ${heldWatch(id)} and person_id is null) as "accountChecks",
			(select count(*)::int from bot.auto_renewals where person_id = ${id}) as "autoRenewals",
			(select count(*)::int from ${boards} where person_id = ${id} and state = 'running') as lists,
			(select count(*)::int from ${outbox} where person_id = ${id} and state = 'waiting') as notifications`);
	if (!row) throw new Error("a select without a table returns a row");
	return row;
}
