import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const homeRoutes = {
	/**
	 * The screen *Home*. `resume`: the conversation about a renewal that `/start` interrupted. A button continues this
	 * conversation.
	 */
	home: route("home", {
		noticeKey,
		vars: z.record(z.string(), z.string()).optional(),
		// Screens stored by an earlier version can have the verb `reference`. For these, `catch` sets `resume` to
		// undefined.
		resume: z
			.object({ verb: z.literal("renew"), name: z.string(), value: z.string() })
			.optional()
			.catch(undefined),
	}),
	help: route("help", {}),
};
