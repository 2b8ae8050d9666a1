import { z } from "zod";
import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const freezeRoutes = {
	/** The freeze of the active account (`domain`: "") or of a domain. `ask`: with the question whether to end it. */
	freeze: route("freeze", { domain, ask: z.boolean().optional() }),
	/** The notification that another person froze an account or domain, or asked to end that. */
	freezeNotice: route("freeze_notice", { freezeId: z.number() }),
};
