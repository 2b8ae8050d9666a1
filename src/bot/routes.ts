import { accountRoutes } from "./features/account/routes.ts";
import { alertsRoutes } from "./features/alerts/routes.ts";
import { connectRoutes } from "./features/connect/routes.ts";
import { deliveriesRoutes } from "./features/deliveries/routes.ts";
import { dnsRoutes } from "./features/dns/routes.ts";
import { domainsRoutes } from "./features/domains/routes.ts";
import { edgeRoutes } from "./features/edge/routes.ts";
import { fallbackRoutes } from "./features/fallback/routes.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { listRoutes } from "./features/list/routes.ts";
import { nameserversRoutes } from "./features/nameservers/routes.ts";
import { notesRoutes } from "./features/notes/routes.ts";
import { operationRoutes } from "./features/operation/routes.ts";
import { pricesRoutes } from "./features/prices/routes.ts";
import { privacyRoutes } from "./features/privacy/routes.ts";
import { profileRoutes } from "./features/profile/routes.ts";
import { registerRoutes } from "./features/register/routes.ts";
import { renewRoutes } from "./features/renew/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { settingsRoutes } from "./features/settings/routes.ts";
import { spendingRoutes } from "./features/spending/routes.ts";
import { spendingLimitsRoutes } from "./features/spending-limits/routes.ts";
import type { Params } from "./ports.ts";
import type { Route } from "./screens/route.ts";

/** All screens of the bot, as the features declare them. */
export const routes = {
	...accountRoutes,
	...alertsRoutes,
	...connectRoutes,
	...deliveriesRoutes,
	...dnsRoutes,
	...domainsRoutes,
	...edgeRoutes,
	...fallbackRoutes,
	...homeRoutes,
	...listRoutes,
	...nameserversRoutes,
	...notesRoutes,
	...operationRoutes,
	...pricesRoutes,
	...privacyRoutes,
	...profileRoutes,
	...registerRoutes,
	...renewRoutes,
	...searchRoutes,
	...settingsRoutes,
	...spendingRoutes,
	...spendingLimitsRoutes,
};

const routesByName: ReadonlyMap<string, Route<Params>> = new Map(
	Object.values(routes).map((each): [string, Route<Params>] => [each.name, each]),
);

export function routeOf(name: string): Route<Params> | undefined {
	return routesByName.get(name);
}
