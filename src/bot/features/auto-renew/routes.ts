import { z } from "zod";
import { domain, domains, noticeKey, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const autoRenewRoutes = {
	/** The auto-renew settings of one domain of the active account. */
	autoRenew: route("auto_renew", { domain, noticeKey, from: origin.optional() }),
	/** The screen that sets auto-renew for several domains at once. */
	manyAutoRenew: route("many_auto_renew", { domains, noticeKey }),
	/** Lists all domains of the active account that have auto-renew. */
	autoRenewals: route("auto_renewals", { page: z.number().optional() }),
};
