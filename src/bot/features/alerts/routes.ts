import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	alerts: route("alerts", { noticeKey }),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("operator_alert", { operationId: z.number() }),
};
