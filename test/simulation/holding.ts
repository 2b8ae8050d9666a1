/**
 * Makes calls hang until a time on the simulation's clock, which is real time plus all advances. The signal `gone`
 * aborts when the caller stops waiting.
 */
export interface Holding {
	/** Resolves when the caller has stopped waiting, or has waited longer than its timeout. */
	late(gone: AbortSignal): Promise<void>;
	/** Resolves when the caller's lease has expired while the caller still waits. */
	overslept(gone: AbortSignal): Promise<void>;
	/** Resolves after this time, whether or not the caller still waits. */
	belated(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** Like `belated`, but resolves only after callers that give up by then have done so. */
	slow(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** Number of calls that hang now. */
	count(): number;
	/** Number of hanging calls whose caller still waits and whose job still exists. */
	awaited(): number;
	/** True if a caller still waits for an `overslept` call. The timeout of that caller must not end the wait. */
	hasOversleptCaller(): boolean;
	/** Advances the clock. Belated calls that end by then continue, along with everything else that is due. */
	pass(milliseconds: number): void;
	/** Records that the jobs of all waiting callers were deleted. They no longer count in `awaited`. */
	forgetJobs(): void;
	/** Releases the calls that have hung long enough or whose callers are gone. */
	wake(): void;
	/** Releases all calls. */
	release(): void;
}

interface Held {
	kind: "late" | "overslept" | "belated" | "slow";
	gone: AbortSignal;
	/** When the call continues at the latest, in milliseconds on the simulation's clock. */
	end: number;
	hasJob: boolean;
	resolve: () => void;
}

/** Longer than a sender's lease (45 s), which is longer than the timeout of a call. */
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
	 * Also releases `belated` and `slow` calls when real time alone reaches their end, because the bots expect them to be
	 * over by then.
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
