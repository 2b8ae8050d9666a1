import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const settingsRoutes = {
	settings: route("settings", { noticeKey }),
	language: route("language", {}),
	zones: route("zones", { noticeKey }),
};
