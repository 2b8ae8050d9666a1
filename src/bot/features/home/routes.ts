import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const homeRoutes = {
	/** `resume`: the renewal or the quote that `/start` interrupted. Home shows a button to continue it. */
	home: route("home", {
		noticeKey,
		vars: z.record(z.string(), z.string()).optional(),
		resume: z.object({ verb: z.enum(["renew", "reference"]), name: z.string(), value: z.string() }).optional(),
	}),
	help: route("help", {}),
};
