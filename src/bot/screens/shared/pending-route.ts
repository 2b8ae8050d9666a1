import { z } from "zod";
import type { Screen } from "../../ports.ts";
import { routeOf, routes } from "../../screens.ts";
import { closedView, nameLabel } from "../format.ts";
import { type Html, paragraphs, shorten } from "../html.ts";
import { pendingRoute } from "../params.ts";
import type { T } from "../texts.ts";
import { sandboxButton } from "../trouble.ts";
import { type Button, link, type View } from "../view.ts";

export type PendingRoute = NonNullable<z.infer<typeof pendingRoute>>;

/**
 * The maximum length of the name after *Continue:* on a button. Telegram clients show about thirty characters of the
 * whole text.
 */
const longestName = 17;

const stored = z.object({ pendingRoute });

/**
 * Returns the screen to open after the person connects an account. If `screen` is an offer, a shortlist, a list or the
 * price list, returns `screen` itself. For any other screen, returns its parameter `pendingRoute`, which may be
 * undefined.
 */
export function pendingRouteOf(screen: Pick<Screen, "routeName" | "params"> | null): PendingRoute | undefined {
	const { routeName: to, params } = screen ?? {};
	const wanted = pendingRoute.safeParse({ to, params }).data;
	return wanted ?? stored.safeParse(params).data?.pendingRoute;
}

export function isUnconnected(result: { kind: string; trouble?: unknown }): boolean {
	return result.trouble === "not_connected";
}

/**
 * Returns a button to the screen that the person requested before connecting. Returns null if the stored screen does
 * not fit this version of the bot.
 */
export function pendingRouteButton(t: T, wanted: PendingRoute): Button | null {
	const route = routeOf(wanted.to);
	const params = route?.parse(wanted.params);
	if (!route || !params) return null;
	return link(t("home-resume", { name: shorten(nameOf(t, wanted), longestName) }), route, params, "primary");
}

/**
 * Says that an account is needed, and how to get one. The buttons remember the requested screen, so that the person
 * does not have to request it again.
 */
export function unconnectedView(t: T, wanted: PendingRoute, { sandbox }: { sandbox: boolean }): View {
	const connect = link(t("home-connect"), routes.connect, { pendingRoute: wanted });
	const buttons = [sandbox ? [sandboxButton(t)] : [], [connect]];
	return closedView(t, { text: unconnectedText(t, wanted, sandbox), buttons });
}

/** Says that an account is needed, and what continues afterwards. */
export function unconnectedText(t: T, wanted: PendingRoute, sandbox: boolean): Html {
	const next = t.html("connect-pending", { sandbox: String(sandbox), name: pendingNameOf(t, wanted) });
	return paragraphs([t.html("trouble-not-connected"), next]);
}

/** Returns the name of the screen that the person requested, for the text `connect-pending`. */
function pendingNameOf(t: T, wanted: PendingRoute): Html | string {
	if (wanted.to === "prices") return t.html("connect-pending-prices");
	return wanted.to === "list" ? t.html("connect-pending-list", { name: listNameOf(wanted) }) : nameOf(t, wanted);
}

function nameOf(t: T, { to, params }: PendingRoute): string {
	if (to === "prices") return t("search-prices");
	if (to === "offer") return nameLabel(routes.offer.parse(params)?.name ?? "");
	if (to === "shortlist") return nameLabel(routes.shortlist.parse(params)?.base ?? "");
	return `${listNameOf({ params })} …`;
}

function listNameOf({ params }: Pick<PendingRoute, "params">): string {
	return nameLabel(routes.list.parse(params)?.name ?? "");
}
