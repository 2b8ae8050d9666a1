import { readNameservers } from "../../../rules/dns/nameservers.ts";
import { domain, problem } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { readTarget } from "./target.ts";

const nameservers = route("nameservers", { domain, problem });

export const nameserversRoutes = {
	nameservers,
	nameserversAsk: question(
		"nameservers_ask",
		{ domain, problem },
		{
			accepts(text) {
				const target = readTarget(text);
				return "presetKey" in target || readNameservers(target.nameservers).ok;
			},
			restart: (params) => routeRef(nameservers, { domain: params.domain }),
		},
	),
};
