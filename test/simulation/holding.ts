/** Calls that hang until the simulation has let enough time pass. `gone` aborts when whoever called waits no more. */
export interface Holding {
	/** Resolves when its caller has given up, or must have. */
	late(gone: AbortSignal): Promise<void>;
	/** Resolves when the caller's lease has run out, while the caller still waits. */
	overslept(gone: AbortSignal): Promise<void>;
	/** Resolves after so many milliseconds of the simulation's time. */
	belated(gone: AbortSignal, milliseconds: number): Promise<void>;
	/** Resolves after so many milliseconds of the simulation's time, and after those callers that give up by then. */
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
	/** How long it hangs at the most, in milliseconds. */
	left: number;
	hasBell: boolean;
	resolve: () => void;
}

/** Longer than the lease of whoever sends, which is longer than the limit of a call. */
const longest = 46_000;

export function createHolding(): Holding {
	const held = new Set<Held>();
	function hold(kind: Held["kind"], gone: AbortSignal, left: number): Promise<void> {
		return new Promise((resolve) => void held.add({ kind, gone, left, hasBell: true, resolve }));
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
			for (const each of held) each.left -= milliseconds;
			release(({ kind, left }) => kind === "belated" && left <= 0);
		},
		forgetBells() {
			for (const each of held) each.hasBell = false;
		},
		wake: () =>
			release(({ kind, gone, left }) => kind !== "belated" && (left <= 0 || (kind !== "slow" && gone.aborted))),
		release: () => release(() => true),
	};
}
