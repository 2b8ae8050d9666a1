import { confirming, setPrices } from "./actions.ts";
import { pass, quiet, type RunContext } from "./context.ts";
import type { Member } from "./members.ts";
import { confirmBoth } from "./special-actions.ts";

/** Changes of the initial prices in cents, above and below all other changes in a world. */
const aboveAll = 400;
const belowAll = -600;

/**
 * Each opens a quote in the chat and returns the name that the calls of its order contain. Returns undefined if the bot
 * shows no quote.
 */
const quotes: readonly ((context: RunContext, who: Member) => Promise<string | undefined>)[] = [
	async ({ seed }, who) => {
		const name = `unanswered-${seed}.com`;
		const quoted = (await who.asks(name, /is available/)) && (await who.taps(/^\W*Register$/, confirming));
		return quoted ? name : undefined;
	},
	async ({ seed }, who) => {
		const name = `unanswered-${seed}`;
		const quoted =
			(await who.asks(`${name}-a.com ${name}-b.net ${name}-c.com`, /Register \d domains/)) &&
			(await who.taps(/Register \d domains/, confirming));
		return quoted ? name : undefined;
	},
	async (_context, who) => {
		const name = who.random.pick(who.account.owned);
		return (await who.asks(`/renew ${name} 1`, confirming)) ? name : undefined;
	},
];

/**
 * Places an order whose first answer is lost. The service has executed the order at this try, or never got it. All
 * prices rise before the bot can send the order again, and sometimes they fall later. The order is that of the first
 * person who gets a quote: others may have lost their access, or have reached their cap.
 */
export async function orderUnanswered(context: RunContext, members: readonly Member[]): Promise<void> {
	const random = context.random.fork("unanswered order");
	const first = random.whole(0, members.length - 1);
	for (const who of [...members.slice(first), ...members.slice(0, first)]) {
		// Earlier orders must be quiet. Otherwise, their messages look like the answer to the confirmation.
		await pass(context, 1_500);
		const name = await random.pick(quotes)(context, who);
		if (name === undefined) continue;
		const raisePrices = () => setPrices(context, { ".com": aboveAll, ".net": aboveAll });
		context.troubles.loseAnswer({ name, isExecuted: random.chance(0.3), until: raisePrices });
		await confirmBoth(who);
		// Time passes only once the answer is lost. Then the next try comes seconds after the rise. The bot's price check
		// before a try that comes at once may not show the rise yet, so the invariant accepts the higher charge.
		await quiet(context);
		await pass(context, random.pick([5_000, 16_000, 61_000]));
		if (random.chance(0.7)) return;
		await setPrices(context, { ".com": belowAll, ".net": belowAll });
		await pass(context, 61_000);
		return;
	}
}
