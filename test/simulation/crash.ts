import type { Random } from "./random.ts";

/**
 * Points in the life of an order at which a process can die. The bytes are those of the request to the service; the
 * message is one to Telegram.
 */
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
	/** Returns true if the process that reaches this point must die. */
	reaches(point: CrashPoint): boolean;
	/** Plans no further deaths. */
	stop(): void;
}

/**
 * Plans one to three crashes. Each happens when its point is reached for the n-th time. One run in ten has none.
 */
export function planCrashes(random: Random): Crashes {
	const count = random.chance(0.1) ? 0 : random.whole(1, 3);
	let planned = Array.from({ length: count }, () => ({
		point: random.pick(crashPoints),
		// Messages are sent far more often than orders, so their deaths are spread further.
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
