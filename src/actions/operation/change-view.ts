import { diffZones, type ZoneDiff } from "../../rules/dns/diff.ts";
import { lostFields } from "../../rules/dns/edit.ts";
import { excessLookups } from "../../rules/dns/mail.ts";
import { nameserverCount, sameNameservers } from "../../rules/dns/nameservers.ts";
import type { Zone } from "../../rules/dns/record.ts";
import { risksOf } from "../../rules/dns/risk.ts";
import { asStored } from "../../rules/dns/stored.ts";
import type { ItemRow } from "../../store/operations.ts";
import type { EdgePlan, PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import type { ZoneRecord } from "../dns/types.ts";
import { plainDiff, zoneOf } from "../dns/zone.ts";
import type { EdgeChange } from "../edge/types.ts";
import type { Change } from "./types.ts";

/** Converts a stored plan to what the screen shows: the differences and the risks. */
export function changeOf(domain: string, change: PlannedChange): Change {
	switch (change.kind) {
		case "dns": {
			const zone = zoneOf(domain);
			const { base, target, stored, contested = [], dropped, unrestored } = change;
			const diff = diffOf(base, target, zone);
			const lost = lostFields(base, target, zone);
			const otherwise = stored && { stored: diffOf(asStored(target, stored, zone), stored, zone) };
			const spfLookups = excessLookups(base, target, zone);
			return {
				kind: "dns",
				diff,
				lost,
				contested,
				...(dropped && { dropped }),
				...(spfLookups !== null && { spfLookups }),
				...(unrestored && { unrestored }),
				...otherwise,
				risks: risksOf(base, target, diff, zone),
			};
		}
		case "nameservers": {
			const after = "nameservers" in change.target ? change.target.nameservers : null;
			const presetKey = "presetKey" in change.target ? change.target.presetKey : (change.preset ?? null);
			const leavesEdge = change.leavesEdge === true;
			// There is always a risk: the plan replaces the domain's nameservers or disconnects it from its edge profile.
			return { kind: "nameservers", before: change.base, after, presetKey, leavesEdge, risks: ["nameservers"] };
		}
		case "edge":
			return edgeChangeOf(change);
	}
}

/** Compares the records without normalizing them. Otherwise the result would not show which TTLs are set or removed. */
function diffOf(before: readonly PlannedRecord[], after: readonly PlannedRecord[], zone: Zone): ZoneDiff<ZoneRecord> {
	return plainDiff(diffZones(before, after, zone));
}

function edgeChangeOf({ base, target, nameservers = [], external, served }: EdgePlan): EdgeChange {
	const servers = external ? { before: nameservers, after: served ?? null } : null;
	return { kind: "edge", before: base, after: target, servers, risks: servers ? ["nameservers"] : [] };
}

/** True if an item can be undone, also while other items of its operation are not finished. */
export function canUndo({ phase, change }: Pick<ItemRow, "phase" | "change">): boolean {
	return phase === "succeeded" && change !== null && isRestorable(change);
}

/**
 * True if the state before this change is known, and a plan could restore it. The API has no call to unbind an edge
 * profile. Setting the earlier nameservers unbinds it, but this call requires at least two nameservers.
 */
export function isRestorable(change: PlannedChange): boolean {
	if (change.kind === "nameservers") {
		if (change.edge !== undefined) return true;
		const stayed = "nameservers" in change.target && sameNameservers(change.base, change.target.nameservers);
		return change.base.length >= nameserverCount.min && !stayed;
	}
	if (change.kind === "dns") return change.base.length > 0;
	// The earlier profile is unknown, so it cannot be restored.
	if (change.untold) return false;
	return change.base !== null || (change.nameservers ?? []).length >= nameserverCount.min;
}
