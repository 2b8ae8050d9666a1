import { z } from "zod";
import { domain, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

const alertRow = z.object({ of: z.enum(["domain", "label"]), value: z.string() });
export type AlertRow = z.infer<typeof alertRow>;

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	/**
	 * The switches for alerts. `domain` and `label`: what the person named after `/alerts` or chose on a button of an
	 * alert. Their switches come first, even if they are not muted.
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
		/** Domains and labels whose switches the person tapped here. They keep their rows when they are no longer muted. */
		kept: z.array(alertRow).optional(),
		page: z.number().optional(),
	}),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),
};
