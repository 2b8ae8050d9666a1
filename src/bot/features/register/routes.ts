import { z } from "zod";
import type { Intent } from "../../../rules/recognise.ts";
import { looksLikeYears } from "../../../rules/years.ts";
import { listPosition } from "../../screens/list-position.ts";
import { domain, origin, rejectedInput } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";
import { domainsRoutes } from "../domains/routes.ts";
import { operationRoutes } from "../operation/routes.ts";
import { searchRoutes } from "../search/routes.ts";

/**
 * A quote that the person is changing, or one name of that quote. If the change applies to several names, `domain` is
 * "". `count`: the number of names. `from`: the list from which the quote was made.
 */
const order = {
	operationId: z.number(),
	domain,
	count: z.number(),
	kind: z.enum(["register", "renew"]).optional(),
	from: origin.optional(),
};
export type OrderQuestion = z.infer<z.ZodObject<typeof order>>;

const rules = {
	acceptsName: () => false,
	restart({ domain: name, kind }: { domain: string; kind?: OrderQuestion["kind"] }) {
		if (name === "") return routeRef(operationRoutes.operations, {});
		return kind === "renew" ? routeRef(domainsRoutes.domain, { domain: name }) : routeRef(searchRoutes.offer, { name });
	},
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
	/** Lists the names of a quote. The person can edit one name, or select the names that stay in the order. */
	orderNames: route(
		"order_names",
		{ ...listPosition, operationId: z.number(), from: origin.optional() },
		{ subject: ({ operationId: id }) => ({ kind: "operation", id }) },
	),
	/**
	 * Says that another operation has locked the domain.
	 * - `change`: true if that operation is a change and not an order.
	 * - `operationId`: the order of several names that could not be confirmed for this reason, if any.
	 * - `free`: how many names of that order can still be ordered.
	 * - `from`: the list from which the person came, to which *Back* leads.
	 */
	busy: route("busy", {
		domain,
		reference: z.string(),
		mine: z.boolean(),
		change: z.boolean().optional(),
		operationId: z.number().optional(),
		free: z.number().optional(),
		from: origin.optional(),
	}),
	noPrice: route("no_price", { domain }),
};
