import type { MiddlewareFn } from "grammy";
import type { ConnectResult } from "../../../actions/index.ts";
import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";
import type { SessionContext } from "../../context.ts";
import type { FeatureDeps } from "../../feature.ts";
import { isOtherInput } from "../../input/off-topic.ts";
import { afterConnect, tokenInFile } from "../../input/tokens.ts";
import { routeOf, routes } from "../../routes.ts";
import { pendingRouteOf } from "./pending-route.ts";
import { connectDestination } from "./result.ts";

/**
 * Reads a token before any stored conversation can: alone or among words, edited, in a caption or file, forwarded, or
 * after `/connect`. Deletes the message first, even if the end of the token was lost. While the chat asks for a token,
 * any text that is not a command, name, list or record is an attempt. While a person has no account of an external
 * service, a word in the form of a token counts as one.
 */
export function readTokens({ actions, readFile, settings, log }: FeatureDeps): MiddlewareFn<SessionContext> {
	return async (ctx, next) => {
		const { message, text, file } = ctx.incoming;
		if (!message) return await next();
		const asked = ctx.screen?.feature === routes.connect.name;
		const given = afterConnect(text) ?? (asked && isAttempt(ctx) ? text : null);
		const token = given === null ? await findUnasked(ctx) : (findExpectedToken(given, true) ?? asToken(given));
		const found = token ?? (await tokenInFile(file, readFile));
		if (found === null && given === null && !isTruncatedToken(text)) return await next();

		ctx.leave();
		const deleted = await ctx.deleteMessage().catch((error: unknown) => {
			log.warn({ error }, "The message with a token could not be deleted.");
			return false;
		});
		const { route, params } = connectDestination(await connect(ctx.person.id, found), {
			undeleted: !deleted,
			pendingRoute: pendingRouteOf(ctx.screen),
		});
		// The same text on the same screen would look as if nothing had happened.
		const again =
			asked && route.name === routes.connect.name && ctx.screen?.params["noticeKey"] === params["noticeKey"];
		ctx.show(route, params, { where: again ? "beneath" : asked ? "place" : "new" });
	};

	/** Finds a token in a text that does not answer the question for one. */
	async function findUnasked(ctx: SessionContext): Promise<string | null> {
		const { screen, person, incoming } = ctx;
		const { text } = incoming;
		if (routeOf(screen?.feature ?? "")?.acceptsTokenLike(screen?.params, text)) return certainToken(text) ?? null;
		const certain = findToken(text);
		if (certain !== undefined) return certain;
		const likely = isOtherInput(ctx)
			? undefined
			: (findExpectedToken(text, false) ?? (mayBeToken(text) ? text : undefined));
		return likely !== undefined && (await isMissing(person.id)) ? asToken(likely) : null;
	}

	async function isMissing(personId: number): Promise<boolean> {
		// Tokens of the built-in service have a known form.
		if (settings.sandbox) return false;
		const connection = await actions.connection.current({ personId });
		return connection === null || connection.state === "needs_token";
	}

	async function connect(personId: number, token: string | null): Promise<ConnectResult> {
		return token === null ? { kind: "malformed" } : await actions.connection.connect({ personId, token });
	}
}

/** Returns the text if it may be a token of an unknown form: one long word that fits in a header. */
function asToken(text: string): string | null {
	const word = text.trim();
	return /^[\x21-\x7e]{12,4096}$/.test(word) ? word : null;
}

/** True if a text answers the question for a token. A name, a list and a record keep their usual meaning. */
function isAttempt(ctx: SessionContext): boolean {
	const { text } = ctx.incoming;
	return text.trim() !== "" && !text.startsWith("/") && (findToken(text) !== undefined || !isOtherInput(ctx));
}
