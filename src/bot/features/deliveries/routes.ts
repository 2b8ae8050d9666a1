import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { route } from "../../screens/route.ts";

export const deliveriesRoutes = {
	deliveries: route("deliveries", { failedOnly: z.boolean(), ...listPosition }),
};
