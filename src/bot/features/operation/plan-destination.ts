import type { BadProfile, PlanResult } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { type Destination, to } from "../../screens/route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { operationScreen } from "./quote-destination.ts";

const shownRefusals = 10;

/** Returns the screen that shows a plan, or why there is none. */
export function planDestination(result: PlanResult | BadProfile, domain: string): Destination {
	switch (result.kind) {
		case "planned":
			return operationScreen(result.operation);
		case "nothing":
		case "empty":
		case "record_gone":
		case "outdated":
			return to(routes.unplanned, { domain: result.domain, why: result.kind });
		case "blocked": {
			const { domain: name, since, heard = false } = result;
			return to(routes.unplanned, {
				domain: name,
				why: result.kind,
				heard,
				...(since && { since: since.toISOString() }),
			});
		}
		case "bad_profile": {
			const { domain: name, problem, profileKey } = result;
			return to(routes.unplanned, { domain: name, why: `profile_${problem}`, part: profileKey.slice(0, 100) });
		}
		case "invalid_records": {
			const refusals = result.refusals.slice(0, shownRefusals).map(({ record, problem }) => ({ record, problem }));
			return to(routes.refusedRecords, { domain, refusals, more: result.refusals.length - refusals.length });
		}
		case "not_yours":
			return to(routes.domain, { domain: result.domain });
		case "busy":
			return to(routes.busy, { domain: result.domain, reference: result.other.reference, mine: result.other.mine });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}
