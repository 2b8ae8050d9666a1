import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { origin, rejectedInput } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const searchRoutes = {
	searchAsk: question("search_ask", { rejectedInput }),
	/**
	 * `from`: the screen on which the person chose the name. `forwarded`: when the forwarded message with the name was
	 * sent, in seconds since 1970. `watched`: the screen is the notification about a watched name.
	 */
	offer: route("offer", {
		name: z.string(),
		watched: z.literal(true).optional(),
		from: origin.optional(),
		forwarded: z.number().optional(),
	}),
	/**
	 * `under`: shows names whose first year costs less than this, in cents. `fair`: shows names whose renewal costs at
	 * most three times the first year.
	 */
	shortlist: route("shortlist", {
		base: z.string(),
		...listPosition,
		under: z.number().optional(),
		fair: z.literal(true).optional(),
	}),
	/** `forwarded`: when the forwarded message with the text was sent, in seconds since 1970. */
	invalid: route("invalid", {
		text: z.string(),
		problem: z.string(),
		part: z.string(),
		forwarded: z.number().optional(),
	}),
};
