/** Time as the local Telegram knows it: a test brings its own and moves it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls `run` once, `milliseconds` from now. Returns what calls it off. */
	after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		// What is only waited for keeps no process alive: the listener does.
		timer.unref();
		return () => clearTimeout(timer);
	},
};

/** Telegram's dates: whole seconds. */
export function seconds(clock: Clock): number {
	return Math.floor(clock.now() / 1000);
}
