import { z } from "zod";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const liveRoutes = {
	/** `from`: the screen that *Back* leads to. Default: the card of the domain. */
	live: route(
		"live",
		{ watchId: z.number(), domain, from: origin.optional() },
		{ subject: ({ watchId: id }) => ({ kind: "live", id }) },
	),
};
