import { z } from "zod";
import { route } from "../../screens/route.ts";

const plan = { days: z.number().optional(), by: z.enum(["month", "tag"]).optional() };

export const plannerRoutes = {
	/** Shows what the renewals of the next `days` days cost, by month or by tag. */
	planner: route("planner", plan),
	/** A message with a chart of the renewal costs as a picture. */
	plannerPicture: route("planner_picture", plan),
};
