import { sameNameservers } from "@domains/contract/names.ts";
import { canonicalRecord, hasPriority, isKnown, relativeHostname } from "@domains/contract/records/record.ts";
import type { AnyRecord, Zone } from "@domains/contract/records/types.ts";
import { sameZone } from "./diff.ts";

/** `stored`: the records that the service stored, if they differ from `target`. */
export type CompletedChange =
	| { kind: "dns"; base: readonly AnyRecord[]; target: readonly AnyRecord[]; stored?: readonly AnyRecord[] }
	| {
			kind: "nameservers";
			base: readonly string[];
			target: { nameservers: readonly string[] } | { presetKey: string };
	  }
	| { kind: "edge"; base: string | null; target: string; nameservers?: readonly string[] };

/** A field that the service does not report is absent, null or empty. */
export interface ReadState {
	records?: readonly AnyRecord[];
	nameservers: readonly string[];
	mode: string | null;
	edgeProfileKey?: string | null;
}

/**
 * True if the service still reports an old state of the domain. Some services show a change only after a delay.
 * - `written`: the changes that this bot made in the last minutes, newest first.
 * - `shown`: the state that the bot just read from the service.
 *
 * `shown` is old if it is the state before one of the changes. Exception: it is current if it is the result of the
 * newest change. Both can be true after A → B and then B → A.
 */
export function isBehind(written: readonly CompletedChange[], shown: ReadState, zone: Zone): boolean {
	const ofRecords = written.filter((each) => each.kind === "dns");
	const ofServers = written.filter((each) => each.kind !== "dns");
	return [ofRecords, ofServers].some((changes) => {
		const [newest] = changes;
		if (newest === undefined || sideOf(newest, shown, zone) === "after") return false;
		return changes.some((each) => sideOf(each, shown, zone) === "before");
	});
}

/** "other" if `shown` is neither of the two states, or if the service does not report the changed field. */
function sideOf(change: CompletedChange, shown: ReadState, zone: Zone): "before" | "after" | "other" {
	switch (change.kind) {
		case "dns":
			if (shown.records === undefined) return "other";
			return sideIf(
				sameZone(shown.records, asStored(change.stored ?? change.target, shown.records, zone), zone),
				sameZone(shown.records, change.base, zone),
			);
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

/**
 * A service may report the same nameservers for a domain with an edge profile, so the mode must not be `edge`. False
 * for a preset, because its nameservers are unknown.
 */
export function isServedBy(
	target: { nameservers: readonly string[] } | { presetKey: string },
	{ nameservers, mode }: Pick<ReadState, "nameservers" | "mode">,
): boolean {
	return "nameservers" in target && sameNameservers(nameservers, target.nameservers) && mode !== "edge";
}

/**
 * The service may choose a priority for a record that was sent without one, and spell an unknown type in another way.
 * A record without a match in `now` stays as it was sent.
 */
export function asStored<Row extends AnyRecord>(sent: readonly Row[], now: readonly AnyRecord[], zone: Zone): Row[] {
	const isOpen = (record: AnyRecord) => !isKnown(record) || (hasPriority(record.type) && isWithoutPriority(record));
	if (!sent.some(isOpen)) return [...sent];
	const candidates = Map.groupBy(now, (record) => looseKey(record, zone));
	return sent.map((record) => {
		const found = isOpen(record) ? candidates.get(looseKey(record, zone))?.shift() : undefined;
		if (!found) return record;
		const { hostname, value, priority } = found;
		return { ...record, hostname, value, priority: isWithoutPriority(record) ? priority : record.priority };
	});
}

function isWithoutPriority({ priority }: AnyRecord): boolean {
	return priority === null || priority === undefined;
}

/**
 * TTL and priority do not count. Quotes and final dots make no difference, and a hostname may be absolute or relative.
 */
function looseKey(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value } = canonicalRecord(record, zone);
	const relative = relativeHostname(hostname, zone.domain);
	const bare = isKnown(record) ? value : value.replace(/^"(.*)"$/su, "$1").replace(/\.$/u, "");
	return JSON.stringify([type, relative.ok ? relative.value : hostname, bare]);
}
