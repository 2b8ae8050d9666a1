import type { Feature, FeatureDeps } from "../feature.ts";
import { createAccount } from "./account/index.ts";
import { createAlerts } from "./alerts/index.ts";
import { createConnect } from "./connect/index.ts";
import { createDeliveries } from "./deliveries/index.ts";
import { createDns } from "./dns/index.ts";
import { createDomains } from "./domains/index.ts";
import { createEdge } from "./edge/index.ts";
import { createFallback } from "./fallback/index.ts";
import { createHome } from "./home/index.ts";
import { createList } from "./list/index.ts";
import { createNameservers } from "./nameservers/index.ts";
import { createNotes } from "./notes/index.ts";
import { createOperation } from "./operation/index.ts";
import { createPrices } from "./prices/index.ts";
import { createPrivacy } from "./privacy/index.ts";
import { createProfile } from "./profile/index.ts";
import { createRegister } from "./register/index.ts";
import { createRenew } from "./renew/index.ts";
import { createSearch } from "./search/index.ts";
import { createSettings } from "./settings/index.ts";
import { createSpending } from "./spending/index.ts";
import { createSpendingLimits } from "./spending-limits/index.ts";

/** All features. `input/claims.ts` defines the order in which they see a text. */
export function createFeatures(deps: FeatureDeps): readonly Feature[] {
	return [
		createHome(deps),
		createConnect(deps),
		createAccount(deps),
		createSettings(deps),
		createSpending(deps),
		createSpendingLimits(deps),
		createPrivacy(deps),
		createProfile(deps),
		createDomains(deps),
		createNotes(deps),
		createRenew(deps),
		createDns(deps),
		createNameservers(deps),
		createEdge(deps),
		createPrices(deps),
		createDeliveries(deps),
		createRegister(deps),
		createOperation(deps),
		createAlerts(deps),
		createList(deps),
		createSearch(deps),
		createFallback(),
	];
}
