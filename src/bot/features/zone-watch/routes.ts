import { z } from "zod";
import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const zoneWatchRoutes = {
	/** Shows a change to a watched domain that was made outside the bot. */
	changedElsewhere: route("changed_elsewhere", { watchId: z.number(), domain }),
	/** Says that the person already watches the maximum number of domains. */
	watchedTooMany: route("watched_too_many", { domain }),
};
