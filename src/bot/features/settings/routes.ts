import { note } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const settingsRoutes = {
	settings: route("settings", { note }),
	language: route("language", {}),
	zones: route("zones", { note }),
};
