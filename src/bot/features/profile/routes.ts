import { z } from "zod";
import { note, said } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const profileRoutes = {
	/** Profile -> API, with six sections. */
	profile: route("profile", said),
	profileToken: route("profile_token", said),
	profileWhitelist: route("profile_whitelist", said),
	profileWebhook: route("profile_webhook", said),
	profileDefaults: route("profile_defaults", said),
	profilePresets: route("profile_presets", said),
	profileEdges: route("profile_edges", said),
	/** Asks for the secret that signs the events of a service elsewhere. */
	profileSecret: route("profile_secret", { note }),
	/** Shows a secret once. The secret is never stored with the screen. */
	secret: route("secret", { of: z.enum(["token", "webhook"]) }),
};
