import { z } from "zod";
import { bad, note } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const spendingLimitsRoutes = {
	spendingLimits: route("guard", { note }),
	spendingLimit: route(
		"guard_sum",
		{ which: z.enum(["dayCapCents", "askAboveCents", "lowBalanceCents"]), bad },
		{ onAbandon: () => ({}) },
	),
	lowBalance: route("low_balance", { userId: z.number(), sandbox: z.boolean(), balanceCents: z.number() }),
};
