import { z } from "zod";
import { looksLikeYears } from "../../../rules/years.ts";
import { domain, origin, refusedName, rejectedInput } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { domainsRoutes } from "../domains/routes.ts";

export const renewRoutes = {
	renewNames: question("renew_names", { rejectedInput }),
	/**
	 * Asks for the years of a renewal. If the renewal is for several names, `domain` is "", and `count` is the number of
	 * names. `from`: the list in which the person selected the names.
	 */
	renewYears: question(
		"renew_years",
		{
			domain,
			count: z.number().optional(),
			refused: z.array(refusedName).optional(),
			refusedMore: z.number().optional(),
			from: origin.optional(),
			rejectedInput,
		},
		{
			accepts: looksLikeYears,
			acceptsName: () => false,
			restart: (params) =>
				params.domain === ""
					? routeRef(domainsRoutes.domains, { choose: "renew" })
					: routeRef(domainsRoutes.domain, { domain: params.domain }),
		},
	),
	/** Says that a domain cannot be renewed for the number of years in `rejectedInput`. */
	rejectedYears: route("rejected_years", { domain, rejectedInput: z.string() }),
};
