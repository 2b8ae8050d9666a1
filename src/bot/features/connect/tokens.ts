import type { MiddlewareFn } from "grammy";
import type { User } from "grammy/types";
import type { Connection, ConnectResult } from "../../../actions/index.ts";
import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";
import type { SessionContext } from "../../context.ts";
import type { FeatureDeps } from "../../feature.ts";
import { isOtherInput } from "../../input/screen-input.ts";
import { afterConnect, tokenInFile } from "../../input/tokens.ts";
import { shorten } from "../../screens/html.ts";
import { type Destination, to } from "../../screens/route.ts";
import { type PendingRoute, pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { routeOf, routes } from "../../screens.ts";

interface Circumstances {
	/** True if the bot could not delete the message with the token. */
	undeleted?: boolean;
	/**
	 * True if the person repeated the test on the screen of a failed test. If the service refuses the token again, the
	 * screen says "still refused".
	 */
	tested?: boolean;
	/** True if the bot tested a token that it had already stored; false if the person has just sent the token. */
	kept?: boolean;
	/** The screen that the person requested before connecting. */
	pendingRoute?: PendingRoute | undefined;
}

/** The locale key of the notice that the service refused a stored token again. */
export const stillRefusedKey = "connect-refused-still";

type Result = ConnectResult | { kind: "no_sandbox" } | { kind: "frozen" } | { kind: "not_found" };

/** Returns the screen that shows the result of testing a token. */
export function connectDestination(result: Result, circumstances: Circumstances = {}): Destination {
	const { pendingRoute, ...rest } = circumstances;
	const { kept = false, ...found } = rest;
	const flags = { undeleted: false, tested: false, ...found, ...(pendingRoute && { pendingRoute }) };
	switch (result.kind) {
		case "connected":
			return to(routes.connected, { ...connected(result), undeleted: flags.undeleted, pendingRoute });
		case "whitelist":
			return to(routes.connectionCheck, {
				trouble: "forbidden",
				addresses: [...result.addresses],
				connectionId: result.connection.id,
				...flags,
			});
		case "trouble":
			if (!result.connection) return to(routes.trouble, storeTrouble(result));
			return to(routes.connectionCheck, { ...storeTrouble(result), connectionId: result.connection.id, ...flags });
		case "malformed":
			return to(routes.connect, { noticeKey: "connect-malformed", pendingRoute });
		case "token_refused":
			return to(routes.connect, { noticeKey: kept ? stillRefusedKey : "connect-refused", pendingRoute });
		case "no_sandbox":
			return to(routes.connect, { noticeKey: "connect-no-sandbox", pendingRoute });
		case "frozen":
			return to(routes.connect, { noticeKey: "connect-sandbox-frozen", pendingRoute });
		case "not_found":
			return to(routes.connect, { pendingRoute });
	}
}

interface Done {
	connection: Connection;
	balanceCents: number | null;
	others: number;
}

function connected({ connection, balanceCents, others }: Done) {
	const { tokenLast4: last4, account } = connection;
	return { last4, sandbox: account?.sandbox ?? false, balanceCents, others };
}

/**
 * Handles a message with a token before a conversation can take it as an answer. The token may be:
 * - one of several words;
 * - in an edited or forwarded message, in a caption, in a file or in its name;
 * - after `/connect`.
 * Deletes the message before testing the token. Also deletes a message with a truncated token.
 */
export function readTokens({ actions, readFile, settings, log }: FeatureDeps): MiddlewareFn<SessionContext> {
	return async (ctx, next) => {
		const { message, text, file, fileName } = ctx.incoming;
		if (!message) return await next();
		const { screen, person } = ctx;
		const asked = screen?.routeName === routes.connect.name;
		const acceptsTokenLike = routeOf(screen?.routeName ?? "")?.acceptsTokenLike(screen?.params, text) ?? false;
		const input = { text, argument: afterConnect(text), asked, isOther: isOtherInput(ctx), acceptsTokenLike };
		const found = findCredential(input);
		const isMeant = found.kind === "token" || (found.kind === "possible_token" && (await isMissing(person.id)));
		const token = isMeant ? found.token : (findToken(fileName) ?? (await tokenInFile(file, readFile)));
		if (token === null && (found.kind === "possible_token" ? found.withoutToken : found).kind === "none")
			return await next();

		ctx.leave();
		const deleted = await ctx.deleteMessage().catch((error: unknown) => {
			log.warn({ error }, "the message with a token could not be deleted");
			return false;
		});
		const result: ConnectResult =
			token === null
				? { kind: "malformed" }
				: await actions.connection.connect({
						personId: person.id,
						token,
						personName: telegramName(ctx.incoming.person),
					});
		const circumstances = { undeleted: !deleted, pendingRoute: pendingRouteOf(screen) };
		const { route, params } = connectDestination(result, circumstances);
		// If the screen already shows the same refusal, an edit of its message would change nothing visible. Show the
		// refusal in a new message below the person's text instead.
		const repeatsRefusal =
			asked && route.name === routes.connect.name && screen.params["noticeKey"] === params["noticeKey"];
		ctx.show(route, params, { where: repeatsRefusal ? "beneath" : asked ? "place" : "new" });
	};

	async function isMissing(personId: number): Promise<boolean> {
		// Tokens of the built-in service (`sandbox`) have a known format, and `findCredential` found none in this text. So
		// the text is not a token, even if the person has no connection.
		if (settings.sandbox) return false;
		const connection = await actions.connection.current({ personId });
		return connection === null || connection.state === "needs_token";
	}
}

const longestName = 64;

/**
 * Returns a person's name and username on one line. Removes control characters, and formatting characters such as those
 * that reorder text. Returns undefined if nothing is left.
 */
export function telegramName(user: User | null | undefined): string | undefined {
	if (!user) return undefined;
	const name = [user.first_name, user.last_name ?? "", user.username ? `(@${user.username})` : ""].join(" ");
	const shown = name
		.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
		.replaceAll(/\s+/g, " ")
		.trim();
	return shown === "" ? undefined : shorten(shown, longestName);
}

export interface CredentialInput {
	text: string;
	/** The text after the command `/connect`; null if the text is not this command. */
	argument: string | null;
	/** True if the last screen of the chat asks for an API token. */
	asked: boolean;
	/** True if the text is clearly not a token, for example a domain name, a list of names or a DNS record. */
	isOther: boolean;
	/** True if the last screen accepts texts that may look like a token, such as the value of a TXT record. */
	acceptsTokenLike: boolean;
}

export type Credential =
	| { kind: "token"; token: string }
	/**
	 * A text that may be a token of an external registrar service. The bot does not know the format of such tokens. The
	 * caller tests the text as a token only if the bot uses an external service and the person has no working connection.
	 * In any other case, the text counts as `withoutToken`, which is `attempt` or `none`.
	 */
	| { kind: "possible_token"; token: string; withoutToken: Credential }
	/** The person apparently tried to send a token, but the text contains no usable one. */
	| { kind: "attempt" }
	| { kind: "none" };

/**
 * Finds the token in a text.
 * - If the chat has just asked for a token, any text counts as a token or as an attempt to send one. Exceptions are
 *   commands, domain names, lists of names and DNS records.
 * - A truncated token counts as an attempt, so that the caller deletes the message.
 */
export function findCredential({ text, argument, asked, isOther, acceptsTokenLike }: CredentialInput): Credential {
	const answers = asked && text.trim() !== "" && !text.startsWith("/") && (findToken(text) !== undefined || !isOther);
	const given = argument ?? (answers ? text : null);
	if (given !== null) {
		const token = findExpectedToken(given, true) ?? asToken(given);
		return token === null ? { kind: "attempt" } : { kind: "token", token };
	}
	const certain = acceptsTokenLike ? certainToken(text) : findToken(text);
	if (certain !== undefined) return { kind: "token", token: certain };
	const withoutToken: Credential = { kind: isTruncatedToken(text) ? "attempt" : "none" };
	if (isOther || acceptsTokenLike) return withoutToken;
	const possible = asToken(findExpectedToken(text, false) ?? (mayBeToken(text) ? text : ""));
	return possible === null ? withoutToken : { kind: "possible_token", token: possible, withoutToken };
}

/**
 * Returns the text if it may be a token of an unknown format: one word of at least 12 characters that HTTP headers
 * allow. Returns null for any other text.
 */
function asToken(text: string): string | null {
	const word = text.trim();
	return /^[\x21-\x7e]{12,4096}$/.test(word) ? word : null;
}
