import { z } from "zod";
import { changeResult, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** A preset or an edge profile is typed as a key and values. A single word is no such input. */
const hasSeveralWords = (text: string) => /\S\s+\S/.test(text);

/** A section can be cancelled only while it asks for a second confirmation. */
const doubtAbout =
	(what: string) =>
	({ doubt }: { doubt?: string | undefined }) =>
		doubt === undefined ? null : { what };

export const profileRoutes = {
	/** Profile → API, with six sections. */
	profile: route("profile", changeResult),
	profileToken: route("profile_token", changeResult, { onAbandon: doubtAbout("profile-token") }),
	profileWhitelist: route("profile_whitelist", changeResult, { onAbandon: doubtAbout("profile-whitelist") }),
	profileWebhook: route("profile_webhook", changeResult),
	profileDefaults: route("profile_defaults", changeResult),
	profilePresets: route("profile_presets", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: doubtAbout("profile-presets"),
	}),
	profileEdges: route("profile_edges", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: doubtAbout("profile-edges"),
	}),
	/** Asks for the secret that signs the events of an external service. */
	profileSecret: route("profile_secret", { noticeKey }),
	/** Shows a secret once. The secret is never stored with the screen. */
	secret: route("secret", { of: z.enum(["token", "webhook"]) }),
};
