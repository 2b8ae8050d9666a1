import { z } from "zod";
import { selection } from "../../screens/list-position.ts";
import { refusedName } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const listRoutes = {
	/**
	 * A pasted list. `names`: the names, up to 2,000. `more`: how many further names were dropped. `refused`: pieces that are
	 * not names. `from`: index of the first name to look up; null until the person starts it. `page`: a page of the
	 * results. `tail`: a last word that the next message may complete. `at`: the time of the last message, in seconds
	 * since 1970. `selected`: the available names to order.
	 */
	list: route("list", {
		names: z.array(z.string()),
		refused: z.array(refusedName),
		refusedMore: z.number(),
		more: z.number(),
		tail: z.string(),
		from: z.number().nullable(),
		page: z.number().optional(),
		at: z.number(),
		forwarded: z.boolean().optional(),
		selected: selection.default({ all: true, names: [] }),
	}),
};
