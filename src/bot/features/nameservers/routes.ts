import { readNameservers } from "@domains/contract/records/nameservers.ts";
import { z } from "zod";
import { readTarget } from "../../../rules/nameserver-target.ts";
import { domain, origin, problem } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { domainsRoutes } from "../domains/routes.ts";

const nameservers = route("nameservers", { domain, problem });

export const nameserversRoutes = {
	nameservers,
	/**
	 * Asks for new nameservers. If the question is about several domains, `domain` is "", and `count` is the number of
	 * domains.
	 */
	nameserversAsk: question(
		"nameservers_ask",
		{ domain, problem, count: z.number().optional(), from: origin.optional() },
		{
			accepts(text) {
				const target = readTarget(text);
				return "presetKey" in target || readNameservers(target.nameservers).ok;
			},
			acceptsUnsupported: () => false,
			restart: (params) =>
				params.domain === ""
					? routeRef(domainsRoutes.domains, { choose: "nameservers" })
					: routeRef(nameservers, { domain: params.domain }),
		},
	),
};
