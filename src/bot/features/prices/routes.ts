import { z } from "zod";
import { route } from "../../screens/route.ts";

export const pricesRoutes = {
	prices: route("prices", { search: z.string().optional(), page: z.number() }),
};
