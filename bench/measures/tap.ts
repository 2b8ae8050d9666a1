import { Pool } from "undici";
import type { Figure } from "../figure.ts";
import { quantile, showTimes } from "../stats.ts";
import { people } from "../subjects/crowd.ts";
import { openAccounts } from "../subjects/server.ts";
import { startBenchWorld } from "../subjects/world.ts";

const count = 40;
const rounds = 12;

/** To answer, the bot makes one request to the registrar's service, which alone is the baseline. */
export async function measureTap(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const tokens = await openAccounts(world.db, count, 50_000);
	const chats = people(count);
	for (const [index, chat] of chats.entries()) await world.connect(chat, tokens[index] ?? "");
	await world.crowd.do({ chats, say: "/account", until: "Account", atOnce: 4 });
	const { origin, pathname } = new URL(world.service);
	const pool = new Pool(origin, { connections: 1 });
	const ask = async (token: string): Promise<number> => {
		const begun = performance.now();
		const headers = { authorization: `Bearer ${token}` };
		const { statusCode, body } = await pool.request({ method: "GET", path: `${pathname}/account`, headers });
		await body.text();
		if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`);
		return performance.now() - begun;
	};
	const times = { bare: [] as number[], tap: [] as number[] };
	for (let round = 0; round < rounds; round += 1) {
		const bare: number[] = [];
		for (const token of tokens) bare.push(await ask(token));
		const tap = await world.crowd.do({ chats, tap: "Refresh", until: "Account", atOnce: 1 });
		// The first round only warms up the programs.
		if (round === 0) continue;
		times.bare.push(...bare);
		times.tap.push(...tap.latencies);
	}
	await pool.close();
	return [
		{
			what: "a tap that shows one answer of the service (`GET /account`), compared with that answer alone: added at 99 %",
			ours: showTimes(times.tap),
			bare: showTimes(times.bare),
			value: quantile(times.tap, 0.99) - quantile(times.bare, 0.99),
			unit: " ms",
			goal: { atMost: 8 },
		},
	];
}
