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
		// An earlier version of the bot stored screens whose `resume` has the verb `reference`. For these, `catch` sets
		// `resume` to undefined, so that the other parameters stay valid.
		resume: z
			.object({ verb: z.literal("renew"), name: z.string(), value: z.string() })
			.optional()
			.catch(undefined),
	}),
	help: route("help", {}),
};
