/** Calls that hang until the simulation has let enough time pass. */
export interface Holding {
	/** Resolves when its caller has given up. */
	late(): Promise<void>;
	/** Resolves when the caller's lease has run out, while the caller still waits. */
	overslept(): Promise<void>;
	/** How many hang right now. */
	count(): number;
	release(which: "late" | "overslept"): void;
}

export function createHolding(): Holding {
	const held = { late: new Set<() => void>(), overslept: new Set<() => void>() };
	const hold = (which: keyof typeof held) => () =>
		new Promise<void>((resolve) => {
			held[which].add(resolve);
		});
	return {
		late: hold("late"),
		overslept: hold("overslept"),
		count: () => held.late.size + held.overslept.size,
		release(which) {
			for (const resolve of held[which]) resolve();
			held[which].clear();
		},
	};
}
