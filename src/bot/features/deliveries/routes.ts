import { z } from "zod";
import { route } from "../../screens/route.ts";

export const deliveriesRoutes = {
	deliveries: route("deliveries", { failedOnly: z.boolean(), page: z.number() }),
};
