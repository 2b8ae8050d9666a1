/**
 * Calls that hang until enough time has passed: real time, which runs on a slow machine too, and what the simulation lets
 * pass. `gone` aborts when the caller waits no more.
 */
export interface Holding {
	/** Resolves when its caller has given up, or must have. */
	late(gone: AbortSignal): Promise<void>;
	/** Resolves when the caller's lease has run out, while the caller still waits. */
	overslept(gone: AbortSignal): Promise<void>;
	/** Resolves after so many milliseconds. */
	belated(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** Resolves after so many milliseconds, and after those callers that give up by then. */
	slow(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** How many hang right now. */
	count(): number;
	/** For how many of them a worker waits whose bell is still known. */
	awaited(): number;
	/** A caller sleeps, and no limit of its own wakes it. */
	someoneSleeps(): boolean;
	/** So much time passes: what is belated goes on beside whatever is due by now. */
	pass(milliseconds: number): void;
	/** The bells of all who wait were taken away: from now on they count for none that rings. */
	forgetBells(): void;
	/** Answers go on that have hung long enough, or whose callers are gone. */
	wake(): void;
	/** Everything goes on. */
	release(): void;
}

interface Held {
	kind: "late" | "overslept" | "belated" | "slow";
	gone: AbortSignal;
	/** Until when it hangs at the most, by the clock of the simulation. */
	end: number;
	hasBell: boolean;
	resolve: () => void;
}

/** Longer than the lease of whoever sends, which is longer than the limit of a call. */
const longest = 46_000;

export function createHolding(): Holding {
	const held = new Set<Held>();
	let moved = 0;
	const now = (): number => performance.now() + moved;
	function hold(kind: Held["kind"], gone: AbortSignal, milliseconds: number): Promise<void> {
		return new Promise((resolve) => {
			held.add({ kind, gone, end: now() + milliseconds, hasBell: true, resolve });
			awaitNext();
		});
	}
	let timer: NodeJS.Timeout | undefined;
	/** What runs to its end in real time alone: both bring about something that the bots count on to be over by then. */
	function awaitNext(): void {
		clearTimeout(timer);
		const ends = [...held].filter(({ kind }) => kind === "belated" || kind === "slow").map(({ end }) => end);
		if (ends.length === 0) return;
		timer = setTimeout(
			() => {
				release(({ kind, end }) => (kind === "belated" || kind === "slow") && end <= now());
				awaitNext();
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
		late: (gone) => hold("late", gone, longest),
		overslept: (gone) => hold("overslept", gone, longest),
		belated: (gone, milliseconds) => hold("belated", gone, milliseconds),
		slow: (gone, milliseconds) => hold("slow", gone, milliseconds),
		count: () => held.size,
		awaited: () => awaited().filter(({ hasBell }) => hasBell).length,
		someoneSleeps: () => awaited().some(({ kind }) => kind === "overslept"),
		pass(milliseconds) {
			moved += milliseconds;
			release(({ kind, end }) => kind === "belated" && end <= now());
		},
		forgetBells() {
			for (const each of held) each.hasBell = false;
		},
		wake() {
			release(({ kind, gone, end }) => kind !== "belated" && (end <= now() || (kind !== "slow" && gone.aborted)));
			awaitNext();
		},
		release() {
			release(() => true);
			awaitNext();
		},
	};
}
