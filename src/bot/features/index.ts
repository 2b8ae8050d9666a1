import type { Feature, FeatureDeps } from "../feature.ts";
import { createAccount } from "./account.ts";
import { createAlerts } from "./alerts/index.ts";
import { createAutoRenew } from "./auto-renew.ts";
import { createConnect } from "./connect/index.ts";
import { createDeliveries } from "./deliveries.ts";
import { createDigest } from "./digest.ts";
import { createDns } from "./dns/index.ts";
import { createDomains } from "./domains/index.ts";
import { createEdge } from "./edge.ts";
import { createExpiring } from "./expiring.ts";
import { createFallback } from "./fallback.ts";
import { createFreeze } from "./freeze.ts";
import { createHelp } from "./help.ts";
import { createHome } from "./home.ts";
import { createIncident } from "./incident.ts";
import { createList } from "./list/index.ts";
import { createLive } from "./live.ts";
import { createManyDomains } from "./many-domains.ts";
import { createNameservers } from "./nameservers/index.ts";
import { createNotes } from "./notes.ts";
import { createOperation } from "./operation/index.ts";
import { createPlanner } from "./planner.ts";
import { createPrices } from "./prices.ts";
import { createPrivacy } from "./privacy.ts";
import { createProfile } from "./profile/index.ts";
import { createPrograms } from "./programs.ts";
import { createQuietHours, type DrawScreen } from "./quiet-hours.ts";
import { createRegister } from "./register/index.ts";
import { createRenew } from "./renew/index.ts";
import { createRequests } from "./requests.ts";
import { createRestorePoints } from "./restore-points.ts";
import { createSearch } from "./search/index.ts";
import { createSettings } from "./settings.ts";
import { createSpending } from "./spending.ts";
import { createSpendingLimits } from "./spending-limits.ts";
import { createTemplates } from "./templates.ts";
import { createWatch } from "./watch.ts";
import { createZoneCheck } from "./zone-check.ts";
import { createZoneFile } from "./zone-file.ts";
import { createZoneWatch } from "./zone-watch.ts";

/** Returns all features. `input/claims.ts` defines the order in which they handle a text. */
export function createFeatures(deps: FeatureDeps): readonly Feature[] {
	const drawScreen: DrawScreen = async ({ route, params }, reader) => {
		const kind = features.flatMap(({ screens }) => screens).find(({ name }) => name === route.name);
		return (await kind?.draw({ params, subject: null, secret: null, ...reader })) ?? null;
	};
	const features: readonly Feature[] = [
		createHome(deps),
		createHelp(deps),
		createFreeze(deps),
		createConnect(deps),
		createAccount(deps),
		createSettings(deps),
		createQuietHours(deps, drawScreen),
		createDigest(deps),
		createSpending(deps),
		createSpendingLimits(deps),
		createPrivacy(deps),
		createProfile(deps),
		createPrograms(deps),
		createDomains(deps),
		createExpiring(deps),
		createAutoRenew(deps),
		createPlanner(deps),
		createIncident(deps),
		createNotes(deps),
		createRenew(deps),
		createDns(deps),
		createNameservers(deps),
		createEdge(deps),
		createLive(deps),
		createZoneFile(deps),
		createZoneCheck(deps),
		createZoneWatch(deps),
		createPrices(deps),
		createTemplates(deps),
		createManyDomains(deps),
		createWatch(deps),
		createDeliveries(deps),
		createRegister(deps),
		createOperation(deps),
		createAlerts(deps),
		createList(deps),
		createRequests(deps),
		createRestorePoints(deps),
		createSearch(deps),
		createFallback(deps),
	];
	return features;
}
