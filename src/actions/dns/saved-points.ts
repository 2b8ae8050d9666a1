import { deletePoint as deleteRow, namePoint as nameRow, savePoint as saveRow } from "../../store/zone-points.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { readRecord } from "../domain/record.ts";
import type { Trouble } from "../trouble.ts";
import type { PointPart } from "./point-types.ts";
import { find, type Which } from "./points.ts";
import type { NotYours } from "./types.ts";
import { openZone } from "./zone.ts";

/** The maximum number of saved restore points for one domain of an account. */
const mostPoints = 20;
const longestName = 60;

/**
 * Saves the current records, nameservers and edge profile of a domain as a restore point. `unreported`: the parts that
 * were not saved, because the service does not report them. Returns `too_many` if the domain already has `mostPoints`
 * saved points. The bot never deletes saved points by itself, so a person must delete one first.
 */
export async function savePoint(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<
	| { kind: "saved"; pointId: number; domain: string; unreported: readonly PointPart[] }
	| { kind: "too_many"; most: number }
	| NotYours
	| Trouble
> {
	const zone = await openZone(deps, personId, text);
	if (zone.kind !== "open") return zone;
	const { access, domain, dns } = zone;
	const record = await readRecord(deps, access, domain);
	if (record.kind !== "domain") return record;
	const { nameservers, records } = dns;
	const { edgeProfileKey, tellsEdge } = record.domain;
	const unreported: PointPart[] = nameservers.length === 0 ? ["nameservers"] : [];
	if (!tellsEdge) unreported.push("edge");
	const point = { accountId: access.account.id, domain, savedBy: personId, records, nameservers, edgeProfileKey };
	const pointId = await saveRow(deps.db, point, mostPoints);
	return pointId === null ? { kind: "too_many", most: mostPoints } : { kind: "saved", pointId, domain, unreported };
}

/**
 * Sets the name of a saved point. Does nothing for the state before an operation, or for an empty name. Also does
 * nothing if the person is not connected to the point's account.
 */
export async function namePoint(deps: Deps, { name, ...which }: Which & { name: string }): Promise<void> {
	const text = name.replace(/\s+/g, " ").trim().slice(0, longestName);
	if ("pointId" in which.key && text !== "" && (await find(deps, which)))
		await nameRow(deps.db, which.key.pointId, text);
}

export async function deletePoint(deps: Deps, which: Which): Promise<void> {
	if ("pointId" in which.key && (await find(deps, which))) await deleteRow(deps.db, which.key.pointId);
}
