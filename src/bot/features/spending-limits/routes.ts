import { z } from "zod";
import { noticeKey, rejectedInput } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const spendingLimitsRoutes = {
	spendingLimits: route("spending_limits", { noticeKey }),
	spendingLimit: route(
		"spending_limit",
		{ which: z.enum(["dayCapCents", "askAboveCents", "lowBalanceCents"]), rejectedInput },
		{ onAbandon: () => ({}) },
	),
	lowBalance: route("low_balance", { userId: z.number(), sandbox: z.boolean(), balanceCents: z.number() }),
};
