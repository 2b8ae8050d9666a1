import { z } from "zod";
import { domain, noticeKey, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

const page = z.number().optional();

export const expiringRoutes = {
	/** Lists the domains that expire within `days` days. `unread`: the person sent a number of days out of bounds. */
	expiring: route("expiring", { days: z.number(), unread: z.boolean().optional(), page }),
	/** The reminder: a daily message that lists domains that expire soon. */
	reminder: route("reminder", { reminderId: z.number(), page }),
	/** Shows one expiring domain with the choices to renew it, to be reminded again, or to let it expire. */
	renewalChoice: route("renewal_choice", { accountId: z.number(), domain, from: origin, noticeKey }),
	/** The setting of how many days before an expiry the person gets a reminder. */
	expiryReminders: route("expiry_reminders", {}),
};
