import { z } from "zod";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const liveRoutes = {
	/**
	 * The result of the check *Is it live?*. With `from`, *Back* leads to that screen. Without `from`, *Back* leads to
	 * the card of the domain (the screen with its details).
	 */
	live: route(
		"live",
		{ watchId: z.number(), domain, from: origin.optional() },
		{ subject: ({ watchId: id }) => ({ kind: "live", id }) },
	),
};
