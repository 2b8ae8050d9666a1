import type { Figure } from "../figure.ts";
import { quantile, showTimes } from "../stats.ts";
import { people } from "../subjects/crowd.ts";
import { openAccounts } from "../subjects/server.ts";
import { startBenchWorld } from "../subjects/world.ts";

const count = 40;
const rounds = 8;
const watches = 5_000;

/**
 * Thousands of watches of the same accounts' expiry dates are due during a search. The baseline is a search without
 * watches.
 */
export async function measureWatches(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const { crowd, sql } = world;
	const tokens = await openAccounts(world.db, count, 50_000);
	const chats = people(count);
	for (const [index, chat] of chats.entries()) await world.connect(chat, tokens[index] ?? "");
	let searched = 0;
	const search = async (): Promise<number[]> => {
		const latencies: number[] = [];
		for (let round = 0; round < rounds; round += 1) {
			const name = `bench-${searched++}.com`;
			const found = await crowd.do({ chats, say: name, until: "available", atOnce: 2 });
			// The first round only warms up the programs.
			if (round > 0) latencies.push(...found.latencies);
		}
		return latencies;
	};
	const alone = await search();
	await sql`
		insert into bot.watches (kind, account_id, person_id, subject)
		select 'expiry', c.account_id, c.person_id, n::text
		from bot.connections c, generate_series(1, ${watches / count}) n`;
	const watched = await search();
	const [looked] = await sql<{ done: number; due: number }[]>`
		select count(*) filter (where answered_at is not null)::int as done,
			count(*) filter (where wake_at <= clock())::int as due from bot.watches`;
	if (!looked || looked.done === 0 || looked.due === 0)
		throw new Error(`the watches did not run all the time: ${JSON.stringify(looked)}`);
	return [
		{
			what: `a search while ${watches} watches of the same accounts are due, compared with none: added at 95 %`,
			ours: showTimes(watched),
			bare: showTimes(alone),
			value: quantile(watched, 0.95) - quantile(alone, 0.95),
			unit: " ms",
			goal: { atMost: 25 },
		},
	];
}
