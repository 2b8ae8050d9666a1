import { clock } from "@domains/kit/postgres/clock.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, sql } from "drizzle-orm";
import { boardNames, boards } from "./schema/boards.ts";

/**
 * A word that is not a domain name, from a list of names that a person sent. `problem`: why it is not a name. `part`:
 * the characters that cause the problem.
 */
export interface Piece {
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

export const mostNames = 10_000;
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
export function wakeTime(boardId: number) {
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
