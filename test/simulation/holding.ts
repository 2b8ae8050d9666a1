/**
 * Makes HTTP calls hang until they are released. The hanging time is measured as real time plus all simulated advances
 * of the clock, so an advance can release a call. `gone` aborts when the caller stops waiting.
 */
export interface Holding {
	/** Resolves when the caller has stopped waiting. Resolves after 46 s at the latest, so that a run cannot hang. */
	late(gone: AbortSignal): Promise<void>;
	/**
	 * Resolves after 46 s, or earlier if the caller stops waiting. After 46 s, the caller's lease (its time-limited right
	 * to the request) has expired, so another bot may send the request too.
	 */
	overslept(gone: AbortSignal): Promise<void>;
	/** Resolves after this time, even if the caller has stopped waiting. */
	belated(gone: AbortSignal, milliseconds: number): Promise<void>;
	/**
	 * Resolves after this time, even if the caller has stopped waiting. Unlike a `belated` call, a `slow` call is not
	 * released by an advance of the clock (`pass`), but by the next `wake`. So a caller with a shorter timeout gives up
	 * first.
	 */
	slow(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** Returns the number of calls that hang now. */
	count(): number;
	/**
	 * Returns the number of hanging calls for which a caller still waits. Leaves out the calls whose job has been deleted
	 * (`forgetJobs`).
	 */
	awaited(): number;
	/**
	 * True if the caller of an `overslept` call still waits. This caller must wait until its lease has expired, so the
	 * simulation must not trigger the caller's timeout earlier.
	 */
	hasOversleptCaller(): boolean;
	/** Advances the clock and releases the `belated` calls whose time is over. Other calls wait for `wake`. */
	pass(milliseconds: number): void;
	/**
	 * Excludes the calls that hang now from the number that `awaited` returns. Call it after the jobs that made these
	 * calls were deleted.
	 */
	forgetJobs(): void;
	/**
	 * Releases the `late` and `overslept` calls that have hung long enough or whose callers have stopped waiting. Also
	 * releases the `slow` calls whose time is over. It does not release `belated` calls: `pass` does.
	 */
	wake(): void;
	/** Releases all calls at the end of a run. */
	release(): void;
}

interface Held {
	kind: "late" | "overslept" | "belated" | "slow";
	gone: AbortSignal;
	/** The latest time at which the call is released, in milliseconds. This clock is `performance.now()` plus all advances. */
	end: number;
	hasJob: boolean;
	resolve: () => void;
}

/**
 * The longest time for which a `late` or `overslept` call hangs. It is longer than a lease (the 45 s for which a bot
 * reserves a request), and a lease is longer than the timeout of a call. So after this time, a caller that still waits
 * has lost its lease.
 */
const maxHoldMs = 46_000;

export function createHolding(): Holding {
	const held = new Set<Held>();
	let advanced = 0;
	const now = (): number => performance.now() + advanced;
	function hold(kind: Held["kind"], gone: AbortSignal, milliseconds: number): Promise<void> {
		return new Promise((resolve) => {
			held.add({ kind, gone, end: now() + milliseconds, hasJob: true, resolve });
			scheduleNext();
		});
	}
	let timer: NodeJS.Timeout | undefined;
	/**
	 * Sets a timer for the next `belated` or `slow` call to be released. The bots expect such a call to end at its time,
	 * so it must end even if nothing advances the clock.
	 */
	function scheduleNext(): void {
		clearTimeout(timer);
		const ends = [...held].filter(({ kind }) => kind === "belated" || kind === "slow").map(({ end }) => end);
		if (ends.length === 0) return;
		timer = setTimeout(
			() => {
				release(({ kind, end }) => (kind === "belated" || kind === "slow") && end <= now());
				scheduleNext();
			},
			Math.max(1, Math.ceil(Math.min(...ends) - now())),
		);
		timer.unref();
	}
	function release(over: (each: Held) => boolean): void {
		for (const each of held) {
			if (!over(each)) continue;
			held.delete(each);
			each.resolve();
		}
	}
	const awaited = (): Held[] => [...held].filter(({ gone }) => !gone.aborted);
	return {
		late: (gone) => hold("late", gone, maxHoldMs),
		overslept: (gone) => hold("overslept", gone, maxHoldMs),
		belated: (gone, milliseconds) => hold("belated", gone, milliseconds),
		slow: (gone, milliseconds) => hold("slow", gone, milliseconds),
		count: () => held.size,
		awaited: () => awaited().filter(({ hasJob }) => hasJob).length,
		hasOversleptCaller: () => awaited().some(({ kind }) => kind === "overslept"),
		pass(milliseconds) {
			advanced += milliseconds;
			release(({ kind, end }) => kind === "belated" && end <= now());
		},
		forgetJobs() {
			for (const each of held) each.hasJob = false;
		},
		wake() {
			release(({ kind, gone, end }) => kind !== "belated" && (end <= now() || (kind !== "slow" && gone.aborted)));
			scheduleNext();
		},
		release() {
			release(() => true);
			scheduleNext();
		},
	};
}
