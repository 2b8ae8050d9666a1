import { z } from "zod";
import { domain, noticeKey, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const autoRenewRoutes = {
	/** Auto-renew of one domain of the active account. */
	autoRenew: route("auto_renew", { domain, noticeKey, from: origin.optional() }),
	/** All domains of the active account that have auto-renew. */
	autoRenewals: route("auto_renewals", { page: z.number().optional() }),
};
