import { limits } from "../../contract/limits.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { boardPage, chosenNames, summarizeBoard } from "../../store/board-view.ts";
import { type Board, claimBoard, findBoard, leaseBoard, openNames, shortList } from "../../store/boards.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, waiting } from "../deps.ts";
import { quoteBatch } from "../quote/quote-batch.ts";
import type { Trouble } from "../trouble.ts";
import { lookUpBatch } from "./look-up-batch.ts";
import type { BoardChoice, BoardQuoteResult, BoardResult } from "./types.ts";

/** Reads a page of a board. Looks up a short list first, because the person waits for it. A long list needs no call. */
export async function read(
	deps: Deps,
	input: Actor & { boardId: number; choice: BoardChoice; offset: number; limit: number },
): Promise<BoardResult> {
	const { personId, boardId, choice, offset, limit } = input;
	const opened = await open(deps, personId, boardId);
	if ("kind" in opened) return opened;
	const board = (await lookUpShort(deps, opened)) ?? opened;
	const account = await findAccount(deps.db, board.accountId ?? 0);
	const query = { ...choice, balanceCents: account?.balanceCents ?? null };
	const summary = await summarizeBoard(deps.db, boardId, query);
	const { open: unchecked, not_name: pieces, ...answered } = summary.counts;
	const checked = answered.available + answered.yours + answered.taken + answered.refused + answered.unknown;
	return {
		kind: "board",
		...summary,
		state: board.state,
		trouble: troubleOf(board),
		total: checked + unchecked,
		checked,
		leftOut: board.leftOut,
		duplicates: board.duplicates,
		skipped: board.skipped + pieces,
		names: await boardPage(deps.db, boardId, query, { offset, limit }),
		balanceCents: query.balanceCents,
		sandbox: account?.sandbox ?? false,
		mostOrdered: limits.batchItems,
	};
}

/** Makes one quote for the selected names, up to the service's limit, for the account of the board. */
export async function quote(
	deps: Deps,
	{ personId, boardId, choice }: Actor & { boardId: number; choice: BoardChoice },
): Promise<BoardQuoteResult> {
	const board = await open(deps, personId, boardId);
	if ("kind" in board) return board;
	const account = await findAccount(deps.db, board.accountId ?? 0);
	const query = { ...choice, balanceCents: account?.balanceCents ?? null };
	const names = await chosenNames(deps.db, boardId, query, limits.batchItems);
	const drafts = names.map((domain) => ({ domain, years: choice.years }));
	return await quoteBatch(deps, personId, "register", drafts, { accountId: account?.id ?? 0 });
}

/** Returns a board if the person may see its account. A board without an account gets the active one. */
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
		await claimBoard(tx, boardId, access.account.id);
		await deps.enqueue(tx, "bot.board", [boardId]);
	});
	return (await findBoard(deps.db, personId, boardId)) ?? { kind: "gone" };
}

/** Looks up a short list at once. Returns the updated board, or undefined for a long or stopped list. */
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

function troubleOf({ trouble }: Board): Trouble | null {
	if (trouble === null) return null;
	// `suspend` in `look-up-batch.ts` stores the trouble with `until` as ISO 8601.
	const stored = trouble as unknown as Omit<Trouble, "until"> & { until?: string };
	const { until, ...rest } = stored;
	return { ...rest, ...(until !== undefined && { until: new Date(until) }) };
}
