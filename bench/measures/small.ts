import { setTimeout as sleep } from "node:timers/promises";
import { chooseAddress } from "@domains/kit/http/listen.ts";
import { connect } from "@domains/kit/postgres/connect.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { quantile, showTimes } from "../stats.ts";
import { createCgroup } from "../subjects/cgroup.ts";
import { startChild } from "../subjects/child.ts";
import { type Act, people, startCrowd } from "../subjects/crowd.ts";
import { openAccounts } from "../subjects/server.ts";

const megabyte = 2 ** 20;
const limits = { memoryBytes: 512 * megabyte, cores: 0.5 };
const count = 60;
/** 60 people, so 30 updates a second. */
const everyMs = 2_000;
const warmUpMs = 5_000;
const measuredMs = 30_000;

/**
 * The complete application in a control group of 512 MB and half a core. The simulated people and the minimal Telegram
 * server run outside.
 */
export async function measureSmall(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const crowd = stack.use(await startCrowd());
	const group = stack.use(await createCgroup(`bench-${process.pid}`, limits));
	const { port } = await chooseAddress({ host: "127.0.0.1", port: 0 });
	const begun = performance.now();
	const { url } = await group.inside(async () => {
		const environment = stack.use(await openEnvironment());
		stack.use(await startChild("bot.ts", [environment.url, crowd.url, String(port)]));
		return environment;
	});
	const startSeconds = (performance.now() - begun) / 1_000;

	const { db } = stack.use(connect(url, { max: 2 }));
	const chats = people(count);
	const tokens = await openAccounts(db, count, 1_000_000);
	await crowd.do({ chats, say: "/start", until: "Welcome", atOnce: 4 });
	for (const [index, chat] of chats.entries()) {
		const once = { chats: [chat], atOnce: 1 };
		await crowd.do({ ...once, say: `/connect ${tokens[index]}`, until: "Connected with the token" });
	}
	const buyer = { chats: [1], atOnce: 1 };
	await crowd.do({ ...buyer, say: "bench-small.com", until: "is available" });
	await crowd.do({ ...buyer, tap: "Register", until: "Register bench" });
	await crowd.do({ ...buyer, tap: "Pay", until: "is registered" });

	const first: Act = { say: "/help", until: "What the bot can do" };
	const then: Act[] = [
		{ say: "/settings", until: "Settings" },
		{ tap: "Language", until: "language" },
		{ tap: "Back", until: "Settings" },
		{ say: "bench-{id}.com", until: "is available" },
	];
	const act = (ms: number) => crowd.do({ ...first, then, chats, atOnce: count, everyMs, ms });
	await act(warmUpMs);
	let most = 0;
	const watching = new AbortController();
	const watched = (async () => {
		while (!watching.signal.aborted) {
			most = Math.max(most, await group.memory());
			await sleep(250);
		}
	})();
	const { latencies } = await act(measuredMs);
	watching.abort();
	await watched;
	const killed = await group.killed();
	if (killed > 0) throw new Error(`memory ran out ${killed} times`);
	const machine = "with PostgreSQL in 512 MB and half a core";
	return [
		{
			what: `from update to answer at 99 %, for 30 updates a second, ${machine}`,
			ours: showTimes(latencies),
			bare: "",
			value: quantile(latencies, 0.99),
			unit: " ms",
			goal: { atMost: 300 },
		},
		{
			what: `the most memory at that time, the file cache apart, ${machine}`,
			ours: `${(most / megabyte).toFixed(0)} MB`,
			bare: "",
			value: most / megabyte,
			unit: " MB",
			goal: { atMost: 512 },
		},
		{
			what: `start to ready with a new database, ${machine}`,
			ours: `${startSeconds.toFixed(1)} s`,
			bare: "",
			value: startSeconds,
			unit: " s",
		},
	];
}
