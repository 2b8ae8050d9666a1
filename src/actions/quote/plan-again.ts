import { replan } from "@domains/dns/merge.ts";
import type { DnsPlan, PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planZones, type WantedZone } from "../dns/plan-zones.ts";
import { zoneOf } from "../dns/zone.ts";
import { plan as planEdges } from "../edge/plan.ts";
import { plan as planServers } from "../nameservers/plan.ts";

export interface DomainChange {
	domain: string;
	change: PlannedChange;
}

type Account = Actor & { accountId: number };

/**
 * Plans these changes again, from the current state of each domain. All changes must be of one kind. Returns null if
 * there are no changes.
 */
export async function planAgain(deps: Deps, of: Account, changes: readonly DomainChange[]) {
	const profiles = changes.flatMap(({ domain, change }) =>
		change.kind === "edge" ? { domain, profileKey: change.target } : [],
	);
	const servers = changes.flatMap(({ domain, change }) =>
		change.kind === "nameservers" ? { domain, target: change.target } : [],
	);
	return planAny(deps, of, { zones: zonesOf(changes), servers, profiles });
}

/**
 * Plans to undo changes. All of them must be of one kind. Keeps later changes of other records. A domain that had an
 * edge profile before the change gets this profile again. A domain that had none gets its earlier nameservers again.
 * One operation cannot both bind profiles and set nameservers. So if some of the domains had a profile, plans to
 * restore only those domains.
 */
export async function planBack(deps: Deps, of: Account, changes: readonly DomainChange[]) {
	const back = changes.map(({ domain, change }) => ({
		domain,
		change: change.kind === "dns" ? backOf(change) : change,
	}));
	const profiles = changes.flatMap(({ domain, change }) => {
		const profileKey = change.kind === "edge" ? change.base : change.kind === "nameservers" ? change.edge : undefined;
		return profileKey ? { domain, profileKey } : [];
	});
	const servers = changes.flatMap(({ domain, change }) => {
		if (change.kind === "nameservers" && change.edge !== undefined) return [];
		if (change.kind === "nameservers") return { domain, target: { nameservers: change.base } };
		const bare = change.kind === "edge" && change.base === null;
		return bare ? { domain, target: { nameservers: change.nameservers ?? [] } } : [];
	});
	return planAny(deps, of, { zones: zonesOf(back), servers, profiles });
}

/**
 * Returns the change that reverts `change`. It omits `replaces` (what `change` replaced as a whole). So it reverts only
 * the records of this change, and keeps later changes of other records.
 */
function backOf({ replaces: _, ...change }: DnsPlan): DnsPlan {
	return { ...change, base: change.stored ?? change.target, target: change.base };
}

function zonesOf(changes: readonly DomainChange[]) {
	return changes.flatMap(({ domain, change }) => {
		if (change.kind !== "dns") return [];
		const { replaces } = change;
		const again: WantedZone["change"] = ({ dns }) => {
			return { ...replan<PlannedRecord>(change, dns.records, zoneOf(domain)), replaces };
		};
		return { domain, change: again };
	});
}

async function planAny(
	deps: Deps,
	of: Account,
	wanted: {
		zones: Parameters<typeof planZones>[1]["wanted"];
		servers: Parameters<typeof planServers>[1]["wanted"];
		profiles: Parameters<typeof planEdges>[1]["wanted"];
	},
) {
	if (wanted.zones.length > 0) return planZones(deps, { ...of, wanted: wanted.zones });
	if (wanted.profiles.length > 0) return planEdges(deps, { ...of, wanted: wanted.profiles });
	return wanted.servers.length > 0 ? planServers(deps, { ...of, wanted: wanted.servers }) : null;
}
