import type { Play } from "./play.ts";

/** How often each thing happened in a run: what a number of runs is worth. */
export async function countAll({ stage, trace, watch }: Play): Promise<ReadonlyMap<string, number>> {
	const rows = await stage.database.sql<{ what: string; count: number }[]>`
		select kind || ' ' || state as what, count(*)::int as count from bot.operations
		where confirmed_at is not null group by 1`;
	const counts = new Map(rows.map(({ what, count }) => [what, count]));
	const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
	for (const { lock } of watch.passages) add(lock === undefined ? "reads" : "changes sent");
	for (const passages of Map.groupBy(watch.passages, ({ token }) => token).values()) {
		const times = passages.map(({ at }) => at).toSorted((one, other) => one - other);
		const most = Math.max(...times.map((time, index) => times.slice(index).filter((at) => at < time + 1_000).length));
		if (most >= 7) add(`a token's busiest second had ${most} requests`);
	}
	for (const line of trace.lines) {
		const [, what] =
			/^ *[\d.]+ {2}(crash [a-z ]+|trouble: \w+|all bots are killed|a bot loses its lead)/.exec(line) ?? [];
		if (what) add(what);
	}
	return counts;
}
