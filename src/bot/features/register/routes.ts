import { z } from "zod";
import type { Intent } from "../../../rules/recognise.ts";
import { domain, rejectedInput } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { looksLikeYears } from "../renew/parse-years.ts";
import { searchRoutes } from "../search/routes.ts";

const restart = (params: { domain: string }) => routeRef(searchRoutes.offer, { name: params.domain });

/** Rules of a question that any text can answer. */
const reference = {
	accepts: (_text: string, _params: unknown, { is }: Intent) => ["base", "words", "refused"].includes(is),
	acceptsTokenLike: () => true,
	restart,
};

export const registerRoutes = {
	registerYears: question(
		"register_years",
		{ domain, rejectedInput },
		{ accepts: looksLikeYears, acceptsName: () => false, restart },
	),
	registerLabel: question("register_label", { domain, years: z.number(), rejectedInput }, reference),
	registerReference: question(
		"register_reference",
		{ domain, years: z.number(), label: z.string().nullable(), rejectedInput },
		reference,
	),
	busy: route("busy", { domain, reference: z.string(), mine: z.boolean() }),
	noPrice: route("no_price", { domain }),
};
