import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { startChild } from "../subjects/child.ts";
import { people, startCrowd } from "../subjects/crowd.ts";

const atOnce = 64;
const ms = 2_000;

/**
 * Measures how many updates per second the complete bot handles. The baselines are an echo bot over the same transport,
 * and one that also makes one read and one write per update.
 */
export async function measureUpdates(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment());

	async function start(
		file: string,
		args: (telegram: string) => string[],
		until: string,
	): Promise<() => Promise<number>> {
		const crowd = stack.use(await startCrowd());
		stack.use(await startChild(file, args(crowd.url)));
		await crowd.do({ chats: people(atOnce), say: "/start", until: "", atOnce });
		const run = async (): Promise<number> => {
			const { latencies, seconds } = await crowd.do({ chats: people(atOnce), say: "/help", until, atOnce, ms });
			return latencies.length / seconds;
		};
		await run();
		return run;
	}

	const rates = await measureAlternately(6, {
		echo: await start("echo.ts", (telegram) => [telegram], "/help"),
		stored: await start("echo.ts", (telegram) => [telegram, url], "/help"),
		bot: await start("bot.ts", (telegram) => [url, telegram], "What the bot can do"),
	});
	const shown = (values: number[]): string => `${median(values).toFixed(0)}/s`;
	const what = "updates a second of the whole bot (`/help` of 64 people), compared with a bare grammY echo";
	return [
		{
			what,
			ours: shown(rates.bot),
			bare: shown(rates.echo),
			value: ratio(rates.bot, rates.echo),
			unit: "",
			goal: { atLeast: 0.5 },
		},
		{
			what: "the same compared with an echo that reads with one statement and writes with one",
			ours: shown(rates.bot),
			bare: shown(rates.stored),
			value: ratio(rates.bot, rates.stored),
			unit: "",
			goal: { atLeast: 0.5 },
		},
	];
}
