import type { RunContext } from "./context.ts";

/** The counts show what the run has tested. */
export async function countAll({ backend, trace, watch }: RunContext): Promise<ReadonlyMap<string, number>> {
	const rows = await backend.database.sql<{ what: string; count: number }[]>`
		select kind || ' ' || state as what, count(*)::int as count from bot.operations
		where confirmed_at is not null group by 1`;
	const [lists] = await backend.database.sql<{ several: number; split: number }[]>`
		select count(distinct operation_id) filter (where parts > 1)::int as several,
			count(*) filter (where phase = 'superseded' and items = 0)::int as split
		from (
			select r.operation_id, r.phase, count(*) over (partition by r.operation_id) as parts,
				(select count(*) from bot.items i where i.request_id = r.id) as items
			from bot.requests r join bot.operations p on p.id = r.operation_id
			where r.confirmed_at is not null
		) as requests`;
	const proposals = await backend.database.sql<{ what: string; count: number }[]>`
		select 'proposals ' || case when o.confirmed_at is not null then 'paid' else coalesce(p.refusal, p.state) end as what,
			count(*)::int as count
		from bot.proposals p left join bot.operations o on o.id = p.operation_id group by 1
		union all
		select 'standing orders ' || case when params->'buy' ? 'operationId' then 'bought' else coalesce(answer->>'asked', 'waiting') end,
			count(*)::int
		from bot.watches where params ? 'buy' group by 1`;
	const counts = new Map([...rows, ...proposals].map(({ what, count }) => [what, count]));
	if (lists?.several) counts.set("orders of several requests", lists.several);
	if (lists?.split) counts.set("requests split in two", lists.split);
	const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
	for (const { lock } of watch.serviceCalls) add(lock === undefined ? "reads" : "changes sent");
	for (const { lock, domains } of watch.serviceCalls) if (domains.length > 1) add(`${lock} lists sent`);
	for (const serviceCalls of Map.groupBy(watch.serviceCalls, ({ token }) => token).values()) {
		const times = serviceCalls.map(({ at }) => at).toSorted((one, other) => one - other);
		const most = Math.max(...times.map((time, index) => times.slice(index).filter((at) => at < time + 1_000).length));
		if (most >= 7) add(`a token's busiest second had ${most} requests`);
	}
	for (const line of trace.lines) {
		const [, what] =
			/^ *[\d.]+ {2}(crash [a-z ]+|trouble: \w+|all bots are killed|a bot loses its leadership)/.exec(line) ?? [];
		if (what) add(what);
	}
	const [busiest] = await backend.database.sql<{ steps: number }[]>`
		select count(*)::int as steps from public.request_steps group by request_id order by 1 desc limit 1`;
	if (busiest) add(`busiest request took ${Math.ceil(busiest.steps / 25) * 25} writes at most`);
	return counts;
}
