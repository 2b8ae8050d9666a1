import type { Clock } from "../../src/telegram/clock.ts";

export interface ManualClock extends Clock {
	/** Moves time and runs what came due, in order. */
	advance(milliseconds: number): void;
}

/** A clock that stands still until it is moved. */
export function createManualClock(start = Date.UTC(2026, 10, 20)): ManualClock {
	let now = start;
	let timers: { at: number; run: () => void }[] = [];
	return {
		now: () => now,
		after(milliseconds, run) {
			const timer = { at: now + milliseconds, run };
			timers.push(timer);
			return () => {
				timers = timers.filter((each) => each !== timer);
			};
		},
		advance(milliseconds) {
			const end = now + milliseconds;
			for (;;) {
				const next = timers.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
				if (next === undefined) break;
				timers = timers.filter((each) => each !== next);
				now = Math.max(now, next.at);
				next.run();
			}
			now = end;
		},
	};
}
