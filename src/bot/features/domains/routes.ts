import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { domain, noticeKey, noticeVars, origin, sentRecords } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const sorts = ["expiry", "name", "added"] as const;
export const filters = ["30", "60", "90", "blocked", "expired", "edge"] as const;

/**
 * A position in the list *My domains*. `choose`: the action for which the person is choosing a domain. `records`: the
 * records to add to the chosen domain. `filter`: a state of the domain, or the maximum number of days until its expiry.
 */
const position = {
	...listPosition,
	choose: z.enum(["zone", "nameservers", "edge", "renew"]).optional(),
	records: sentRecords.optional(),
	sort: z.enum(sorts).optional(),
	filter: z.enum(filters).optional(),
};
export const list = z.object(position);
export type DomainsPosition = z.infer<typeof list>;

export const domainsRoutes = {
	/** The list *My domains*. `noticeKey` and `vars`: the notice about the last change to the selected domains. */
	domains: route("domains", { ...position, noticeKey, vars: noticeVars }),
	domainsFilter: route("domains_filter", position),
	/** Says that the person selected more domains than the action accepts. `most`: the number that it accepts. */
	tooManyDomains: route("too_many_domains", { list, most: z.number() }),
	/**
	 * A message with a CSV file of the selected domains. Without a selection, the file contains all domains that match
	 * the search and the filter.
	 */
	domainsFile: route("domains_file", { list }),
	/**
	 * The card of a domain (the screen with its details). With `from`, *Back* leads to that screen. Without `from`,
	 * *Back* leads to the position `list` in *My domains*.
	 */
	domain: route("domain", { domain, list: list.optional(), from: origin.optional() }),
};
