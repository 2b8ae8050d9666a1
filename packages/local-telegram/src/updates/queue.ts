import type { Clock } from "../clock.ts";
import { defaultUpdateTypes, lifetime, type UpdateType } from "../rules/update-types.ts";
import type { UpdateRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";

/** Creates the queue of updates that the bot has not received yet. */
export function createUpdates(state: State, clock: Clock) {
	let toRepeat = 0;

	const allowed = (): readonly UpdateType[] => state.allowedUpdates.get() ?? defaultUpdateTypes;

	/** Deletes the expired updates. Returns the others, ordered by id. */
	const pending = (): UpdateRow[] => {
		const now = clock.now();
		const rows = state.updates.rows();
		for (const row of rows) if (row.expires <= now) state.updates.delete(row.id);
		return rows.filter((row) => row.expires > now).sort((a, b) => a.id - b.id);
	};

	const taken = (row: UpdateRow): void => {
		if (row.repeat === undefined) {
			state.updates.delete(row.id);
		} else {
			const { repeat: _repeat, ...once } = row;
			state.updates.put(row.id, { ...once, failures: 0, notBefore: 0 });
		}
	};

	return {
		allowed,
		/**
		 * Adds an update. Does nothing if the bot does not want updates of this type. `queue` is the id of a chat or a
		 * person. Updates with the same type and the same `queue` are delivered in order.
		 */
		push(type: UpdateType, queue: string | number, payload: unknown): void {
			if (!allowed().includes(type)) return;
			const id = state.next("update");
			const expires = clock.now() + lifetime(type) * 1000;
			const repeat = toRepeat > 0 ? ({ repeat: true } as const) : {};
			if (toRepeat > 0) toRepeat--;
			state.updates.put(id, {
				id,
				type,
				queue: `${type} ${queue}`,
				payload,
				expires,
				failures: 0,
				notBefore: 0,
				...repeat,
			});
		},
		pending,
		/**
		 * Removes an update that the bot has received. If a test requested a second delivery (`repeatNext`), the update
		 * stays in the queue after the first delivery.
		 */
		taken,
		/** Removes all updates from the queue, except the latest `keep`. */
		clear(keep = 0): void {
			const rows = pending();
			for (const row of rows.slice(0, Math.max(0, rows.length - keep))) state.updates.delete(row.id);
		},
		/** Makes the server deliver each of the next `count` added updates twice. */
		repeatNext(count: number): void {
			toRepeat += count;
		},
		stopRepeating(): void {
			toRepeat = 0;
		},
	};
}

export type Updates = ReturnType<typeof createUpdates>;

export function updateObject(row: UpdateRow): Record<string, unknown> {
	return { update_id: row.id, [row.type]: row.payload };
}
