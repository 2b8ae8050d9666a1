import { clock, endLease } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
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

/** Marks the names for another lookup that the registrar did not answer. Returns their number. */
export async function reopenNames(tx: Tx, boardId: number): Promise<number> {
	const rows = await tx
		.update(boardNames)
		.set({ state: "open" })
		.where(and(eq(boardNames.boardId, boardId), eq(boardNames.state, "unknown")))
		.returning({ name: boardNames.name });
	return rows.length;
}

/** Stops the lookups of a board, or starts them again. Returns false if they are in none of the states `from`. */
export async function moveBoard(
	db: Db | Tx,
	id: number,
	from: readonly Board["state"][],
	to: "running" | "stopped",
): Promise<boolean> {
	const changes = to === "running" ? { wakeAt: clock, trouble: null, failures: 0 } : { wakeAt: null };
	const rows = await db
		.update(boards)
		.set({ state: to, touchedAt: clock, ...changes })
		.where(and(eq(boards.id, id), inArray(boards.state, [...from])))
		.returning({ id: boards.id });
	return rows.length > 0;
}

/** Deletes the boards (stored lists of names) of a person who leaves the account. */
export async function deleteBoards(tx: Tx, personId: number, accountId: number): Promise<void> {
	await tx.delete(boards).where(and(eq(boards.personId, personId), eq(boards.accountId, accountId)));
}

/**
 * A word that is not a domain name, from a list of names that a person sent. `problem`: why it is not a name. `part`:
 * the characters that cause the problem.
 */
interface Piece {
	text: string;
	problem: string;
	part: string;
}

/** What one message adds to a board (a stored list of names). */
export interface Addition {
	personId: number;
	/** Null until the person connects an account. */
	accountId: number | null;
	/** The board that the message continues; null if it starts a new one. */
	boardId: number | null;
	updateId: number;
	names: readonly string[];
	refused: readonly Piece[];
	/** The number of further words that are not names. The board only counts them. */
	more?: number;
	duplicates: number;
	tail: string;
	saidAt: number;
	forwarded: boolean;
}

const mostNames = 10_000;
const mostPieces = 100;
/**
 * Maximum number of names of a short list. The process that draws the screen of a short list also looks the names up.
 * If that process dies, a job looks them up.
 */
export const shortList = 100;
/**
 * Adds names to a board (a stored list of names). Creates the board if `boardId` is null. Returns the board's id. A
 * Telegram update that is delivered again adds nothing.
 */
export async function addToBoard(tx: Tx, added: Addition): Promise<number> {
	const { personId, accountId, updateId, tail, saidAt, forwarded } = added;
	const fields = { updateId, tail, saidAt, forwarded };
	const again = and(eq(boards.personId, personId), eq(boards.updateId, updateId));
	const [repeated] = await tx.select({ id: boards.id }).from(boards).where(again);
	if (repeated) return repeated.id;
	const boardId = added.boardId ?? (await startBoard(tx, { personId, accountId, ...fields }));
	const [board] = await tx.select().from(boards).where(eq(boards.id, boardId)).for("update");
	if (!board || board.updateId > updateId) return boardId;
	const { duplicates, leftOut } = await insertNames(tx, boardId, added.names);
	const skipped = await insertPieces(tx, boardId, added.refused);
	const state = added.names.length > 0 && board.state === "done" ? "running" : board.state;
	await tx
		.update(boards)
		.set({
			...fields,
			state,
			duplicates: board.duplicates + added.duplicates + duplicates,
			leftOut: board.leftOut + leftOut,
			skipped: board.skipped + skipped + (added.more ?? 0),
			touchedAt: clock,
			wakeAt: wakeTime(boardId),
		})
		.where(eq(boards.id, boardId));
	return boardId;
}

/**
 * SQL for the time at which a job looks up the board's names; null if the board has no account. The job for a short
 * list starts after 15 s, because the process that draws the list's screen looks the names up first.
 */
