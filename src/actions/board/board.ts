import { limits } from "@domains/contract/limits.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import {
	type BoardQuery,
	type BoardSummary,
	boardPage,
	chosenNames,
	findOpenBoard,
	type ListedName,
	type OpenBoard,
	ownNames,
	type TickedNames,
	tickNames,
} from "../../store/board-view.ts";
import {
	type Addition,
	addToBoard,
	assignAccount,
	type Board,
	deletePiece,
	findBoard,
	leaseBoard,
	openNames,
	shortList,
} from "../../store/boards.ts";
import { activeConnection } from "../../store/connections.ts";
import type { BoardState } from "../../store/schema/boards.ts";
import { openAccess } from "../access.ts";
import { type Actor, type Deps, waiting } from "../deps.ts";
import { owned } from "../domain/domains.ts";
import { quoteLines } from "../quote/orders.ts";
import type { QuoteResult } from "../quote/save-quote.ts";
import type { Trouble } from "../trouble.ts";
import { lookUpBatch } from "./look-up.ts";

export type { BoardQuery, ListedName, TickedNames } from "../../store/board-view.ts";

/**
 * Returns a page of a board (a stored list of names). If the board is short, first looks up its names, because the
 * person waits for them. A background job looks up longer boards.
 */
export async function read(
	deps: Deps,
	input: Actor & { boardId: number; choice: BoardChoice; offset: number; limit: number },
): Promise<BoardResult> {
	const { personId, boardId, choice, offset, limit } = input;
	const opened = await open(deps, personId, boardId);
	if ("kind" in opened) return opened;
	const board = (await lookUpShort(deps, opened)) ?? opened;
	const { account, query } = await queryOf(deps, board, choice);
	const most = limits.batchItems;
	const { names, ...summary } = await deps.reader((db) => boardPage(db, boardId, query, { offset, limit, most }));
	const { open: unchecked, not_name: pieces, ...answered } = summary.counts;
	const checked = answered.available + answered.yours + answered.taken + answered.refused + answered.unknown;
	return {
		kind: "board",
		...summary,
		state: board.state,
		trouble: parseStoredTrouble(board),
		total: checked + unchecked,
		checked,
		leftOut: board.leftOut,
		duplicates: board.duplicates,
		skipped: board.skipped + pieces,
		unlisted: board.skipped,
		names,
		balanceCents: query.balanceCents,
		sandbox: account?.sandbox ?? false,
		mostOrdered: most,
	};
}

/**
 * Makes one quote for the selected names of a board (a stored list of names) that match the filter. The quote is for
 * the board's account. If an order cannot contain that many names, quotes only the first ones in the displayed order.
 */
export async function quote(
	deps: Deps,
	{ personId, boardId, choice }: Actor & { boardId: number; choice: BoardChoice },
): Promise<BoardQuoteResult> {
	const board = await open(deps, personId, boardId);
	if ("kind" in board) return board;
	const { account, query } = await queryOf(deps, board, choice);
	const names = await chosenNames(deps.db, boardId, query, limits.batchItems);
	const lines = names.map((domain) => ({ domain, years: choice.years }));
	return await quoteLines(deps, personId, "register", lines, { accountId: account?.id ?? 0 });
}

/**
 * Returns an unfinished board (a stored list of names), which the person can continue on their active account. Returns
 * null if there is none.
 */
export async function unfinished(deps: Deps, { personId }: Actor): Promise<OpenBoard | null> {
	const active = await activeConnection(deps.db, personId);
	return active?.accountId == null ? null : await findOpenBoard(deps.db, personId, active.accountId);
}

/**
 * Returns those names of a board (a stored list of names) that are domains of the active account, at most `limit`.
 * Keeps the order in which the person sent them.
 */
export async function own(
	deps: Deps,
	{ personId, boardId, limit }: Actor & { boardId: number; limit: number },
): Promise<string[]> {
	const board = await open(deps, personId, boardId);
	if ("kind" in board) return [];
	const { query } = await queryOf(deps, board, { years: 1 });
	const names = await ownNames(deps.db, boardId, query, limit);
	const known = new Set(await owned(deps, { personId, names }));
	return names.filter((name) => known.has(name));
}

/** Selects or deselects the given names, or all names that match the filter. */
export async function tick(
	deps: Deps,
	{ personId, boardId, choice, ...given }: Actor & { boardId: number; choice: BoardChoice } & TickedNames,
): Promise<void> {
	const board = await open(deps, personId, boardId);
	if ("kind" in board) return;
	const { query } = await queryOf(deps, board, choice);
	await tickNames(deps.db, boardId, query, given);
}

async function queryOf(deps: Deps, { accountId }: Board, choice: BoardChoice) {
	const account = await findAccount(deps.db, accountId ?? 0);
	return { account, query: { ...choice, balanceCents: account?.balanceCents ?? null } };
}

/**
 * Returns a board (a stored list of names), or `left_account` if the person is no longer connected to its account. If
 * the person sent the names before they connected an account, the board gets the active account now.
 */
