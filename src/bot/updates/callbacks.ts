import type { Log } from "@domains/kit/log.ts";
import type { MiddlewareFn } from "grammy";
import { z } from "zod";
import type { AbortScope } from "../api/scopes.ts";
import type { BotContext, SessionContext, Tap, UpdateSession } from "../context.ts";
import type { Params, ScreenStore } from "../ports.ts";
import { origin } from "../screens/params.ts";
import { type Route, type RouteRef, routeRef } from "../screens/route.ts";
import { parseCallback } from "../screens/view.ts";
import { routeOf, routes } from "../screens.ts";

/**
 * Returns the locale key of the reply to a tap on an outdated button. The message no longer has this button. Undefined
 * means that the general reply is sent.
 */
export type OutdatedButtonMessage = (ctx: SessionContext, verb: string | undefined) => Promise<string | undefined>;

export interface CallbackDeps {
	screens: Pick<ScreenStore, "buttons">;
	abortScope: AbortScope;
	sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	outdatedMessage: OutdatedButtonMessage;
	log: Log;
}

/**
 * The buttons of messages without a stored screen, such as error replies. Each verb has the screen that the button
 * opens, and the locale key of its label.
 */
export const globalActions = {
	operations: { origin: routeRef(routes.operations, {}), name: "home-operations" },
	home: { origin: routeRef(routes.home, {}), name: "button-home" },
} as const;

/**
 * Buttons with these verbs work even on an outdated keyboard, because their meaning does not depend on its revision.
 */
const verbsValidAtAnyRevision: ReadonlySet<string> = new Set(["stop"]);

const pollMs = 50;
const maxPolls = 60;

/**
 * Checks a callback before any handler runs, and answers its callback query. The first case that applies decides:
 * - If the message has no stored screen and the button is in `globalActions`, the button's screen opens.
 * - If the message belongs to another person, the answer says so and no handler runs.
 * - If the button is still on the message, the handlers run, with the button in `ctx.tap`. They also run for a button
 *   of this screen's `ScreenMenu`, and for a verb in `verbsValidAtAnyRevision`.
 * - Any other button is outdated or forged. The answer says so, or is the text that `outdatedMessage` returns. The
 *   screen is rendered again. Without a stored screen, Home opens.
 *
 * If the answer fails, for example because it is too late for Telegram, the failure is only logged.
 */
export function validateCallback({
	screens,
	abortScope,
	sleep,
	outdatedMessage,
	log,
}: CallbackDeps): MiddlewareFn<SessionContext> {
	/**
	 * Waits up to 3 seconds until the renderer has stored the buttons of the message. The renderer stores them after it
	 * has sent the message, so a fast tap can arrive earlier.
	 */
	async function awaitButtons({ screen }: SessionContext, rev: number): Promise<void> {
		if (!screen || rev > screen.rev) return;
		for (let polls = 0; screen.keyboardRev < rev && polls < maxPolls; polls += 1) {
			await sleep(pollMs, abortScope.signal());
			Object.assign(screen, await screens.buttons(screen.id));
		}
	}

	return async (ctx, next) => {
		const data = ctx.callbackQuery?.data;
		if (data === undefined) return await next();
		const answer = (key?: string) =>
			void ctx
				.answerCallbackQuery(key ? { text: ctx.t(key) } : {})
				.catch((error: unknown) => log.debug({ error }, "a callback query could not be answered"));
		await awaitButtons(ctx, parseCallback(data)?.rev ?? 0);
		const globalRoute = ctx.screen ? undefined : globalActionOf(data);
		if (globalRoute) {
			answer();
			return goTo(ctx, globalRoute);
		}
		const verdict = classifyTap(ctx, data);
		if (verdict === "outdated") {
			answer((await outdatedMessage(ctx, parseCallback(data)?.verb)) ?? "tap-outdated");
			if (ctx.screen) ctx.redraw();
			else ctx.show(routes.home, {}, { where: "new" });
		} else if (verdict === "foreign") {
			answer("tap-foreign");
		} else {
			answer();
			ctx.tap = verdict;
			await next();
		}
	};
}

function globalActionOf(data: string) {
	const verb = parseCallback(data)?.verb;
	return verb === "operations" || verb === "home" ? globalActions[verb].origin : undefined;
}

