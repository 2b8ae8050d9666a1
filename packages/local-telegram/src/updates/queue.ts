import type { Clock } from "../clock.ts";
import { defaultUpdateTypes, lifetime, type UpdateType } from "../rules/updates.ts";
import type { UpdateRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";

export function createUpdates(state: State, clock: Clock) {
	let toRepeat = 0;

	const allowed = (): readonly UpdateType[] => state.allowedUpdates.get() ?? defaultUpdateTypes;

	/** Deletes the expired updates. The others are ordered by id. */
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
		 * Does nothing if the bot does not want this type. Updates with the same type and `queue`, the id of a chat or a
		 * person, are delivered in order.
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
		/** Keeps an update for a second delivery if a test requested that (`repeatNext`). */
		taken,
		/** The latest `keep` stay. */
		clear(keep = 0): void {
			const rows = pending();
			for (const row of rows.slice(0, Math.max(0, rows.length - keep))) state.updates.delete(row.id);
		},
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
