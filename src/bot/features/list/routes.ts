import { z } from "zod";
import { listPosition, selection } from "../../screens/list-position.ts";
import { route } from "../../screens/route.ts";

export const filters = ["available", "under-10", "under-20", "under-50", "balance"] as const;

/**
 * A board and a position in it. `name`: the list's first name, for links to the list. `selected`: the available names
 * to order; by default all.
 */
const position = {
	boardId: z.number(),
	name: z.string(),
	page: listPosition.page,
	filter: z.enum(filters).optional(),
	selected: selection.default({ all: true, names: [] }),
	years: z.number().default(1),
};

export const listRoutes = {
	list: route("list", position),
	listFilter: route("list_filter", position),
	listYears: route("list_years", position),
	/** Offers to store a list that a person sent while a question was open. */
	listAsk: route("list_ask", { text: z.string() }),
};
