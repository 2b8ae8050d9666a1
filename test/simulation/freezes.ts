import type { Milestone } from "./milestones.ts";
import type { Freeze } from "./postgres-proxy.ts";
import type { Random } from "./random.ts";

export interface Freezes {
	/**
	 * Called before a database session commits these steps of an order. Returns how the session freezes (stops
	 * responding), or undefined if it does not freeze.
	 */
	reaches(milestones: readonly Milestone[]): Freeze | undefined;
	/** Cancels the planned freezes of database sessions that have not happened yet. */
	stop(): void;
}

const milestones: readonly Milestone[] = ["insert", "confirm", "sent commit", "outcome commit", "outcome commit"];
const ways: readonly Freeze[] = ["before", "after", "half_open"];

/**
 * Plans to freeze two to five database sessions. Each freeze has a step of an order and a random n. The session that
 * commits this step for the n-th time stops responding.
 */
export function planFreezes(random: Random): Freezes {
	let planned = Array.from({ length: random.whole(2, 5) }, () => ({
		milestone: random.pick(milestones),
		left: random.whole(1, 3),
		how: random.pick(ways),
	}));
	return {
		reaches(reached) {
			const freeze = planned.find((each) => reached.includes(each.milestone) && --each.left <= 0);
			planned = planned.filter((each) => each !== freeze);
			return freeze?.how;
		},
		stop() {
			planned = [];
		},
	};
}
