import { z } from "zod";
import { changeResult, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/**
 * True for a text of several words. Such a text may define a nameserver preset or an edge profile. So it does not count
 * as a token, even if one of its words looks like one. A single word may be a token.
 */
const hasSeveralWords = (text: string) => /\S\s+\S/.test(text);

/**
 * Returns the rule for `/cancel` on a section of the profile. If the section asks for a second confirmation, the
 * command cancels the change. Otherwise, there is nothing to cancel.
 */
const abandonIfDoubt =
	(what: string) =>
	({ doubt }: { doubt?: string | undefined }) =>
		doubt === undefined ? null : { what };

export const profileRoutes = {
	/** *Profile → API*, which leads to six sections. */
	profile: route("profile", changeResult),
	profileToken: route("profile_token", changeResult, { onAbandon: abandonIfDoubt("profile-token") }),
	profileWhitelist: route("profile_whitelist", changeResult, { onAbandon: abandonIfDoubt("profile-whitelist") }),
	profileWebhook: route("profile_webhook", changeResult, { onAbandon: abandonIfDoubt("profile-webhook") }),
	profileDefaults: route("profile_defaults", changeResult),
	profilePresets: route("profile_presets", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: abandonIfDoubt("profile-presets"),
	}),
	profileEdges: route("profile_edges", changeResult, {
		acceptsTokenLike: hasSeveralWords,
		onAbandon: abandonIfDoubt("profile-edges"),
	}),
	/** Asks for the secret with which an external service signs its events. */
	profileSecret: route("profile_secret", { noticeKey }),
	/** Shows a secret once. The secret is never stored with the screen. */
	secret: route("secret", { of: z.enum(["token", "webhook"]) }),
};
