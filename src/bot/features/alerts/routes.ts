import { z } from "zod";
import { note } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const alertsRoutes = {
	alert: route("alert", { eventId: z.number() }),
	alerts: route("alerts", { note }),
	/** Shows the operator an operation that needs manual review. */
	operatorAlert: route("notice", { operationId: z.number() }),
};
