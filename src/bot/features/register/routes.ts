import { z } from "zod";
import type { Intent } from "../../../rules/recognise.ts";
import { domain, origin, rejectedInput } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { operationRoutes } from "../operation/routes.ts";
import { looksLikeYears } from "../renew/parse-years.ts";
import { searchRoutes } from "../search/routes.ts";

/**
 * A quote that the person is changing. For several names, `domain` is "". `count`: the number of names. `from`: the
 * list from which the quote was made.
 */
const order = { operationId: z.number(), domain, count: z.number(), from: origin.optional() };
export type OrderQuestion = z.infer<z.ZodObject<typeof order>>;

const rules = {
	acceptsName: () => false,
	restart: ({ domain: name }: { domain: string }) =>
		name === "" ? routeRef(operationRoutes.operations, {}) : routeRef(searchRoutes.offer, { name }),
};

export const registerRoutes = {
	registerYears: question("register_years", { ...order, rejectedInput }, { ...rules, accepts: looksLikeYears }),
	registerReference: question(
		"register_reference",
		{ ...order, field: z.enum(["label", "reference"]), rejectedInput },
		{
			...rules,
			accepts: (_text: string, _params: unknown, { is }: Intent) => ["base", "words", "refused"].includes(is),
			acceptsTokenLike: () => true,
		},
	),
	/**
	 * Asks for the edge profile of an order. `keys`: the profiles with a button. `rejectedInput`: the problem with the
	 * last answer, as the end of a locale key.
	 */
	registerProfile: question(
		"register_profile",
		{ ...order, keys: z.array(z.string()), rejectedInput },
		{
			...rules,
			accepts: (text: string, _params: unknown, { is }: Intent) =>
				!/\s/.test(text.trim()) && ["base", "words", "refused"].includes(is),
			acceptsTokenLike: () => true,
		},
	),
	/**
	 * Says that another order has locked the domain. `operationId`: the order of several names that could not be
	 * confirmed for this reason, if any. `free`: how many names of that order can still be ordered. `from`: the list from
	 * which the person came, to which *Back* leads.
	 */
	busy: route("busy", {
		domain,
		reference: z.string(),
		mine: z.boolean(),
		operationId: z.number().optional(),
		free: z.number().optional(),
		from: origin.optional(),
	}),
	noPrice: route("no_price", { domain }),
};
