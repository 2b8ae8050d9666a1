import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import { openAccounts } from "../subjects/server.ts";
import { startBenchWorld } from "../subjects/world.ts";

const names = 10_000;
/**
 * The batch size of the bot's background lookups, and the minimum time between two batches, which follows from
 * `createTokenLimiter`.
 */
const namesPerCall = 100;
const everyMs = 334;

/** The baseline is the shortest time that the bot's own rate limit allows. */
export async function measureNames(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const { crowd, connect, sql, db } = world;
	const [token = ""] = await openAccounts(db, 1, 50_000);
	await connect(1, token);
	const list = Array.from({ length: names }, (_, index) => `bench-${index}.com`);
	await crowd.do({ chats: [1], atOnce: 1, say: "bench-first.com bench-second.com", until: "available" });
	// The bot does the same for a file of names. The simulated people cannot send files.
	await sql`
		insert into bot.board_names (board_id, ordinal, name)
		select max(id), 10 + ordinality, name from bot.boards,
			jsonb_array_elements_text(${JSON.stringify(list)}::jsonb) with ordinality as l(name, ordinality)
		group by name, ordinality`;
	const begun = performance.now();
	await sql`update bot.boards set state = 'running', wake_at = clock()`;
	for (let open = true; open; ) {
		await sleep(20);
		const [row] = await sql<
			{ open: boolean }[]
		>`select exists (select from bot.board_names where state = 'open') as open`;
		open = row?.open ?? false;
	}
	const seconds = (performance.now() - begun) / 1_000;
	// The first call does not wait for the rate limit.
	const least = ((names / namesPerCall - 1) * everyMs) / 1_000;
	return [
		{
			what: `looking up a list of ${names} names, compared with the least time that the bot's rate limit for background work allows`,
			ours: `${seconds.toFixed(1)} s`,
			bare: `${least.toFixed(1)} s`,
			value: seconds / least,
			unit: "",
			goal: { atMost: 1.1 },
		},
	];
}
