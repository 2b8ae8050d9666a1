import { z } from "zod";
import { domain, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	/**
	 * The screen with the switches for alerts. The person may have named a `domain` or a `label` after `/alerts`, or
	 * tapped a button of an alert about it. The screen then has switches for this domain or label even if it is not
	 * muted.
	 */
	alerts: route("alerts", {
		noticeKey,
		/**
		 * What the notice names: a type of alert, a domain or a label. It may be a label that the person has not given to
		 * any domain.
		 */
		topic: z.object({ topic: z.string(), value: z.string() }).optional(),
		domain: domain.optional(),
		label: z.string().optional(),
		page: z.number().optional(),
	}),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),
};
