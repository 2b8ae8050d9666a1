import { route } from "../../screens/route.ts";

export const accountRoutes = {
	account: route("account", {}),
};
