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
	/** Another person connected this person's account. */
	accountShared: route("account_shared", { connectionId: z.number() }),
	/** A new token was issued, so this person's token no longer works. */
	accessLost: route("access_lost", { connectionId: z.number() }),
	/** A person who was connected earlier removed this person's access. */
	accessRemoved: route("access_removed", { accountId: z.number() }),
	connections: route("connections", {}),
};
