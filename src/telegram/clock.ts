/** The local Telegram's clock. Tests pass one that they advance themselves. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls `run` once after this many milliseconds. Returns a function that cancels the call. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		// A pending timer must not keep the process alive; the listener does.
		timer.unref();
		return () => clearTimeout(timer);
	},
};

/** Returns the time in whole seconds since 1970, as Telegram's dates are. */
export function seconds(clock: Clock): number {
	return Math.floor(clock.now() / 1000);
}
