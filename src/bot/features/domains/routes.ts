import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const sorts = ["expiry", "name", "added"] as const;
export const filters = ["30", "60", "90", "blocked", "expired", "edge"] as const;

/** `choose`: the action for the chosen domain. `filter`: expires within so many days, or a state. */
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
	/** `list`: the page that the person chose the domain from. `from`: any other screen. */
	domain: route("domain", { domain, list: list.optional(), from: origin.optional() }),
};
