import { accountRoutes } from "./features/account/routes.ts";
import { alertsRoutes } from "./features/alerts/routes.ts";
import { autoRenewRoutes } from "./features/auto-renew/routes.ts";
import { connectRoutes } from "./features/connect/routes.ts";
import { deliveriesRoutes } from "./features/deliveries/routes.ts";
import { digestRoutes } from "./features/digest/routes.ts";
import { dnsRoutes } from "./features/dns/routes.ts";
import { domainsRoutes } from "./features/domains/routes.ts";
import { edgeRoutes } from "./features/edge/routes.ts";
import { expiringRoutes } from "./features/expiring/routes.ts";
import { fallbackRoutes } from "./features/fallback/routes.ts";
import { freezeRoutes } from "./features/freeze/routes.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { incidentRoutes } from "./features/incident/routes.ts";
import { listRoutes } from "./features/list/routes.ts";
import { liveRoutes } from "./features/live/routes.ts";
import { manyDomainsRoutes } from "./features/many-domains/routes.ts";
import { nameserversRoutes } from "./features/nameservers/routes.ts";
import { notesRoutes } from "./features/notes/routes.ts";
import { operationRoutes } from "./features/operation/routes.ts";
import { plannerRoutes } from "./features/planner/routes.ts";
import { pricesRoutes } from "./features/prices/routes.ts";
import { privacyRoutes } from "./features/privacy/routes.ts";
import { profileRoutes } from "./features/profile/routes.ts";
import { quietHoursRoutes } from "./features/quiet-hours/routes.ts";
import { registerRoutes } from "./features/register/routes.ts";
import { renewRoutes } from "./features/renew/routes.ts";
import { restorePointsRoutes } from "./features/restore-points/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { settingsRoutes } from "./features/settings/routes.ts";
import { spendingRoutes } from "./features/spending/routes.ts";
import { spendingLimitsRoutes } from "./features/spending-limits/routes.ts";
import { templatesRoutes } from "./features/templates/routes.ts";
import { watchRoutes } from "./features/watch/routes.ts";
import { zoneCheckRoutes } from "./features/zone-check/routes.ts";
import { zoneFileRoutes } from "./features/zone-file/routes.ts";
import { zoneWatchRoutes } from "./features/zone-watch/routes.ts";
import type { Params, Screen } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";

/** All screens of the bot, as the features declare them. */
export const routes = {
	...accountRoutes,
	...alertsRoutes,
	...autoRenewRoutes,
	...connectRoutes,
	...deliveriesRoutes,
	...digestRoutes,
	...dnsRoutes,
	...domainsRoutes,
	...edgeRoutes,
	...expiringRoutes,
	...fallbackRoutes,
	...freezeRoutes,
	...homeRoutes,
	...incidentRoutes,
	...listRoutes,
	...liveRoutes,
	...manyDomainsRoutes,
	...nameserversRoutes,
	...notesRoutes,
	...operationRoutes,
	...plannerRoutes,
	...pricesRoutes,
	...privacyRoutes,
	...profileRoutes,
	...quietHoursRoutes,
	...registerRoutes,
	...renewRoutes,
	...restorePointsRoutes,
	...searchRoutes,
	...settingsRoutes,
	...spendingRoutes,
	...spendingLimitsRoutes,
	...templatesRoutes,
	...watchRoutes,
	...zoneCheckRoutes,
	...zoneFileRoutes,
	...zoneWatchRoutes,
};

const routesByName: ReadonlyMap<string, Route<Params>> = new Map(
	Object.values(routes).map((each): [string, Route<Params>] => [each.name, each]),
);

export function routeOf(name: string): Route<Params> | undefined {
	return routesByName.get(name);
}

/**
 * Returns the screen on which a person started an action that failed. For a question, this is the screen where they can
 * start its conversation again.
 */
export function startOf(screen: Pick<Screen, "routeName" | "params"> | null): RouteRef | undefined {
	if (!screen || screen.routeName === routes.home.name) return undefined;
	const { routeName, params } = screen;
	const own = [routes.trouble, routes.nothingToOrder].find(({ name }) => name === routeName);
	if (own) return own.parse(params)?.from;
	const route = routeOf(routeName);
	return route?.asks ? route.restart(params) : { to: routeName, params };
}
