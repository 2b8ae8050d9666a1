import { limits } from "@domains/contract/limits.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { shortList } from "../../store/board-additions.ts";
import {
	boardPage,
	chosenNames,
	findOpenBoard,
	type OpenBoard,
	ownNames,
	type TickedNames,
	tickNames,
} from "../../store/board-view.ts";
import { assignAccount, type Board, findBoard, leaseBoard, openNames } from "../../store/boards.ts";
import { activeConnection } from "../../store/connections.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, waiting } from "../deps.ts";
import { owned } from "../domain/portfolio.ts";
import { quoteLines } from "../quote/quote-lines.ts";
import type { Trouble } from "../trouble.ts";
import { lookUpBatch } from "./look-up-batch.ts";
import type { BoardChoice, BoardQuoteResult, BoardResult } from "./types.ts";

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
	// `suspend` in `look-up-batch.ts` stored this trouble as JSON, with `until` as an ISO 8601 string.
	const stored = trouble as unknown as Omit<Trouble, "until"> & { until?: string };
	const { until, ...rest } = stored;
	return { ...rest, ...(until !== undefined && { until: new Date(until) }) };
}
