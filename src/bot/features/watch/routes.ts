import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const watchRoutes = {
	/** The list of watches. `name`: the domain name that the notice mentions. */
	watches: route("watches", { ...listPosition, noticeKey, name: z.string().optional() }),
	watchedName: route("watched_name", { watchId: z.number() }),
};
