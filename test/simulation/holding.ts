/**
 * Time is real time plus all simulated advances of the clock, so an advance can release a call. `gone` aborts when the
 * caller stops waiting.
 */
export interface Holding {
	/** Waits for the caller to stop waiting, but at most 46 s. */
	late(gone: AbortSignal): Promise<void>;
	/**
	 * After 46 s, the caller's lease has expired, so another bot may send the request too. Earlier if the caller stops
	 * waiting.
	 */
	overslept(gone: AbortSignal): Promise<void>;
	/** Even if the caller has stopped waiting. */
	belated(gone: AbortSignal, milliseconds: number): Promise<void>;
	/**
	 * Like `belated`, but released by the next `wake` instead of an advance (`pass`). So a caller with a shorter timeout
	 * gives up first.
	 */
	slow(gone: AbortSignal, milliseconds: number): Promise<void>;
	count(): number;
	/** A caller still waits for them. Leaves out the calls whose job has been deleted (`forgetJobs`). */
	awaited(): number;
	/** The caller must wait until its lease has expired, so the simulation must not trigger its timeout earlier. */
	hasOversleptCaller(): boolean;
	/** Releases `belated` calls whose time is over. Other calls wait for `wake`. */
	pass(milliseconds: number): void;
	/** After the jobs that made the calls were deleted, `awaited` must not count them. */
	forgetJobs(): void;
	/**
	 * Releases `late` and `overslept` calls that have hung long enough or whose callers are gone, and `slow` calls whose
	 * time is over.
	 */
	wake(): void;
	release(): void;
}

interface Held {
	kind: "late" | "overslept" | "belated" | "slow";
	gone: AbortSignal;
	/** Milliseconds of `performance.now()` plus all advances. */
	end: number;
	hasJob: boolean;
	resolve: () => void;
}

/**
 * Longer than a lease (45 s), which is longer than the timeout of a call. A caller that still waits then has lost its
 * lease.
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
	/** The bots expect a `belated` or `slow` call to end at its time, even if nothing advances the clock. */
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
