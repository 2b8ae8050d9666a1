import { findBoard, moveBoard } from "../../store/boards.ts";
import { redrawBoard } from "../../store/redraw.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** Stops the lookup of a board (a stored list of names). If a batch is in progress, its answers are not stored. */
export async function stop(deps: Deps, { personId, boardId }: Actor & { boardId: number }): Promise<void> {
	const board = await findBoard(deps.db, personId, boardId);
	if (board) await moveBoard(deps.db, board.id, "stopped");
}

/** Continues the lookup of a board that the person or a failure stopped. Does nothing in any other state. */
export async function resume(deps: Deps, { personId, boardId }: Actor & { boardId: number }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const board = await findBoard(tx, personId, boardId);
		if (!board || !(await moveBoard(tx, board.id, "running"))) return;
		await deps.enqueue(tx, "bot.board", [board.id]);
	});
}

/**
 * Updates the chat messages that show a board (a stored list of names). `now`: true to skip the usual delay between two
 * updates.
 */
export async function redraw(deps: Deps, boardId: number, { now }: { now: boolean }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const screens = await redrawBoard(tx, boardId, { now });
		await deps.enqueue(tx, "bot.screen", screens);
	});
}
