import { z } from "zod";
import { noticeKey, origin, pendingRoute, repeatedTap, trouble } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const connectRoutes = {
	/**
	 * Says why the bot could not do what a person asked for. `from`: the screen on which the person asked; `ctx.show`
	 * adds this parameter. `repeat`: the tap that *Try again* repeats.
	 */
	trouble: route("trouble", { ...trouble, from: origin.optional(), repeat: repeatedTap.optional() }),
	connect: route("connect", { noticeKey, pendingRoute }, { onAbandon: () => ({}) }),
	connectionCheck: route("connection_check", {
		...trouble,
		tested: z.boolean(),
		undeleted: z.boolean(),
		pendingRoute,
	}),
	connected: route("connected", {
		last4: z.string(),
		sandbox: z.boolean(),
		balanceCents: z.number().nullable(),
		others: z.number(),
		undeleted: z.boolean(),
		pendingRoute,
	}),
	disconnect: route(
		"disconnect",
		{ connectionId: z.number(), open: z.number().optional() },
		{ onAbandon: () => ({ what: "account-disconnect" }) },
	),
	/** Tells an earlier user of an account that another person has connected the same account. */
	accountShared: route("account_shared", { connectionId: z.number() }),
	/** Tells a person that their token no longer works, because someone has issued a new token for the account. */
	accessLost: route("access_lost", { connectionId: z.number() }),
	/**
	 * Tells a person that an earlier user of the account removed their access. `by`: the id of that user's connection.
	 */
	accessRemoved: route("access_removed", { accountId: z.number(), by: z.number().optional() }),
	connections: route("connections", {}),
};
