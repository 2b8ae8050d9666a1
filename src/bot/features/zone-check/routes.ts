import { listPosition } from "../../screens/list-position.ts";
import { domain, domains, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const zoneCheckRoutes = {
	/** What is wrong with a domain's zone. `from`: the screen that *Back* leads to. Default: the records. */
	zoneCheck: route("zone_check", { domain, from: origin.optional() }),
	/** The mail records of several domains. */
	mailCheck: route("mail_check", { ...listPosition, domains }),
};
