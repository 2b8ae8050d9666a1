import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const homeRoutes = {
	/** The screen *Home*. `resume`: the guided renewal that `/start` interrupted. A button continues it. */
	home: route("home", {
		noticeKey,
		vars: z.record(z.string(), z.string()).optional(),
		// An earlier version of the bot also stored the verb `reference`.
		resume: z
			.object({ verb: z.literal("renew"), name: z.string(), value: z.string() })
			.optional()
			.catch(undefined),
	}),
	help: route("help", {}),
};
