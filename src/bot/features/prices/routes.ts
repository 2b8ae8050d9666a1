import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

const page = z.number().optional();

export const pricesRoutes = {
	prices: route("prices", listPosition),
	/**
	 * Shows the price history of a TLD (with its leading dot) or of a domain. `from`: the screen that *Back* leads to.
	 */
	priceHistory: route("price_history", { subject: z.string(), page, from: origin.optional() }),
	/** `priceHistoryFile` is a message with the history as a file; `priceHistoryPicture` is one with a chart. */
	priceHistoryFile: route("price_history_file", { subject: z.string() }),
	priceHistoryPicture: route("price_history_picture", { subject: z.string() }),
	/**
	 * Shows the price jumps (sharp changes) that one check of an account's prices found. `at`: the time of that check.
	 */
	priceJumps: route("price_jumps", { accountId: z.number(), at: z.string(), page }),
};
