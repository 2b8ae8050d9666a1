import { z } from "zod";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const incidentRoutes = {
	/** The page about a watched domain that was changed outside the bot. */
	changeIncident: route("change_incident", { watchId: z.number(), domain }),
	/**
	 * The page about a domain that is or was blocked. `eventId`: the event that reported the block. The page then shows
	 * the account of this event. Without `eventId`, it shows the active account. `from`: the previous screen. Do not
	 * rename `domain`: `store/domains.ts` searches stored screens by this parameter.
	 */
	incident: route("incident", { domain, eventId: z.number().optional(), from: origin.optional() }),
};
