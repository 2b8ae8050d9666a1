import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const sorts = ["expiry", "name", "added"] as const;
export const filters = ["30", "60", "90", "blocked", "expired", "edge"] as const;

/** `choose`: the action for which the person chooses a domain. `filter`: a state, or the days until expiry. */
const position = {
	...listPosition,
	choose: z.enum(["zone", "nameservers", "edge", "renew"]).optional(),
	sort: z.enum(sorts).optional(),
	filter: z.enum(filters).optional(),
};
export const list = z.object(position);
export type DomainsPosition = z.infer<typeof list>;

export const domainsRoutes = {
	domains: route("domains", position),
	domainsFilter: route("domains_filter", position),
	/** A message with a file. */
	domainsFile: route("domains_file", { list }),
	/** The screen that the card leads back to. `list`: a page of My domains. `from`: any other screen. */
	domain: route("domain", { domain, list: list.optional(), from: origin.optional() }),
};
