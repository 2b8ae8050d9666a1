import { diffZones } from "../../rules/dns/diff.ts";
import { nameserverCount, sameNameservers } from "../../rules/dns/nameservers.ts";
import { risksOf } from "../../rules/dns/risk.ts";
import type { Phase } from "../../rules/operation/state.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { recordOf, zoneOf } from "../dns/zone.ts";
import type { Change } from "./types.ts";

/** A plan as it is shown: only what changes, and what it puts at stake. */
export function changeOf(domain: string, change: PlannedChange): Change {
	switch (change.kind) {
		case "dns": {
			const zone = zoneOf(domain);
			const [base, target] = [change.base.map(recordOf), change.target.map(recordOf)];
			const diff = diffZones(base, target, zone);
			return { kind: "dns", diff, risks: risksOf(base, target, diff, zone) };
		}
		case "nameservers": {
			const after = "nameservers" in change.target ? change.target.nameservers : null;
			const presetKey = "presetKey" in change.target ? change.target.presetKey : (change.preset ?? null);
			const leavesEdge = change.leavesEdge === true;
			// Whatever is planned moves the domain, to other servers or away from its edge profile.
			return { kind: "nameservers", before: change.base, after, presetKey, leavesEdge, risks: ["nameservers"] };
		}
		case "edge":
			return { kind: "edge", before: change.base, after: change.target, risks: [] };
	}
}

/** The specification has no call to unbind a profile, and none for fewer than two nameservers. */
export function canUndo(state: Phase, change: PlannedChange): boolean {
	if (state !== "succeeded") return false;
	if (change.kind === "nameservers") {
		const stayed = "nameservers" in change.target && sameNameservers(change.base, change.target.nameservers);
		return change.base.length >= nameserverCount.min && !stayed;
	}
	return change.kind === "dns" ? change.base.length > 0 : change.base !== null;
}
