import { z } from "zod";
import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const freezeRoutes = {
	/**
	 * The freeze of an account (if `domain` is "") or of a domain. `accountId`: the account, by default the active one.
	 * `ask`: true if the screen asks the person whether to end the freeze.
	 */
	freeze: route("freeze", { domain, accountId: z.number().optional(), ask: z.boolean().optional() }),
	/**
	 * The notification that another person froze an account or a domain, asked to end a freeze, or cancelled its end.
	 * `keptBy`: the person who cancelled it.
	 */
	freezeNotice: route(
		"freeze_notice",
		{ freezeId: z.number(), keptBy: z.number().optional() },
		{ subject: ({ freezeId: id }) => ({ kind: "freeze", id }) as const },
	),
};