function classifyTap(ctx: SessionContext, data: string): Tap | "outdated" | "foreign" {
	const { screen } = ctx;
	if (!screen) return "outdated";
	if (screen.personId !== ctx.person.id) return "foreign";
	const callback = parseCallback(data);
	// The callback data of a `ScreenMenu` begins with the id of the menu, which is the name of its screen. The menu
	// plugin itself detects outdated buttons.
	if (!callback && data.startsWith(`${screen.routeName}/`)) return { verb: "menu", value: null, callbackNumber: null };
	if (callback && verbsValidAtAnyRevision.has(callback.verb))
		return { verb: callback.verb, value: null, callbackNumber: null };
	if (callback?.rev !== screen.keyboardRev) return "outdated";
	const value = callback.n === null ? null : (screen.choices[callback.n] ?? null);
	return { verb: callback.verb, value, callbackNumber: callback.n };
}

const json = z.string().transform((text, context): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		context.addIssue("not JSON");
		return z.NEVER;
	}
});

/**
 * Parses the value of a button that stores JSON. Returns undefined for any other value: forged callback data may name
 * the value of another button. The caller then shows `stepEnded`.
 */
export function parseValue<S extends z.ZodType>(schema: S, value: string | null): z.output<S> | undefined {
	return json.pipe(schema).safeParse(value).data;
}

export type CallbackHandler = (ctx: BotContext, tap: Tap) => unknown;
type Verbs = Record<string, CallbackHandler>;

/**
 * Returns a middleware for taps on the screens of the given routes. It runs the handler of the tapped verb. Other
 * updates pass to the next middleware.
 */
export function onCallback(route: Route<Params> | readonly Route<Params>[], verbs: Verbs): MiddlewareFn<BotContext> {
	const handlers = new Map(Object.entries(verbs));
	const screens = new Set([route].flat().map(({ name }) => name));
	return async (ctx, next) => {
		const handler = ctx.tap && screens.has(ctx.screen?.routeName ?? "") ? handlers.get(ctx.tap.verb) : undefined;
		if (handler && ctx.tap) await handler(ctx, ctx.tap);
		else await next();
	};
}

/**
 * Wraps `yes`, the handler of the second confirmation of an irreversible action. The wrapper calls `yes` only while the
 * question is the last screen of the chat. Otherwise, it shows a button that leads to `start`, where the person can
 * begin again.
 */
export function ifLatestScreen<P extends Params>(start: Route<P>, params: P, yes: CallbackHandler): CallbackHandler {
	const again = routeRef(start, params);
	return (ctx, tap) => (ctx.isLast ? yes(ctx, tap) : ctx.show(routes.stepEnded, { exited: true, again }));
}

/**
 * Handles the verbs that all screens share.
 * - `go`: shows another screen in this message.
 * - `beside`: shows another screen in a new message.
 * - `rest`: plans a change for the domains that an earlier plan left out, because the service had not returned their
 *   data. The earlier plan stays in its message.
 * - `again`: renders this screen again. If the screen says that an action failed, repeats the tap that started the
 *   action.
 */
export const navigate: MiddlewareFn<BotContext> = async (ctx, next) => {
	if (ctx.tap?.verb === "again") {
		const repeat = ctx.screen?.routeName === routes.trouble.name && routes.trouble.parse(ctx.screen.params)?.repeat;
		if (!repeat) return ctx.redraw();
		ctx.repeat(repeat);
		return await next();
	}
	if (ctx.tap?.verb === "rest") {
		const { routeName, params } = ctx.screen ?? {};
		const own = [routes.operation, routes.nothingToOrder].find(({ name }) => name === routeName);
		const rest = own?.parse(params)?.rest;
		if (!rest) return ctx.redraw();
		ctx.repeat(rest, routeName === routes.operation.name ? "new" : "place");
		return await next();
	}
	if (ctx.tap?.verb !== "go" && ctx.tap?.verb !== "beside") return await next();
	// The bot stores a value for every button with these verbs. For any other, forged value, `goTo` says that the message
	// is outdated.
	goTo(ctx, parseValue(origin, ctx.tap.value));
};

export function goTo(ctx: UpdateSession, { to, params }: RouteRef = { to: "", params: {} }): void {
	const route = routeOf(to);
	const parsed = route?.parse(params);
	if (route && parsed) ctx.show(route, parsed, ctx.tap?.verb === "beside" ? { where: "new" } : {});
	else ctx.show(routes.stepEnded, {});
}
