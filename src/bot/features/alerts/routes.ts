import { z } from "zod";
import { domain, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

const alertRow = z.object({ of: z.enum(["domain", "label"]), value: z.string() });
export type AlertRow = z.infer<typeof alertRow>;

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	/**
	 * The switches for alerts. `domain` and `label` are the argument of `/alerts`, or come from the button of an alert.
	 * Their switches are shown first, muted or not.
	 */
	alerts: route("alerts", {
		noticeKey,
		/**
		 * The topic of the notice: a type of alert, a domain or a label. It can be a label that none of the person's
		 * domains has.
		 */
		topic: z.object({ topic: z.string(), value: z.string() }).optional(),
		domain: domain.optional(),
		label: z.string().optional(),
		/**
		 * Domains and labels whose switches the person tapped here. The screen lists muted domains and labels, and also
		 * these, so that the person can mute them again.
		 */
		kept: z.array(alertRow).optional(),
		page: z.number().optional(),
	}),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),
};
