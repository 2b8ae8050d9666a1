import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { origin, rejectedInput } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const searchRoutes = {
	searchAsk: question("search_ask", { rejectedInput }),
	/**
	 * `from`: the screen that the person chose the name from. `forwarded`: the time of the forwarded message that
	 * contained the name, in seconds since 1970.
	 */
	offer: route("offer", {
		name: z.string(),
		from: origin.optional(),
		forwarded: z.number().optional(),
	}),
	/** `under`: the first year costs less than this, in cents. `fair`: a renewal costs at most three first years. */
	shortlist: route("shortlist", {
		base: z.string(),
		...listPosition,
		under: z.number().optional(),
		fair: z.literal(true).optional(),
	}),
	/** `forwarded`: the time of the forwarded message that contained the text, in seconds since 1970. */
	invalid: route("invalid", {
		text: z.string(),
		problem: z.string(),
		part: z.string(),
		forwarded: z.number().optional(),
	}),
};
