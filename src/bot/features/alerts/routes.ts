import { z } from "zod";
import { domain, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	/**
	 * The switches for alerts. `domain` and `label`: those that the person named after `/alerts`, or those of the alert
	 * whose button opened this screen. They get switches even if they are not muted.
	 */
	alerts: route("alerts", {
		noticeKey,
		/**
		 * What the notice names: a type of alert, a domain or a label. The label may be one that none of the person's
		 * domains has.
		 */
		topic: z.object({ topic: z.string(), value: z.string() }).optional(),
		domain: domain.optional(),
		label: z.string().optional(),
		page: z.number().optional(),
	}),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),
};
