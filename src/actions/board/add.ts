import { type Addition, addToBoard, deletePiece } from "../../store/board-additions.ts";
import { findBoard } from "../../store/boards.ts";
import { activeConnection } from "../../store/connections.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

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
