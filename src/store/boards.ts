import { clock, endLease } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { wakeTime } from "./board-additions.ts";
import { boardLease } from "./leases.ts";
import { type BoardNameState, boardNames, boards } from "./schema/boards.ts";

export type Board = typeof boards.$inferSelect;
export type BoardName = Pick<
	typeof boardNames.$inferSelect,
	"name" | "state" | "registerCents" | "renewCents" | "premium" | "code" | "message"
>;

/** A Telegram client splits a long text into several messages. The next message arrives within this time. */
const tailSeconds = 3;

export async function findBoard(db: Db | Tx, personId: number, id: number): Promise<Board | undefined> {
	const [row] = await db
		.select()
		.from(boards)
		.where(and(eq(boards.id, id), eq(boards.personId, personId)));
	return row;
}

/**
 * Sets the account of a board (a stored list of names) that was created before the person connected an account. Makes
 * its lookups due at once, or after 15 s if the list is short (see `wakeTime`).
 */
export async function assignAccount(db: Db | Tx, id: number, accountId: number): Promise<void> {
	await db.execute(sql`update bot.boards set account_id = ${accountId} where id = ${id} and account_id is null`);
	await db
		.update(boards)
		.set({ wakeAt: wakeTime(id) })
		.where(eq(boards.id, id));
}

/**
 * Leases a board (a stored list of names) to look up its names. Returns undefined if the lookups are stopped or done,
 * if another process has the lease, or if the person is banned. Without `now`, also returns undefined if the lookups are not due yet.
 */
export async function leaseBoard(db: Db, id: number, { now = false } = {}): Promise<Board | undefined> {
	const [row] = await db
		.update(boards)
		.set({ leaseUntil: boardLease.end })
		.where(and(eq(boards.id, id), isNotNull(boards.accountId), now ? boardLease.isReady() : boardLease.isDue()))
		.returning();
	return row;
}

/** Returns the next `limit` names that were not looked up yet, in the order of the list. */
export async function openNames(db: Db | Tx, boardId: number, limit: number): Promise<string[]> {
	const rows = await db
		.select({ name: boardNames.name })
		.from(boardNames)
		.where(and(eq(boardNames.boardId, boardId), eq(boardNames.state, "open")))
		.orderBy(boardNames.ordinal)
		.limit(limit);
	return rows.map(({ name }) => name);
}

export type Answered = Partial<BoardName> & { name: string; state: BoardNameState };

/**
 * Stores the service's answers for one batch of names, and ends the lease of the board. `listed` is true if the bot has
 * read the account's domains, for this batch or an earlier one. If the person has stopped the lookups meanwhile, stores
 * no answers and returns false. The board then keeps the counts that it showed when the person stopped the lookups.
 */
export async function saveAnswers(
	tx: Tx,
	boardId: number,
	answers: readonly Answered[],
	{ listed }: { listed: boolean },
): Promise<boolean> {
	const [board] = await tx.execute<{ state: string }>(sql`
		update bot.boards set lease_until = null, failures = 0, trouble = null,
			wake_at = case when state = 'running' then clock() end,
			listed_at = coalesce(listed_at, case when ${listed} then clock() end)
		where id = ${boardId} returning state`);
	if (board?.state !== "running") return false;
	const given = answers.map(({ name, state, registerCents, renewCents, premium = false, code, message }) => {
		return { name, state, register_cents: registerCents, renew_cents: renewCents, premium, code, message };
	});
	await tx.execute(sql`
		update bot.board_names n set state = a.state, register_cents = a.register_cents, renew_cents = a.renew_cents,
			premium = a.premium, code = a.code, message = a.message
		from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as a(
			name text, state text, register_cents int, renew_cents int, premium boolean, code text, message text)
		where n.board_id = ${boardId} and n.name = a.name and n.state = 'open'`);
	return true;
}

/**
 * Removes and returns the board's `tail`: the last word of the newest message, which may be cut off. Returns "" if
 * there is none. Returns null while the next message may still complete this word.
 */
export async function takeTail(db: Db, { id, tail }: Board): Promise<string | null> {
	if (tail === "") return "";
	const rows = await db.execute<{ taken: boolean }>(sql`
		update bot.boards set lease_until = null,
			wake_at = case when due then clock() else touched_at + ${tailSeconds} * interval '1 s' end,
			tail = case when due then '' else tail end
		from (select touched_at <= clock() - ${tailSeconds} * interval '1 s' as due from bot.boards where id = ${id}) d
		where id = ${id} returning due as taken`);
	return rows[0]?.taken ? tail : null;
}

/** Marks the board's lookups as done. If names were added meanwhile, the lookups stay `running` and are due at once. */
export async function finishBoard(db: Db, id: number): Promise<void> {
	await db.execute(sql`
		update bot.boards set lease_until = null,
			wake_at = case when open then clock() end, state = case when open then state else 'done' end
		from (select exists (select from bot.board_names where board_id = ${id} and state = 'open') as open) n
		where id = ${id} and state = 'running'`);
}

/**
 * Ends the lease of the board after a lookup that was delayed or failed.
 * - `trouble`: the problem of a failed lookup. Null for a delayed lookup, which does not count as a failure.
 * - `afterMs`: the time until the next try; null if there is none.
 * - `stops`: true to stop the lookups.
 */
export async function suspendBoard(
	db: Db,
	id: number,
	{ trouble, afterMs, stops }: { trouble: Record<string, unknown> | null; afterMs: number | null; stops: boolean },
): Promise<void> {
	await db.execute(sql`
		update bot.boards set ${endLease(sql, afterMs)}, trouble = ${trouble === null ? null : JSON.stringify(trouble)}::jsonb,
			failures = failures + ${trouble === null ? 0 : 1},
			state = case when state = 'running' and ${stops} then 'stopped' else state end
		where id = ${id}`);
}

/** Stops or resumes the lookups of a board. Returns false if they are already in the state `to`, or done. */
export async function moveBoard(db: Db | Tx, id: number, to: "running" | "stopped"): Promise<boolean> {
	const from = to === "running" ? "stopped" : "running";
	const changes = to === "running" ? { wakeAt: clock, trouble: null, failures: 0 } : { wakeAt: null };
	const rows = await db
		.update(boards)
		.set({ state: to, touchedAt: clock, ...changes })
		.where(and(eq(boards.id, id), eq(boards.state, from)))
		.returning({ id: boards.id });
	return rows.length > 0;
}

/** Deletes the boards (stored lists of names) of a person who leaves the account. */
export async function deleteBoards(tx: Tx, personId: number, accountId: number): Promise<void> {
	await tx.delete(boards).where(and(eq(boards.personId, personId), eq(boards.accountId, accountId)));
}
