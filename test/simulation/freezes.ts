import type { Milestone } from "./milestones.ts";
import type { Freeze } from "./postgres-proxy.ts";
import type { Random } from "./random.ts";

export interface Freezes {
	/** How the session freezes before it commits these steps, if it does. */
	reaches(milestones: readonly Milestone[]): Freeze | undefined;
	stop(): void;
}

const milestones: readonly Milestone[] = ["insert", "confirm", "sent commit", "outcome commit", "outcome commit"];
const ways: readonly Freeze[] = ["before", "after", "half_open"];

/** Two to five sessions, each when it commits its step of an order for the n-th time. */
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
