import type { Play } from "./play.ts";

/** How often each thing happened in a run: what a number of runs is worth. */
export async function countAll({ stage, trace, watch }: Play): Promise<ReadonlyMap<string, number>> {
	const rows = await stage.database.sql<{ what: string; count: number }[]>`
		select kind || ' ' || state as what, count(*)::int as count from bot.operations
		where confirmed_at is not null group by 1`;
	const [lists] = await stage.database.sql<{ parted: number; cut: number }[]>`
		select count(distinct operation_id) filter (where parts > 1)::int as parted,
			count(*) filter (where phase = 'superseded' and items = 0)::int as cut
		from (
			select r.operation_id, r.phase, count(*) over (partition by r.operation_id) as parts,
				(select count(*) from bot.items i where i.request_id = r.id) as items
			from bot.requests r join bot.operations p on p.id = r.operation_id
			where r.confirmed_at is not null
		) as requests`;
	const counts = new Map(rows.map(({ what, count }) => [what, count]));
	if (lists?.parted) counts.set("orders of several requests", lists.parted);
	if (lists?.cut) counts.set("requests cut in two", lists.cut);
	const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
	for (const { lock } of watch.passages) add(lock === undefined ? "reads" : "changes sent");
	for (const { lock, domains } of watch.passages) if (domains.length > 1) add(`${lock} lists sent`);
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
	const [busiest] = await stage.database.sql<{ steps: number }[]>`
		select count(*)::int as steps from public.request_steps group by request_id order by 1 desc limit 1`;
	if (busiest) add(`busiest request took ${Math.ceil(busiest.steps / 25) * 25} steps at most`);
	return counts;
}
