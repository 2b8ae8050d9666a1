import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const homeRoutes = {
	/** The screen *Home*. `resume`: the renewal or quote that `/start` interrupted. A button continues it. */
	home: route("home", {
		noticeKey,
		vars: z.record(z.string(), z.string()).optional(),
		resume: z.object({ verb: z.enum(["renew", "reference"]), name: z.string(), value: z.string() }).optional(),
	}),
	help: route("help", {}),
};
