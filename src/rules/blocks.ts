export interface BlockSignal {
	id: number;
	blocked: boolean;
	at: Date;
	reason: string | null;
}

export interface BlockSpan {
	/** Null if no event reported it. */
	since: Date | null;
	/** Null if no event has reported it yet. */
	until: Date | null;
	/** The newest that an event gave. */
	reason: string | null;
	/** The ids of the events. */
	signals: number[];
}

/**
 * Two `unblocked` events within this time report the end of the same block. A later one ends another block, whose start
 * no event reported.
 */
const repeatedMs = 3_600_000;

/** Oldest first. `signals` may be in any order. */
export function blocksOf(signals: readonly BlockSignal[]): BlockSpan[] {
	const spans: BlockSpan[] = [];
	const rest = signals.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
	for (let next = rest[0]; next; next = rest[0]) {
		const last = spans.at(-1);
		const open = last?.until === null ? last : undefined;
		// Of several events with the same time, the first one is that which changes the state.
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

/** Null while the block lasts, or if its start is unknown. */
export function blockedMs({ since, until }: Pick<BlockSpan, "since" | "until">): number | null {
	return since && until ? until.getTime() - since.getTime() : null;
}
