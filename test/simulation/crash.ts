import type { Random } from "./random.ts";

/**
 * The points at which a process can die while it processes an order. In their names, `bytes` is the HTTP request to the
 * service, `answer` is the service's answer, and `message` is a message to Telegram.
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
	/** True if the process that reaches this point must die now. */
	reaches(point: CrashPoint): boolean;
	/** Cancels the planned crashes that have not happened yet. */
	stop(): void;
}

/**
 * Plans one to three crashes, or none in one run out of ten. Each crash has a point and a random n. It happens when the
 * run reaches this point for the n-th time.
 */
export function planCrashes(random: Random): Crashes {
	const count = random.chance(0.1) ? 0 : random.whole(1, 3);
	let planned = Array.from({ length: count }, () => ({
		point: random.pick(crashPoints),
		// Messages are far more frequent than orders. So `left` is five times as large for a crash at a message.
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
