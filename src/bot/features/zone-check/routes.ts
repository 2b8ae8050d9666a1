import { listPosition } from "../../screens/list-position.ts";
import { domain, domains, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const zoneCheckRoutes = {
	/**
	 * Shows what is wrong with a domain's zone. With `from`, *Back* leads to that screen. Without `from`, *Back* leads to
	 * the list of records.
	 */
	zoneCheck: route("zone_check", { domain, from: origin.optional() }),
	/** Shows the state of the mail records of several domains. */
	mailCheck: route("mail_check", { ...listPosition, domains }),
};
