/** The source of time for the local Telegram server. Tests pass a clock that they advance themselves. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls `run` once after this many milliseconds. Returns a function that cancels the timer. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		// A pending timer must not keep the process alive after the HTTP server has closed.
		timer.unref();
		return () => clearTimeout(timer);
	},
};

/** Returns the current time in whole seconds since 1970, as in Telegram's dates. */
export function seconds(clock: Clock): number {
	return Math.floor(clock.now() / 1000);
}
