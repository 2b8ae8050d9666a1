import { z } from "zod";
import { domain, domains, noticeKey, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const autoRenewRoutes = {
	/** Auto-renew of one domain of the active account. */
	autoRenew: route("auto_renew", { domain, noticeKey, from: origin.optional() }),
	/** Auto-renew of several domains at once. */
	manyAutoRenew: route("many_auto_renew", { domains, noticeKey }),
	/** All domains of the active account that have auto-renew. */
	autoRenewals: route("auto_renewals", { page: z.number().optional() }),
};
