import { listPosition } from "../../screens/list-position.ts";
import { route } from "../../screens/route.ts";

export const pricesRoutes = {
	prices: route("prices", listPosition),
};
