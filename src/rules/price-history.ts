import { dayMs } from "./local-time.ts";
/** Every read of the price gave the same value. Null if the service did not report one. */
export interface Span {
	renewCents: number | null;
	since: Date;
	seenAt: Date;
}

/** The bot reads prices once a day. Longer without a read, the price counts as unknown. */
const gapMs = 3 * dayMs;

/** `gap`: the bot did not read the price. */
export type HistoryLine<S extends Span> = { kind: "span"; span: S } | { kind: "gap"; from: Date; until: Date };

/** `spans` must be sorted newest first. */
export function withGaps<S extends Span>(spans: readonly S[]): HistoryLine<S>[] {
	return spans.flatMap((span, index): HistoryLine<S>[] => {
		const later = spans[index - 1];
		const isGap = later !== undefined && later.since.getTime() - span.seenAt.getTime() > gapMs;
		const gap = isGap ? [{ kind: "gap", from: span.seenAt, until: later.since } as const] : [];
		return [...gap, { kind: "span", span }];
	});
}

/**
 * The last known prices of the last `count` months in UTC, oldest first. `spans` must be sorted newest first. `month`
 * is in the middle of the month, so that every time zone shows the same month. `cents` is null if the bot did not read
 * the price in that month, or if none was reported.
 */
export function monthlyPrices(
	spans: readonly Span[],
	now: Date,
	count: number,
): { month: Date; cents: number | null }[] {
	return Array.from({ length: count }, (_, index) => {
		const at = now.getUTCMonth() - (count - 1 - index);
		const start = Date.UTC(now.getUTCFullYear(), at, 1);
		const end = Date.UTC(now.getUTCFullYear(), at + 1, 1);
		const seen = spans.find(({ since, seenAt }) => since.getTime() < end && seenAt.getTime() >= start);
		return { month: new Date(start + 14 * dayMs), cents: seen?.renewCents ?? null };
	});
}
