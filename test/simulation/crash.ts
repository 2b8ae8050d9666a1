import type { Random } from "./random.ts";

/** Where a process can die on the way of an operation. */
export const crashPoints = [
	"before the insert",
	"after the insert",
	"before the confirm",
	"after the confirm",
	"before the sent commit",
	"after the sent commit",
	"before the bytes",
	"after the bytes",
	"after the answer",
	"before the outcome commit",
	"after the outcome commit",
	"before the message",
	"after the message",
] as const;

export type CrashPoint = (typeof crashPoints)[number];

export interface Crashes {
	/** True when the process that gets there dies there. */
	reaches(point: CrashPoint): boolean;
	/** Nothing dies any more. */
	stop(): void;
}

/** One to three deaths, each at the n-th time that its point is reached. Now and then none: that must work too. */
export function planCrashes(random: Random): Crashes {
	const count = random.chance(0.1) ? 0 : random.whole(1, 3);
	let planned = Array.from({ length: count }, () => ({
		point: random.pick(crashPoints),
		// A message is sent far more often than an operation is.
		left: random.whole(1, 3),
	})).map((crash) => (crash.point.endsWith("message") ? { ...crash, left: crash.left * 5 } : crash));
	return {
		reaches(point) {
			const crash = planned.find((each) => each.point === point && --each.left <= 0);
			planned = planned.filter((each) => each !== crash);
			return crash !== undefined;
		},
		stop() {
			planned = [];
		},
	};
}
