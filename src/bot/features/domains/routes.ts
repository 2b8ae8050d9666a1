import { z } from "zod";
import { domain, domainPage, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const domainsRoutes = {
	domains: route("domains", domainPage),
	/** `list`: the page that the person chose the domain from. `from`: any other screen. */
	domain: route("domain", { domain, list: z.object(domainPage).optional(), from: origin.optional() }),
};
