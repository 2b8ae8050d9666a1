import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { origin, rejectedInput } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const searchRoutes = {
	/** `problem` and `part`: why the last answer is not a name. Undefined if it was not an attempt at a name. */
	searchAsk: question("search_ask", {
		rejectedInput,
		problem: z.string().optional(),
		part: z.string().optional(),
	}),
	/**
	 * The result of the lookup of one name.
	 * - `from`: the screen on which the person chose the name.
	 * - `forwarded`: when the person forwarded the message with the name, as a Unix time. Undefined if the message was
	 *   not forwarded.
	 * - `watched`: set if this screen is the notification that a watched name is available.
	 * - `joined`: the name together with the words before it, such as `northwindcoffee.net` for "northwind coffee.net".
	 */
	offer: route("offer", {
		name: z.string(),
		joined: z.string().optional(),
		watched: z.literal(true).optional(),
		from: origin.optional(),
		forwarded: z.number().optional(),
	}),
	/**
	 * The result of the lookup of a word under many TLDs. `under`: show only names whose first year costs less than this,
	 * in cents. `fair`: show only names whose renewal costs at most three times the first year.
	 */
	shortlist: route("shortlist", {
		base: z.string(),
		...listPosition,
		under: z.number().optional(),
		fair: z.literal(true).optional(),
	}),
	/**
	 * Says why a text is not a name. `forwarded`: when the person forwarded the message with the text, as a Unix time.
	 * Undefined if the message was not forwarded. If the person forwards another message within seconds, the two texts
	 * become a list.
	 */
	invalid: route("invalid", {
		text: z.string(),
		problem: z.string(),
		part: z.string(),
		forwarded: z.number().optional(),
	}),
};
