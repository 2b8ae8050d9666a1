import { leaseBoard } from "../../store/boards.ts";
import type { Deps } from "../deps.ts";
import { lookUpBatch } from "./look-up-batch.ts";
import { redraw } from "./move.ts";

/** After this many batches, a job ends and queues another one. So a long list does not delay other lists. */
const batchesPerJob = 10;

/**
 * Looks up the next names of a board (a stored list of names) in the background. Queues another job if names may
 * remain.
 */
export async function runBoard(deps: Deps, boardId: number, signal: AbortSignal): Promise<void> {
	const caller = { options: { priority: "background", signal } as const, waits: false };
	for (let batch = 0; batch < batchesPerJob; batch += 1) {
		const board = signal.aborted ? undefined : await leaseBoard(deps.db, boardId);
		if (!board) return;
		const outcome = await lookUpBatch(deps, board, caller);
		await redraw(deps, boardId, { now: outcome !== "more" });
		if (outcome !== "more") return;
	}
	await deps.enqueue(deps.db, "bot.board", [boardId]);
}
