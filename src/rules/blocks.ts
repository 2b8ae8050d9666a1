/** An event in which the service reports that a domain was blocked or unblocked. */
export interface BlockSignal {
	id: number;
	blocked: boolean;
	at: Date;
	reason: string | null;
}

/** One period in which a domain was blocked, with the events about it. */
export interface BlockSpan {
	/** When the block began; null if no event reported it. */
	since: Date | null;
	/** When the block ended; null if no event has reported it yet. */
	until: Date | null;
	/** The newest reason that an event gave. */
	reason: string | null;
	/** The ids of the events about this period. */
	signals: number[];
}

/**
 * If two `unblocked` events come within this time, both report the end of the same block. If the second one comes
 * later, it ends another block, whose start no event reported.
 */
const repeatedMs = 3_600_000;

/** Returns the periods in which the domain was blocked, oldest first. `signals` may be in any order. */
export function blocksOf(signals: readonly BlockSignal[]): BlockSpan[] {
	const spans: BlockSpan[] = [];
	const rest = signals.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
	for (let next = rest[0]; next; next = rest[0]) {
		const last = spans.at(-1);
		const open = last?.until === null ? last : undefined;
		// If several events have the same time, take first the one that changes the state: `unblocked` if the domain is
		// blocked, `blocked` if it is not.
		const { at } = next;
		const first = rest.find((each) => each.at.getTime() === at.getTime() && each.blocked === !open) ?? next;
		rest.splice(rest.indexOf(first), 1);
		const { id, blocked, reason } = first;
		if (open) {
			open.signals.push(id);
			if (blocked) open.reason = reason ?? open.reason;
			else open.until = at;
		} else if (blocked) spans.push({ since: at, until: null, reason, signals: [id] });
		else if (last?.until && at.getTime() - last.until.getTime() <= repeatedMs) last.signals.push(id);
		else spans.push({ since: null, until: at, reason: null, signals: [id] });
	}
	return spans;
}

/** Returns how many milliseconds a block lasted. Null while it lasts, or if its start is unknown. */
export function blockedMs({ since, until }: Pick<BlockSpan, "since" | "until">): number | null {
	return since && until ? until.getTime() - since.getTime() : null;
}
