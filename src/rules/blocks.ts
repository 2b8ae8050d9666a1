/** A blocked or unblocked event of one domain. */
export interface BlockSignal {
	id: number;
	blocked: boolean;
	at: Date;
	reason: string | null;
}

/** One block of a domain, from its first to its last event. */
export interface BlockSpan {
	/** Null if no event reported the start. */
	since: Date | null;
	/** Null while no event has reported the end. */
	until: Date | null;
	/** The newest reason that an event gave. */
	reason: string | null;
	/** The ids of its events. */
	signals: number[];
}

/** Returns the blocks that the events report, oldest first. The events may be in any order: their times count. */
export function blocksOf(signals: readonly BlockSignal[]): BlockSpan[] {
	const spans: BlockSpan[] = [];
	const ordered = signals.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
	for (const { id, blocked, at, reason } of ordered) {
		const last = spans.at(-1);
		const open = last?.until === null ? last : undefined;
		if (open) {
			open.signals.push(id);
			if (blocked) open.reason = reason ?? open.reason;
			else open.until = at;
		} else if (blocked) spans.push({ since: at, until: null, reason, signals: [id] });
		else spans.push({ since: null, until: at, reason: null, signals: [id] });
	}
	return spans;
}

/** Returns the milliseconds of a block; null while it lasts, or if its start is unknown. */
export function blockedMs({ since, until }: Pick<BlockSpan, "since" | "until">): number | null {
	return since && until ? until.getTime() - since.getTime() : null;
}
