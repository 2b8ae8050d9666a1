import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { startChild } from "../subjects/child.ts";
import { type Act, people, startCrowd } from "../subjects/crowd.ts";
import { startBenchWorld } from "../subjects/world.ts";

const atOnce = 64;
const rounds = 4;
const chats = people(atOnce);

interface Acts {
	/** The chat must show the screen on which `acts` begin. */
	before?: Act;
	acts: [Act, ...Act[]];
}

/** With this bot (`ours`), and with a bot built from grammY's plugins (`usual`). */
const measured: { what: string; ours: Acts; usual: Acts }[] = [
	{
		what: "updates a second (`/help` of 64 people), compared with a bot of grammY's usual parts",
		ours: { acts: [{ say: "/help", until: "What the bot can do" }] },
		usual: { acts: [{ say: "/help", until: "What the bot can do" }] },
	},
	{
		what: "taps a second that open a menu and go back, compared with the same bot",
		ours: {
			before: { say: "/settings", until: "Settings" },
			acts: [
				{ tap: "Language", until: "language" },
				{ tap: "Back", until: "Settings" },
			],
		},
		usual: {
			before: { say: "/settings", until: "Settings" },
			acts: [
				{ tap: "Language", until: "Language" },
				{ tap: "Back", until: "Settings" },
			],
		},
	},
	{
		what: "steps of a conversation a second (a question and a wrong answer), compared with the same bot",
		ours: {
			acts: [
				{ say: "/search", until: "Send a" },
				{ say: "?!", until: "Send a" },
			],
		},
		usual: {
			acts: [
				{ say: "/search", until: "Send a" },
				{ say: "?!", until: "Send a" },
			],
		},
	},
];

/** Acts per second. */
type Rate = (acts: Acts) => Promise<number>;

/**
 * The baselines use the same minimal Telegram server: a bot built from grammY's plugins, an echo bot, and an echo bot
 * with one read and one write per update.
 */
export async function measureUpdates(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment());
	const world = stack.use(await startBenchWorld());
	await world.crowd.do({ chats, say: "/start", until: "Welcome", atOnce });

	async function start(file: string, args: (telegram: string) => string[]): Promise<Rate> {
		const crowd = stack.use(await startCrowd());
		stack.use(await startChild(file, args(crowd.url), { isBaseline: true }));
		await crowd.do({ chats, say: "/start", until: "", atOnce });
		return rateOf(crowd);
	}
	const ours = rateOf(world.crowd);
	const usual = await start("usual/index.ts", (telegram) => [telegram, url]);
	const echo = await start("echo.ts", (telegram) => [telegram]);
	const stored = await start("echo.ts", (telegram) => [telegram, url]);

	const figures: Figure[] = [];
	for (const { what, ...sides } of measured) {
		const rates = await alternate({ ours: () => ours(sides.ours), bare: () => usual(sides.usual) });
		figures.push({ what, ...rates, unit: "", goal: { atLeast: 1.5 } });
	}
	const help: Acts = { acts: [{ say: "/help", until: "/help" }] };
	const line = measured[0]?.ours ?? help;
	for (const [what, bare] of [
		["`/help` compared with a bare grammY echo, for reference", echo],
		["the same compared with an echo that reads with one statement and writes with one", stored],
	] as const) {
		const rates = await alternate({ ours: () => ours(line), bare: () => bare(help) });
		figures.push({ what, ...rates, unit: "" });
	}
	return figures;
}

function rateOf(crowd: Awaited<ReturnType<typeof startCrowd>>): Rate {
	return async ({ before, acts: [first, ...then] }) => {
		if (before) await crowd.do({ chats, ...before, atOnce });
		const { latencies, seconds } = await crowd.do({ chats, ...first, then, atOnce, ms: 1_500 });
		return latencies.length / seconds;
	};
}

async function alternate(
	runs: Record<"ours" | "bare", () => Promise<number>>,
): Promise<Pick<Figure, "ours" | "bare" | "value">> {
	await runs.bare();
	await runs.ours();
	const rates = await measureAlternately(rounds, runs);
	const shown = (values: number[]): string => `${median(values).toFixed(0)}/s`;
	return { ours: shown(rates.ours), bare: shown(rates.bare), value: ratio(rates.ours, rates.bare) };
}
