import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAddress } from "@domains/kit/http/listen.ts";
import { connect } from "@domains/kit/postgres/connect.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { readSetting } from "../settings.ts";
import { quantile } from "../stats.ts";
import { type Child, startChild } from "../subjects/child.ts";
import { type Act, type Crowd, people, type Report, startCrowd } from "../subjects/crowd.ts";

const replicas = 3;
const chats = people(500);
/** Updates a second. On two cores, the bot cannot keep up with the highest ones. */
const steps = [25, 50, 75, 100, 125, 150];
const stepMs = 60_000;
const overloadMs = 1_000;
const finishSeconds = 30;
const steadyRate = 30;

/** A command, a menu, a search and a purchase, which causes a webhook event. */
const acts: [Act, ...Act[]] = [
	{ say: "/help", until: "What the bot can do" },
	{ say: "/settings", until: "Settings" },
	{ tap: "Language", until: "language" },
	{ tap: "Back", until: "Settings" },
	{ say: "load-{n}.com", until: "is available" },
	{ tap: "Register", until: "Register load" },
	{ tap: "Pay", until: "is registered" },
];

/**
 * 500 people use three replicas of the bot behind a load balancer. They act at random times and do not wait for the
 * bot. The latency of an update is the time from its planned start to the message that answers it.
 *
 * The first load has a steady rate, and one replica restarts in the middle of it. Then the rate rises in steps.
 */
export async function measureLoad(): Promise<Figure[]> {
	const steady = { rate: steadyRate, ms: readSetting("BENCH_LOAD_SECONDS") * 1_000 };
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment({ max_connections: "200" }));
	const crowd = stack.use(await startCrowd());
	const fleet = stack.use(await startFleet(url, crowd));
	await crowd.do({ chats, say: "/start", until: "Welcome", atOnce: 8 });
	await crowd.do({ chats, tap: "Open a sandbox", until: "$500", atOnce: 8 });
	const act = (rate: number, ms: number): Promise<Report> => {
		const [first, ...then] = acts;
		const everyMs = (chats.length * 1_000) / rate;
		return crowd.do({ ...first, then, chats, atOnce: chats.length, everyMs, atRandom: true, ms });
	};
	await act(steady.rate, 10_000);
	const running = act(steady.rate, steady.ms);
	await sleep(steady.ms / 2);
	await fleet.restart();
	const reports = [await running];
	const figures = reports.map((report) => row(`${steady.rate} updates a second, one replica restarts`, report));
	for (const rate of steps) {
		const report = await act(rate, stepMs);
		reports.push(report);
		figures.push(row(`${rate} updates a second`, report));
		if (quantile(report.latencies, 0.99) > overloadMs) break;
	}
	const errors = (await countErrors(url)) + reports.reduce((sum, { unanswered }) => sum + unanswered, 0);
	return [
		...figures,
		{
			what: "updates, orders and events of these loads that failed or were not finished",
			ours: String(errors),
			bare: "",
			value: errors,
			unit: "",
			goal: { atMost: 0 },
		},
	];
}

function row(what: string, { latencies, repeated }: Report): Figure {
	const [half, most, nearlyAll] = [0.5, 0.99, 0.999].map((part) => quantile(latencies, part).toFixed(0));
	return {
		what: `500 people over three replicas: from arrival to answer at 99 %, ${what}`,
		ours: `median ${half} ms, 99 % ${most} ms, 99.9 % ${nearlyAll} ms; ${latencies.length} updates, ${repeated} repeated`,
		bare: "",
		value: quantile(latencies, 0.99),
		unit: " ms",
	};
}

/** Failed or unfinished updates, orders, events and messages. */
async function countErrors(url: string): Promise<number> {
	await using database = connect(url, { max: 1 });
	for (let waited = 0; ; waited += 1) {
		const [row] = await database.sql<{ open: number; failed: number }[]>`
			select (select count(*) from bot.updates where done_at is null)::int
				+ (select count(*) from bot.operations where confirmed_at is not null and settled_at is null)::int
				+ (select count(*) from bot.inbox where state = 'new')::int
				+ (select count(*) from service.events where state = 'pending')::int
				+ (select count(*) from bot.screens where rev > shown_rev)::int as open,
				(select count(*) from bot.operations where confirmed_at is not null and state <> 'succeeded')::int
				+ (select count(*) from bot.updates where tries > 1)::int as failed`;
		if (row && (row.open === 0 || waited === finishSeconds)) return row.open + row.failed;
		await sleep(1_000);
	}
}

async function startFleet(databaseUrl: string, crowd: Crowd) {
	const ports: number[] = [];
	for (let index = 0; index < replicas; index += 1)
		ports.push((await chooseAddress({ host: "127.0.0.1", port: 0 })).port);
	const proxy = await startChild("proxy.ts", ports.map(String));
	// The cast is safe: the first message of `proxy.ts` has this type.
	const { url } = proxy.said as { url: string };
	const secret = randomBytes(32).toString("base64");
	const start = (port: number): Promise<Child> => {
		const settings = { PORT: String(port), PUBLIC_URL: url, SECRET_KEY: secret };
		return startChild("bot.ts", [databaseUrl, crowd.url, "0", JSON.stringify(settings)]);
	};
	const running: Child[] = [];
	for (const port of ports) running.push(await start(port));
	return {
		/** Stops the last replica as an operator does, and starts it again. */
		async restart(): Promise<void> {
			const [port = 0, stopped] = [ports.at(-1), running.pop()];
			if (stopped) {
				const gone = once(stopped.process, "exit");
				stopped.process.send("stop");
				await gone;
			}
			running.push(await start(port));
		},
		async [Symbol.asyncDispose]() {
			for (const child of [...running, proxy]) await child[Symbol.asyncDispose]();
		},
	};
}
