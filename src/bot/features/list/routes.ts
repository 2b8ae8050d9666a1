import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { route } from "../../screens/route.ts";

/** The ways to sort a list of names. The first one is the default. */
export const sorts = ["price", "renewal", "name", "sent"] as const;
export const filters = ["available", "under-10", "under-20", "under-50", "balance", "fair"] as const;

/**
 * A position in a board (a stored list of names). `name`: the first name of the list. Links to the list use it as their
 * label.
 */
const position = {
	boardId: z.number(),
	name: z.string(),
	page: listPosition.page,
	sort: z.enum(sorts).optional(),
	filter: z.enum(filters).optional(),
	years: z.number().default(1),
};

export const listRoutes = {
	list: route("list", position),
	listFilter: route("list_filter", position),
	listYears: route("list_years", position),
	/**
	 * Offers to look up a list of names. The person sent the names after a question was interrupted. So the text may be a
	 * late answer to that question instead.
	 */
	listAsk: route("list_ask", { text: z.string() }),
};
