import { Composer, type MiddlewareFn } from "grammy";
import type { User } from "grammy/types";
import type { Connection, ConnectResult } from "../../../actions/index.ts";
import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";
import type { BotContext, SessionContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { isOtherInput } from "../../input/screen-input.ts";
import { afterConnect, tokenInFile } from "../../input/tokens.ts";
import { shorten } from "../../screens/html.ts";
import { type Destination, type ParamsOf, routeRef, to } from "../../screens/route.ts";
import { type Act, screen } from "../../screens/screen.ts";
import { type PendingRoute, pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { readTrouble, storeTrouble, troubleView } from "../../screens/trouble.ts";
import { routeOf, routes } from "../../screens.ts";
import { ifLatestScreen } from "../../updates/callbacks.ts";
import {
	accessLostView,
	accessRemovedView,
	accountSharedView,
	connectedView,
	connectionCheckView,
	connectionsView,
	connectView,
	disconnectView,
	stillRefusedKey,
} from "./view.ts";

/** Connecting and disconnecting accounts, and testing a connection. `tokens.ts` handles messages with a token. */
export function createConnect({ actions, settings }: FeatureDeps): Feature {
	const service = { name: settings.serviceName, sandbox: settings.sandbox };
	const handlers = new Composer<BotContext>();

	/** Opens a sandbox account (a test account without real money). Each person can have one. */
	const sandbox = async (ctx: BotContext) => {
		const personName = telegramName(ctx.incoming.person);
		const result = await actions.connection.openSandbox({ personId: ctx.person.id, personName });
		const { route, params } = connectDestination(result, { pendingRoute: pendingRouteOf(ctx.screen) });
		ctx.show(route, params);
	};
	const test = async (ctx: BotContext) => {
		const { connectionId } = routes.connectionCheck.parse(ctx.screen?.params) ?? {};
		// Some buttons carry the id of the connection to test. If the button carries no id, the bot tests the active
		// connection.
		const id = connectionId ?? (Number(ctx.tap?.value) || undefined);
		const named = id === undefined ? {} : { connectionId: id };
		const result = await actions.connection.test({ personId: ctx.person.id, ...named });
		// True if this screen shows a failed test. If this test fails too, the next screen says "still refused".
		const tested = ctx.screen?.routeName === routes.connectionCheck.name;
		const { route, params } = connectDestination(result, {
			tested,
			kept: true,
			pendingRoute: pendingRouteOf(ctx.screen),
		});
		// If the button was in the message of an order, show the result in a new message and keep the order visible.
		ctx.show(route, params, ctx.screen?.routeName === routes.operation.name ? { where: "new" } : {});
	};
	handlers.command("connect", (ctx) => ctx.show(routes.connect, { pendingRoute: pendingRouteOf(ctx.screen) }));
	// A button with the verb `doctor` tests a connection, one with `sandbox` opens an account. Many screens have one, so
	// this handler accepts them on any screen.
	handlers.use(async (ctx, next) => {
		if (ctx.tap?.verb === "doctor") await test(ctx);
		else if (ctx.tap?.verb === "sandbox") await sandbox(ctx);
		else await next();
	});

	async function disconnect(ctx: BotContext): Promise<void> {
		const params = routes.disconnect.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.stepEnded, {});
		const { connectionId, open } = params;
		const who = { personId: ctx.person.id, connectionId, force: open !== undefined };
		const result = await actions.connection.disconnect(who);
		if (result.kind === "open_operations") ctx.show(routes.disconnect, { connectionId, open: result.count });
		else ctx.show(routes.home, { noticeKey: "disconnect-done" });
	}

	async function refuse({ ctx, personId, params: { connectionId } }: Act<ParamsOf<typeof routes.accountShared>>) {
		const personName = telegramName(ctx.incoming.person);
		const result = await actions.connection.remove({ personId, connectionId, personName });
		if (result.kind === "not_found") return to(routes.home, { noticeKey: "account-shared-gone" });
		if (result.kind === "frozen") return to(routes.home, { noticeKey: "account-shared-frozen" });
		const vars = { name: result.name ?? "none" };
		return result.here
			? await manage(personId, result.own, { noticeKey: "account-shared-refused-here", vars })
			: to(routes.home, { noticeKey: "account-shared-refused", vars });
	}

	/** *Profile → API* always shows the active account, so this activates the account first. */
	async function manage(
		personId: number,
		connectionId: number,
		notice: { noticeKey?: string; vars?: Record<string, string> } = {},
	) {
		await actions.connection.switchTo({ personId, connectionId });
		return to(routes.profileToken, notice);
	}

	const connectionsOf = ({ personId }: { personId: number }) => actions.connection.list({ personId });
	const screens = [
		screen(routes.connect, { view: (t, params) => connectView(t, service, params) }),
		screen(routes.connected, {
			async load({ personId }) {
				const found = await actions.operation.list({ personId, which: "needs_you", limit: 1 });
				const [first] = found.kind === "operations" ? found.operations : [];
				return { waiting: found.kind === "operations" && first ? { first, count: found.total } : null };
			},
			view: (t, { waiting }, { params }) => connectedView(t, { ...params, waiting }),
		}),
		screen(routes.disconnect, {
			load: connectionsOf,
			view: (t, known, { params: { connectionId, open } }) =>
				disconnectView(t, open, known.find(({ id }) => id === connectionId) ?? null),
			callbacks: { disconnect: ifLatestScreen(routes.account, {}, disconnect) },
		}),
		screen(routes.trouble, {
			view: (t, params) => troubleView(t, readTrouble(params), { canRepeat: params.repeat !== undefined }),
			back: ({ from }) => from,
		}),
		screen(routes.connectionCheck, {
			load: connectionsOf,
			view(t, known, { params }) {
				const current = known.find((each) => each.active) ?? null;
				const patient = known.find((each) => each.id === params.connectionId) ?? current;
				const working = patient?.id === current?.id ? null : current;
				const owned = working === null && (patient?.account?.owned ?? false);
				return connectionCheckView(t, service, readTrouble(params), { ...params, working, owned });
			},
			back: () => routeRef(routes.account, {}),
			on: { test: ({ ctx }) => test(ctx) },
		}),
		screen(routes.accountShared, {
			load: ({ personId, params }) => actions.connection.newcomer({ personId, ...params }),
			missing: (t) => ({ text: t.html("account-shared-gone"), gone: true }),
			view: accountSharedView,
			on: { refuse, manage: ({ personId, value }) => manage(personId, Number(value)) },
		}),
		screen(routes.accessLost, {
			load: async ({ personId, params: { connectionId } }) =>
				(await connectionsOf({ personId })).find(({ id }) => id === connectionId) ?? null,
			missing: (t) => accessLostView(t, null),
			view: accessLostView,
			on: { manage: ({ personId, value }) => manage(personId, Number(value)) },
		}),
		screen(routes.accessRemoved, {
			load: ({ personId, params }) => actions.connection.dismissed({ personId, ...params }),
			missing: (t) => accessRemovedView(t, null),
			view: accessRemovedView,
		}),
		screen(routes.connections, {
			load: connectionsOf,
			view: connectionsView,
			back: () => routeRef(routes.account, {}),
			on: {
				async switch({ personId, value }) {
					await actions.connection.switchTo({ personId, connectionId: Number(value) });
					return to(routes.account, {});
				},
			},
		}),
	];
	return feature(screens, { handlers });
}

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
