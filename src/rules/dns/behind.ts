import type { AnyRecord } from "./any-record.ts";
import { sameZone } from "./diff.ts";
import { sameNameservers } from "./nameservers.ts";
import type { Zone } from "./record.ts";

/** A change of a domain that was carried out: what was there before it, and what it left. */
export type Written =
	| { kind: "dns"; base: readonly AnyRecord[]; target: readonly AnyRecord[] }
	| {
			kind: "nameservers";
			base: readonly string[];
			target: { nameservers: readonly string[] } | { presetKey: string };
	  }
	| { kind: "edge"; base: string | null; target: string; nameservers?: readonly string[] };

/** What a read of a domain shows; what it does not tell is left out, null or empty. */
export interface Shown {
	records?: readonly AnyRecord[];
	nameservers: readonly string[];
	mode: string | null;
	edgeProfileKey?: string | null;
}

/**
 * Whether a read shows a domain as it was before one of our own changes: the copies of a service may lag behind its
 * writes. `written` are the changes of the last minutes, newest first. What the newest one left is up to date, even
 * where that was there before an older one.
 */
export function isBehind(written: readonly Written[], shown: Shown, zone: Zone): boolean {
	const ofRecords = written.filter((each) => each.kind === "dns");
	const ofServers = written.filter((each) => each.kind !== "dns");
	return [ofRecords, ofServers].some((changes) => {
		const [newest] = changes;
		if (newest === undefined || sideOf(newest, shown, zone) === "after") return false;
		return changes.some((each) => sideOf(each, shown, zone) === "before");
	});
}

/** Which side of a change the read shows; "other": neither, or the read does not tell. */
function sideOf(change: Written, shown: Shown, zone: Zone): "before" | "after" | "other" {
	switch (change.kind) {
		case "dns":
			if (shown.records === undefined) return "other";
			return sideIf(sameZone(shown.records, change.target, zone), sameZone(shown.records, change.base, zone));
		case "nameservers":
			return sideIf(
				isServedBy(change.target, shown),
				shown.nameservers.length > 0 && sameNameservers(shown.nameservers, change.base),
			);
		case "edge": {
			const { edgeProfileKey, mode, nameservers } = shown;
			if (edgeProfileKey !== undefined) return sideIf(edgeProfileKey === change.target, edgeProfileKey === change.base);
			const isBound = mode === "edge";
			return sideIf(isBound, mode !== null && sameNameservers(nameservers, change.nameservers ?? []));
		}
	}
}

function sideIf(isAfter: boolean, isBefore: boolean): "before" | "after" | "other" {
	if (isAfter) return "after";
	return isBefore ? "before" : "other";
}

/** Whether a domain has these servers. An edge profile may answer for it by the very servers that are wanted. */
export function isServedBy(
	target: { nameservers: readonly string[] } | { presetKey: string },
	{ nameservers, mode }: Pick<Shown, "nameservers" | "mode">,
): boolean {
	return "nameservers" in target && sameNameservers(nameservers, target.nameservers) && mode !== "edge";
}