function wakeTime(boardId: number) {
	const count = sql`(select count(*) from bot.board_names where board_id = ${boardId} and state <> 'not_name')`;
	return sql<Date>`case when ${boards.accountId} is null then null
		when ${count} <= ${shortList} and ${boards.tail} = '' then clock() + interval '15 s' else clock() end`;
}

async function startBoard(tx: Tx, values: typeof boards.$inferInsert): Promise<number> {
	const [row] = await tx.insert(boards).values(values).returning({ id: boards.id });
	if (!row) throw new Error("an insert returns its row");
	return row.id;
}

/**
 * Adds the names that the board does not have yet. `duplicates` is the number of `names` that repeat another name or
 * are already on the board. `leftOut` is the number of names above the limit (`mostNames`).
 */
async function insertNames(
	tx: Tx,
	boardId: number,
	names: readonly string[],
): Promise<{ duplicates: number; leftOut: number }> {
	const [row] = await tx.execute<{ fresh: number; added: number }>(sql`
		with held as (
			select coalesce(max(ordinal), 0) as last, count(*) filter (where state <> 'not_name') as count
			from bot.board_names where board_id = ${boardId}
		), fresh as (
			select name, row_number() over (order by at) as place
			from (
				select name, min(at) as at
				from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) with ordinality as e(name, at) group by name
			) given
			where not exists (
				select from bot.board_names n where n.board_id = ${boardId} and n.name = given.name and n.state <> 'not_name')
		), added as (
			insert into bot.board_names (board_id, ordinal, name)
			select ${boardId}, held.last + place, name from fresh, held where place <= ${mostNames} - held.count
			returning 1
		)
		select (select count(*)::int from fresh) as fresh, (select count(*)::int from added) as added`);
	const { fresh = 0, added = 0 } = row ?? {};
	return { duplicates: names.length - fresh, leftOut: fresh - added };
}

/** Stores words that are not names, at most 100 per board. Returns the number of words that were not stored. */
async function insertPieces(tx: Tx, boardId: number, pieces: readonly Piece[]): Promise<number> {
	const [held] = await tx.execute<{ last: number; count: number }>(sql`
		select coalesce(max(ordinal), 0) as last, count(*) filter (where state = 'not_name')::int as count
		from bot.board_names where board_id = ${boardId}`);
	const { last = 0, count = 0 } = held ?? {};
	const kept = pieces.slice(0, Math.max(0, mostPieces - count));
	const rows = kept.map(({ text: name, problem: code, part: message }, index) => {
		return { boardId, ordinal: last + 1 + index, name, state: "not_name" as const, code, message };
	});
	if (rows.length > 0) await tx.insert(boardNames).values(rows);
	return pieces.length - kept.length;
}

/**
 * Adds names that the bot finds only after it has stored the message's names. These are the registrable domains of
 * subdomains, and the names in the board's `tail` (the last word of the newest message). Drops the names above
 * `mostNames` and counts them in the board's `leftOut`. Counts names that the board already has in `duplicates`.
 */
export async function addLateNames(tx: Tx, boardId: number, names: readonly string[]): Promise<void> {
	const { duplicates, leftOut } = await insertNames(tx, boardId, names);
	await tx
		.update(boards)
		.set({ duplicates: sql`${boards.duplicates} + ${duplicates}`, leftOut: sql`${boards.leftOut} + ${leftOut}` })
		.where(eq(boards.id, boardId));
}

/** Deletes a word that is not a name from a board. Returns false if the board does not have it. */
export async function deletePiece(tx: Tx, boardId: number, text: string): Promise<boolean> {
	const piece = and(eq(boardNames.boardId, boardId), eq(boardNames.state, "not_name"), eq(boardNames.name, text));
	return (await tx.delete(boardNames).where(piece).returning({ name: boardNames.name })).length > 0;
}
