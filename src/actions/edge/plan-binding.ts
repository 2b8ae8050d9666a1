import type { AdminAccount } from "@domains/contract/admin.ts";
import type { ReadState } from "@domains/dns/behind.ts";
import type { EdgePlan } from "../../store/schema/operations.ts";
import { baseOf } from "../operation/kinds/edge.ts";
import { problemOf } from "./profile-problem.ts";
import type { EdgeProblem } from "./types.ts";

interface Asked {
	domain: string;
	/** The key of the profile to bind. */
	target: string;
	record: Parameters<typeof baseOf>[0];
	/** The domain's nameservers and mode. */
	servers: Pick<ReadState, "nameservers" | "mode">;
	/** True if a read of the domain lacks a change that the bot made in the last minutes. */
	isBehind(shown: ReadState): boolean;
	/** The account's profiles; null if the service does not list them. */
	known: AdminAccount | null;
}

/**
 * Decides about one domain, for a single change and for a list of changes. The first rule that applies decides:
 * 1. The service still shows the domain as it was before the bot's last change: `outdated`. Nothing else in such a read
 *    counts.
 * 2. The domain has the profile: `already_so`.
 * 3. The service would refuse the profile for this domain.
 */
export function planBinding({
	domain,
	target,
	record,
	servers,
	isBehind,
	known,
}: Asked): { change: EdgePlan } | { refusal: "outdated" | "already_so" | EdgeProblem } {
	const { tellsEdge, edgeProfileKey } = record;
	if (isBehind({ ...servers, ...(tellsEdge && { edgeProfileKey }) })) return { refusal: "outdated" };
	if (edgeProfileKey === target) return { refusal: "already_so" };
	const problem = known && problemOf(known.edgeProfiles, target, domain);
	if (problem) return { refusal: problem };
	const served = known && { served: known.ownNameservers };
	return { change: { kind: "edge", target, ...baseOf(record, servers), ...served } };
}
