/** Tests pass a clock that they advance themselves. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Returns a function that cancels the timer. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		// A pending timer must not keep the process alive.
		timer.unref();
		return () => clearTimeout(timer);
	},
};

export function seconds(clock: Clock): number {
	return Math.floor(clock.now() / 1000);
}
