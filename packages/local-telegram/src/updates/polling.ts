import type { Clock } from "../clock.ts";
import { conflict, type Refusal } from "../rules/refusal.ts";
import type { State } from "../state/state.ts";
import { type Updates, updateObject } from "./queue.ts";

interface Waiting {
	limit: number;
	answer(updates: unknown[]): void;
	refuse(refusal: Refusal): void;
}

export interface PollRequest {
	offset: number;
	limit: number;
	/** In seconds. */
	timeout: number;
}

/**
 * Only one call can wait for updates. A new call ends it with an error (do_get_updates and abort_long_poll in the Bot
 * API server).
 */
export function createPolling(state: State, updates: Updates, clock: Clock) {
	let waiting: Waiting | null = null;

	const batch = (limit: number): unknown[] => updates.pending().slice(0, limit).map(updateObject);

	/** `offset` confirms all updates that have a lower id. A negative offset -N confirms all except the latest N. */
	const confirm = (offset: number): void => {
		if (offset < 0) updates.clear(-offset);
		else for (const row of updates.pending()) if (row.id < offset) updates.taken(row);
	};

	const wait = (limit: number, timeout: number, gone: AbortSignal): Promise<unknown[]> =>
		new Promise((resolve, reject) => {
			const end = (act: () => void): void => {
				if (waiting === mine) waiting = null;
				cancel();
				gone.removeEventListener("abort", leave);
				act();
			};
			const mine: Waiting = {
				limit,
				answer: (found) => end(() => resolve(found)),
				refuse: (refusal) => end(() => reject(refusal)),
			};
			const leave = (): void => mine.answer([]);
			const cancel = clock.after(timeout * 1000, leave);
			gone.addEventListener("abort", leave);
			waiting = mine;
		});

	state.store.onCommit((changes) => {
		const isNew = changes.some(({ table }) => table === "updates");
		const found = waiting !== null && isNew ? batch(waiting.limit) : [];
		if (found.length > 0) waiting?.answer(found);
	});

	return {
		async getUpdates({ offset, limit, timeout }: PollRequest, gone: AbortSignal): Promise<unknown[]> {
			if (state.webhook.get() !== undefined) {
				throw conflict(
					"can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
				);
			}
			state.store.transact(() => confirm(offset));
			const found = batch(limit);
			if (found.length > 0 || timeout === 0 || gone.aborted) return found;
			waiting?.refuse(
				conflict("terminated by other getUpdates request; make sure that only one bot instance is running"),
			);
			return wait(limit, timeout, gone);
		},
		/** Called when a webhook is set. */
		end(): void {
			waiting?.refuse(conflict("terminated by setWebhook request"));
		},
		/** The server can close only after all requests are answered. */
		close(): void {
			waiting?.answer([]);
		},
	};
}

export type Polling = ReturnType<typeof createPolling>;
