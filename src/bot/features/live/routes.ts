import { z } from "zod";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const liveRoutes = {
	/**
	 * The result of the check *Is it live?*. `from`: the screen to which *Back* leads; by default, the card of the
	 * domain, which shows its details.
	 */
	live: route(
		"live",
		{ watchId: z.number(), domain, from: origin.optional() },
		{ subject: ({ watchId: id }) => ({ kind: "live", id }) },
	),
};
