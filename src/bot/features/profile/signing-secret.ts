import type { Log } from "@domains/kit/log.ts";
import type { MiddlewareFn } from "grammy";
import type { Actions } from "../../../actions/index.ts";
import { findSigningSecret } from "../../../rules/secrets.ts";
import type { SessionContext } from "../../context.ts";
import { isOtherInput } from "../../input/screen-input.ts";
import { type Destination, to } from "../../screens/route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";

interface SecretsDeps {
	actions: Actions;
	log: Log;
}

type Kept = Awaited<ReturnType<Actions["profile"]["keepSecret"]>>;

/**
 * Handles a text with the secret that an external service uses to sign its events. Runs before conversations and before
 * the middleware that looks for tokens.
 * - Handles every text that contains a secret with the prefix `whsec_`.
 * - If the chat has just asked for the secret, also handles any other text except commands, names and lists.
 * - Deletes the message before storing the secret.
 */
export function readWebhookSecrets({ actions, log }: SecretsDeps): MiddlewareFn<SessionContext> {
	return async (ctx, next) => {
		const text = ctx.incoming.text.trim();
		const asked = ctx.screen?.routeName === routes.profileSecret.name && isAttempt(ctx);
		const marked = findSigningSecret(text) ?? findSigningSecret(ctx.incoming.fileName);
		if (!asked && marked === undefined) return await next();
		ctx.leave();
		const deleted = await ctx.deleteMessage().catch((error: unknown) => {
			log.warn({ error }, "the message with a secret could not be deleted");
			return false;
		});
		const result = await actions.profile.keepSecret({ personId: ctx.person.id, secret: marked ?? text });
		const { route, params } = afterKeeping(result, deleted);
		ctx.show(route, params, { where: asked ? "place" : "new" });
	};
}

function afterKeeping(result: Kept, deleted: boolean): Destination {
	switch (result.kind) {
		case "kept":
			return to(routes.profile, { noticeKey: deleted ? "profile-secret-kept" : "profile-secret-undeleted" });
		case "malformed":
			return to(routes.profileSecret, { noticeKey: "profile-secret-malformed" });
		case "not_here":
			return to(routes.profile, { noticeKey: "profile-secret-not-here" });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}

function isAttempt(ctx: SessionContext): boolean {
	const text = ctx.incoming.text.trim();
	return text !== "" && !text.startsWith("/") && !isOtherInput(ctx);
}
