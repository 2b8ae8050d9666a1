import { z } from "zod";
import { bad, domain, refusedName } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const renewRoutes = {
	renewNames: question("renew_names", { bad }),
	/** `domain` is "" for a list of `count` names. */
	renewYears: question("renew_years", {
		domain,
		count: z.number().optional(),
		refused: z.array(refusedName).optional(),
		refusedMore: z.number().optional(),
		bad,
	}),
	/** `domain` is "" for a list. */
	rejectedYears: route("bad_years", { domain, said: z.string() }),
};
