import { z } from "zod";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const incidentRoutes = {
	/** The page of a watched domain that was changed outside the bot. */
	changeIncident: route("change_incident", { watchId: z.number(), domain }),
	/**
	 * The page of a domain that is or was blocked. `eventId`: an event, whose account is used; without it, the active
	 * account is used. `from`: the previous screen. `store/blocks.ts` finds the screens of a domain by the parameter
	 * `domain`.
	 */
	incident: route("incident", { domain, eventId: z.number().optional(), from: origin.optional() }),
};