async function open(deps: Deps, personId: number, boardId: number): Promise<Board | { kind: "gone" } | Trouble> {
	const board = await findBoard(deps.db, personId, boardId);
	if (!board) return { kind: "gone" };
	if (board.accountId !== null) {
		if (await isConnected(deps.db, personId, board.accountId)) return board;
		return { kind: "trouble", trouble: "left_account" };
	}
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	await deps.db.transaction(async (tx) => {
		await assignAccount(tx, boardId, access.account.id);
		await deps.enqueue(tx, "bot.board", [boardId]);
	});
	return (await findBoard(deps.db, personId, boardId)) ?? { kind: "gone" };
}

/**
 * Looks up the names of a short board at once and returns the updated board. Returns undefined without a lookup in
 * these cases:
 * - The board is long.
 * - Its lookup is not running.
 * - A further message may add names to it.
 */
async function lookUpShort(deps: Deps, { id, personId, state, tail }: Board): Promise<Board | undefined> {
	if (state !== "running" || tail !== "") return undefined;
	if ((await openNames(deps.db, id, shortList + 1)).length > shortList) return undefined;
	for (let batch = 0; batch < 3; batch += 1) {
		const leased = await leaseBoard(deps.db, id, { now: true });
		if (!leased) break;
		if ((await lookUpBatch(deps, leased, { options: waiting(deps), waits: true })) !== "more") break;
	}
	return await findBoard(deps.db, personId, id);
}

function parseStoredTrouble({ trouble }: Board): Trouble | null {
	if (trouble === null) return null;
	// `suspend` in `look-up.ts` stored this trouble as JSON, with `until` as an ISO 8601 string.
	const stored = trouble as unknown as Omit<Trouble, "until"> & { until?: string };
	const { until, ...rest } = stored;
	return { ...rest, ...(until !== undefined && { until: new Date(until) }) };
}

/**
 * Describes the newest message of a board (a list of names that a person sent). From it, the bot decides whether the
 * person's next message continues the list. Telegram splits a long text into messages, possibly in the middle of a
 * name. So `tail` is the last word of a long message, and the next message may contain the rest of this word. For a
 * short message, `tail` is empty.
 */
export interface BoardEnd {
	boardId: number;
	tail: string;
	/** When the message was sent, in seconds since 1970. */
	saidAt: number;
	forwarded: boolean;
}

/**
 * Adds the names of a message to a board (a stored list of names) and queues their lookup. Without `boardId`, creates a
 * new board. Returns the board's id.
 */
export async function add(deps: Deps, added: Omit<Addition, "accountId">): Promise<number> {
	return await deps.db.transaction(async (tx) => {
		const active = await activeConnection(tx, added.personId);
		const boardId = await addToBoard(tx, { ...added, accountId: active?.accountId ?? null });
		await deps.enqueue(tx, "bot.board", [boardId]);
		return boardId;
	});
}

/**
 * Adds a name to a board (a stored list of names). The name replaces `text`, a word of the list that is not a name.
 * Does nothing if the board does not have this word, for example after a repeated tap.
 */
export async function replaceWord(
	deps: Deps,
	{
		personId,
		boardId,
		updateId,
		text,
		name,
	}: Actor & Record<"boardId" | "updateId", number> & Record<"text" | "name", string>,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const board = await findBoard(tx, personId, boardId);
		if (!board || !(await deletePiece(tx, boardId, text))) return;
		const { accountId, tail, saidAt, forwarded } = board;
		const message = { accountId, tail, saidAt, forwarded, refused: [], duplicates: 0 };
		await addToBoard(tx, { personId, boardId, updateId, names: [name], ...message });
		await deps.enqueue(tx, "bot.board", [boardId]);
	});
}

/** Returns the end of a board's newest message; null if the board was deleted. */
export async function end(deps: Deps, { personId, boardId }: Actor & { boardId: number }): Promise<BoardEnd | null> {
	const board = await findBoard(deps.db, personId, boardId);
	return board ? { boardId, tail: board.tail, saidAt: board.saidAt, forwarded: board.forwarded } : null;
}

/**
 * What the person chose on a board (a stored list of names): sort order, filter and years. The balance is left out,
 * because it is not chosen but read from the account.
 */
export type BoardChoice = Omit<BoardQuery, "balanceCents">;

export interface BoardFacts extends BoardSummary {
	kind: "board";
	state: BoardState;
	/** Why the lookup waits or has stopped; null if it had no trouble. */
	trouble: Trouble | null;
	/** The number of names on the board. `checked` of them have an answer. */
	total: number;
	checked: number;
	/**
	 * The number of names that were not added because the board is full. `duplicates`: the number of repeated names.
	 * `skipped`: the number of words that are not names.
	 */
	leftOut: number;
	duplicates: number;
	skipped: number;
	/** The number of skipped words that are only counted. The board stores at most 100 skipped words. */
	unlisted: number;
	names: readonly ListedName[];
	/** The account's last known balance; null if unknown. */
	balanceCents: number | null;
	sandbox: boolean;
	/** The maximum number of names in one order. */
	mostOrdered: number;
}

export type BoardResult = BoardFacts | { kind: "gone" } | Trouble;

export type BoardQuoteResult = QuoteResult | { kind: "gone" };
