import { z } from "zod";
import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const freezeRoutes = {
	/**
	 * The freeze of a domain, or of the whole account if `domain` is "". Without `accountId`, the screen shows the active
	 * account. `ask`: true if the screen asks the person whether to end the freeze.
	 */
	freeze: route("freeze", { domain, accountId: z.number().optional(), ask: z.boolean().optional() }),
	/**
	 * Notifies a person that someone else froze an account or a domain, scheduled the end of a freeze, or cancelled the
	 * scheduled end. `keptBy`: the person who cancelled it.
	 */
	freezeNotice: route(
		"freeze_notice",
		{ freezeId: z.number(), keptBy: z.number().optional() },
		{ subject: ({ freezeId: id }) => ({ kind: "freeze", id }) as const },
	),
};
