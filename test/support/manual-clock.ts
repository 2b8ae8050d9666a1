import type { Clock } from "local-telegram/clock.ts";

export interface ManualClock extends Clock {
	/** Runs the due timers in order of their times. */
	advance(milliseconds: number): void;
}

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
