import type { MiddlewareFn } from "grammy";
import type { Log } from "../../log.ts";
import type { AbortScope } from "../api/abort-scope.ts";
import type { BotContext, ButtonPress, SessionContext, UpdateSession } from "../context.ts";
import type { Params, ScreenStore } from "../ports.ts";
import { routeOf, routes } from "../routes.ts";
import { parseCallback } from "../screens/callback.ts";
import { origin } from "../screens/params.ts";
import { type Route, type RouteRef, routeRef } from "../screens/route.ts";

/** The locale key of a better word for a stale button, where one is known. */
export type StaleButtonMessage = (ctx: SessionContext, verb: string | undefined) => Promise<string | undefined>;

export interface CallbackDeps {
	screens: Pick<ScreenStore, "buttons">;
	abortScope: AbortScope;
	sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	staleMessage: StaleButtonMessage;
	log: Log;
}

/** What a message offers that no row stands behind: where it leads, and the key of its label. */
export const globalActions = {
	operations: { origin: routeRef(routes.operations, {}), name: "home-operations" },
	home: { origin: routeRef(routes.home, {}), name: "button-home" },
} as const;

const pollMs = 50;
const maxPolls = 20;

/**
 * Checks a press before anything else sees it: whose message, and whether it still shows what was tapped. A stale
 * button, a deploy and a forgery look alike and are met alike: the screen is drawn again as it stands now. The callback
 * is answered first, and an answer that comes too late raises nothing.
 */
export function validateCallback({
	screens,
	abortScope,
	sleep,
	staleMessage,
	log,
}: CallbackDeps): MiddlewareFn<SessionContext> {
	/** A press may be faster than the sender, who keeps what a message shows only after it was sent: a moment later it is known. */
	async function awaitSender({ screen }: SessionContext, rev: number): Promise<void> {
		if (!screen || rev > screen.rev) return;
		for (let glances = 0; screen.keyboardRev < rev && glances < maxPolls; glances += 1) {
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
				.catch((error: unknown) => log.debug({ error }, "A tap could not be answered."));
		await awaitSender(ctx, parseCallback(data)?.rev ?? 0);
		const globalRoute = ctx.screen ? undefined : globalActionOf(data);
		if (globalRoute) {
			answer();
			return goTo(ctx, globalRoute);
		}
		const verdict = judge(ctx, data);
		if (verdict === "stale") {
			answer((await staleMessage(ctx, parseCallback(data)?.verb)) ?? "tap-outdated");
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

function judge(ctx: SessionContext, data: string): ButtonPress | "stale" | "foreign" {
	const { screen } = ctx;
	if (!screen) return "stale";
	if (screen.personId !== ctx.person.id) return "foreign";
	const callback = parseCallback(data);
	if (!callback) {
		// A menu of the plugin names itself, and its menus are named after the screen that they stand on.
		const menu = data.split("/", 1)[0] ?? "";
		const fits = menu === screen.feature || menu.startsWith(`${screen.feature}-`);
		return fits && data.includes("/") ? { verb: "menu", value: null, number: null } : "stale";
	}
	if (callback.rev !== screen.keyboardRev) return "stale";
	const value = callback.n === null ? null : (screen.choices[callback.n] ?? null);
	return { verb: callback.verb, value, number: callback.n };
}

type Handler = (ctx: BotContext, tap: ButtonPress) => unknown;
type Verbs = Record<string, Handler>;

/** The verbs of one kind of screen. */
export function onCallback(route: Route<Params>, verbs: Verbs): MiddlewareFn<BotContext> {
	const handlers = new Map(Object.entries(verbs));
	return async (ctx, next) => {
		const handler = ctx.tap && ctx.screen?.feature === route.name ? handlers.get(ctx.tap.verb) : undefined;
		if (handler && ctx.tap) await handler(ctx, ctx.tap);
		else await next();
	};
}

/**
 * The second yes to what cannot be taken back: it counts only while its question is the chat's last screen. Whoever went
 * on with something else has left it, and begins again at `start`.
 */
export function ifLatestScreen<P extends Params>(start: Route<P>, params: P, yes: Handler): Handler {
	const again = routeRef(start, params);
	return (ctx, tap) => (ctx.isLast ? yes(ctx, tap) : ctx.show(routes.outdated, { exited: true, again }));
}

/**
 * What means the same on every screen: `go` to the screen behind the button, `beside` leaves this one standing, `again`
 * for a fresh look.
 */
export const navigate: MiddlewareFn<BotContext> = async (ctx, next) => {
	if (ctx.tap?.verb === "again") return ctx.redraw();
	if (ctx.tap?.verb !== "go" && ctx.tap?.verb !== "beside") return await next();
	// A choice that we stored is ours; a number without a choice was made up by somebody.
	goTo(ctx, origin.safeParse(JSON.parse(ctx.tap.value ?? "null")).data);
};

export function goTo(ctx: UpdateSession, { to, params }: RouteRef = { to: "", params: {} }): void {
	const route = routeOf(to);
	const parsed = route?.parse(params);
	if (route && parsed) ctx.show(route, parsed, ctx.tap?.verb === "beside" ? { where: "new" } : {});
	else ctx.show(routes.outdated, {});
}
