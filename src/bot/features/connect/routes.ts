import { z } from "zod";
import { noticeKey, pendingRoute, trouble } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const connectRoutes = {
	trouble: route("trouble", trouble),
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
	/** Says that another person connected an account that this person uses too. */
	accountShared: route("account_shared", { connectionId: z.number() }),
	/** Says that a new token of the account was issued, so this person's token no longer works. */
	accessLost: route("access_lost", { connectionId: z.number() }),
	/** Says that an earlier user of the account removed this person's access. `by`: the id of that user's connection. */
	accessRemoved: route("access_removed", { accountId: z.number(), by: z.number().optional() }),
	connections: route("connections", {}),
};
