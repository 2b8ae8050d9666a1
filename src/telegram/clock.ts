/** The local Telegram's time; a test passes its own clock and moves it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls `run` once after this many milliseconds. Returns a function that cancels it. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		// A pending timer keeps no process alive; the listener does.
		timer.unref();
		return () => clearTimeout(timer);
	},
};

/** Telegram's time format: whole seconds. */
export function seconds(clock: Clock): number {
	return Math.floor(clock.now() / 1000);
}
