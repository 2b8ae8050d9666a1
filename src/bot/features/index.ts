import type { Feature, FeatureDeps } from "../feature.ts";
import { createAccount } from "./account/index.ts";
import { createAlerts } from "./alerts/index.ts";
import { createConnect, sandboxOpener } from "./connect/index.ts";
import { createDomains } from "./domains/index.ts";
import { createFallback } from "./fallback/index.ts";
import { createHome } from "./home/index.ts";
import { createOperation } from "./operation/index.ts";
import { createRegister } from "./register/index.ts";
import { createSearch } from "./search/index.ts";
import { createSettings } from "./settings/index.ts";

/** Everything a person can do, in the order in which it is asked. Search reads any text, so it comes late. */
export function createFeatures(deps: FeatureDeps): readonly Feature[] {
	return [
		createHome(deps, sandboxOpener(deps)),
		createConnect(deps),
		createAccount(deps),
		createSettings(deps),
		createDomains(deps),
		createRegister(deps),
		createOperation(deps),
		createAlerts(deps),
		createSearch(deps),
		createFallback(),
	];
}
