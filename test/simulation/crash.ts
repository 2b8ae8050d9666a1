import { batchPoints } from "./batches.ts";
import type { Random } from "./random.ts";

/**
 * `bytes` is the HTTP request to the service, `answer` is the service's answer, and `message` is a message to Telegram.
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

export type CrashPoint = (typeof crashPoints | typeof batchPoints)[number];

export interface Crashes {
	/** The process must then die. */
	reaches(point: CrashPoint): boolean;
	stop(): void;
}

/**
 * One to three crashes, or none in one run out of ten, each when the run reaches its point for the n-th time. With
 * `batches`, as many at shared statements.
 */
export function planCrashes(random: Random, batches?: Random): Crashes {
	const all = [planAt(crashPoints, random), ...(batches ? [planAt(batchPoints, batches)] : [])];
	return {
		reaches: (point) => all.some((each) => each.reaches(point)),
		stop() {
			for (const each of all) each.stop();
		},
	};
}

function planAt(points: readonly CrashPoint[], random: Random): Crashes {
	const count = random.chance(0.1) ? 0 : random.whole(1, 3);
	let planned = Array.from({ length: count }, () => ({
		point: random.pick(points),
		// Messages are far more frequent than orders.
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
