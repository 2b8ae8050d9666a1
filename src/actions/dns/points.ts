import { isDeepStrictEqual } from "node:util";
import { nameserverCount, parseDomain, sameNameservers } from "@domains/contract/names.ts";
import { isServedBy } from "@domains/dns/behind.ts";
import { keepFields, otherFields } from "@domains/dns/edit.ts";
import { activeConnection, connectionsOf, memberNames } from "../../store/connections.ts";
import type { PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import {
	deletePoint as deleteRow,
	findPoint,
	listPoints,
	namePoint as nameRow,
	type PastChange,
	pastChange,
	pastChanges,
	savePoint as saveRow,
	type ZonePoint,
} from "../../store/zones.ts";
import type { Actor, Deps } from "../deps.ts";
import { type OpenZone, openZone, readRecord } from "../domain/domains.ts";
import { plan as planEdge } from "../edge.ts";
import { plan as planNameservers } from "../nameservers.ts";
import { changeOf, isRestorable } from "../operation/read.ts";
import type { BadProfile, Change, NameserverRefusal } from "../operation/types.ts";
import type { PlanResult } from "../quote/save-quote.ts";
import type { Trouble } from "../trouble.ts";
import { planZones } from "./plan.ts";
import type { Block, NotYours } from "./types.ts";
import { zoneOf } from "./zone.ts";

/** Identifies a restore point of a domain: a state that a person saved, or the state before an operation changed it. */
export type PointKey = { pointId: number } | { operationId: number };

export interface RestorePoint {
	key: PointKey;
	at: Date;
	/** The person who saved the point or ordered the change. `name`: null if it is unknown. */
	by: { mine: boolean; name: string | null };
	/** The name that a person gave a saved point; null if it has none. */
	name: string | null;
	/** The change that replaced this state, or may have replaced it. Null for a saved point. */
	before: { reference: string; kind: Change["kind"]; outcome: PastChange["outcome"] } | null;
	/** The parts that the point can restore. The other parts stay as they are now. */
	holds: readonly Change["kind"][];
}

/** A part of a restore point other than the DNS records. Not every service reports these parts. */
export type PointPart = "nameservers" | "edge";

export type PointResult =
	/**
	 * `changes`: what would change now if the person restored each part (records, nameservers, edge profile). Parts that
	 * have not changed are left out.
	 */
	| {
			kind: "point";
			domain: string;
			point: RestorePoint;
			changes: readonly Change[];
			/** The saved parts that cannot be compared, because the service does not report their current state. */
			unknown: readonly PointPart[];
			/**
			 * The names of the record fields that differ from the restore point, but that the bot does not know and so does
			 * not restore.
			 */
			unrestored: readonly string[];
			blocked: Block | null;
	  }
	| { kind: "not_found"; domain: string }
	| NotYours
	| Trouble;

/** The maximum number of past changes of a domain that are listed as restore points. */
const mostChanges = 20;

/** The state of a domain at a restore point. An absent field means that the point does not cover that part. */
interface State {
	records?: readonly PlannedRecord[];
	nameservers?: readonly string[];
	edgeProfileKey?: string;
}

interface Found {
	accountId: number;
	domain: string;
	state: State;
}

/**
 * Lists a domain's restore points, newest first: the saved points, and the state before each change that this bot sent.
 */
export async function points(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<readonly RestorePoint[]> {
	const connection = await activeConnection(deps.db, personId);
	const parsed = parseDomain(text);
	if (!connection?.accountId || !parsed.ok) return [];
	return pointsOf(deps, personId, { accountId: connection.accountId, domain: parsed.ascii });
}

async function pointsOf(
	{ db }: Deps,
	personId: number,
	of: { accountId: number; domain: string },
): Promise<readonly RestorePoint[]> {
	const [saved, changes, names] = await Promise.all([
		listPoints(db, of),
		pastChanges(db, of, mostChanges),
		memberNames(db, of.accountId),
	]);
	const by = (id: number | null) => ({ mine: id === personId, name: id === null ? null : (names.get(id) ?? null) });
	const all: RestorePoint[] = [
		...saved.map((row) => {
			const { id, name, createdAt, savedBy } = row;
			return {
				key: { pointId: id },
				at: createdAt,
				by: by(savedBy),
				name,
				before: null,
				holds: partsOf(savedState(row)),
			};
		}),
		...changes
			.filter(({ change }) => isRestorable(change))
			.map(({ operationId, reference, at, change, outcome, personId: author }) => {
				const before = { reference, kind: change.kind, outcome };
				return { key: { operationId }, at, by: by(author), name: null, before, holds: partsOf(stateOf(change)) };
			}),
	];
	return all.toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

type Which = Actor & { domain: string; key: PointKey };

/** Compares a restore point with the domain's current state. */
export async function point(deps: Deps, which: Which): Promise<PointResult> {
	const found = await find(deps, which);
	const { personId, domain } = which;
	// Look for the point in the account to which it belongs. The person may have switched to another account since the
	// list of points was shown.
	const listed = found && (await pointsOf(deps, personId, found)).find(({ key }) => isDeepStrictEqual(key, which.key));
	if (!found || !listed) return { kind: "not_found", domain };
	const zone = await openZone(deps, personId, domain, found.accountId);
	if (zone.kind !== "open") return zone;
	const { records, nameservers, edgeProfileKey } = found.state;
	const { dns, blocked } = zone;
	const changes: Change[] = [];
	const unknown: PointPart[] = [];
	const unrestored = records ? otherFields(dns.records, records, zoneOf(domain)) : [];
	if (records) {
		const fields = unrestored.length > 0 && { unrestored };
		const target = keepFields<PlannedRecord>(dns.records, records, zoneOf(domain));
		changes.push(changeOf(domain, { kind: "dns", base: dns.records, target, form: "formal", ...fields }));
	}
	// An empty list means that the service does not report nameservers.
	if (nameservers && dns.nameservers.length === 0) unknown.push("nameservers");
	else if (nameservers && !(await isAlreadyRestored(deps, zone, nameservers))) {
		const { nameservers: base, mode } = dns;
		const leavesEdge = mode === "edge";
		changes.push(changeOf(domain, { kind: "nameservers", base, target: { nameservers }, leavesEdge }));
	}
	if (edgeProfileKey !== undefined) {
		const record = await readRecord(deps, zone.access, domain);
		if (record.kind !== "domain") return record;
		const { edgeProfileKey: base, tellsEdge } = record.domain;
		if (!tellsEdge) unknown.push("edge");
		else if (base !== edgeProfileKey) changes.push(changeOf(domain, { kind: "edge", base, target: edgeProfileKey }));
	}
	return { kind: "point", domain, point: listed, changes: changes.filter(isChange), unknown, unrestored, blocked };
}

/**
 * True if these nameservers need not be restored. The domain must use them now. In addition, one of these must be true:
 * - The domain has no edge profile.
 * - The service does not report the key of its edge profile. The domain may have had the same profile at the restore
 *   point.
 */
async function isAlreadyRestored(
	deps: Deps,
	{ access, domain, dns }: OpenZone,
	nameservers: readonly string[],
): Promise<boolean> {
	if (!sameNameservers(dns.nameservers, nameservers) || dns.mode !== "edge") return isServedBy({ nameservers }, dns);
	const record = await readRecord(deps, access, domain);
	return record.kind === "domain" && !record.domain.tellsEdge;
}

function isChange(change: Change): boolean {
	if (change.kind !== "dns") return true;
	const { removed, changed, added } = change.diff;
	return removed.length + changed.length + added.length > 0;
}

/**
 * Plans to restore one part of a domain (records, nameservers or edge profile) to its state at a point. This also
 * reverts later changes, including those by other people and programs.
 */
export async function restore(
	deps: Deps,
	{ part, ...which }: Which & { part: Change["kind"] },
): Promise<PlanResult | NameserverRefusal | BadProfile | { kind: "bad_key" | "not_found" }> {
	const found = await find(deps, which);
	if (!found) return { kind: "not_found" };
	const { personId } = which;
	const { accountId, domain, state } = found;
	const { records, nameservers, edgeProfileKey } = state;
	if (part === "edge" && edgeProfileKey !== undefined)
		return planEdge(deps, { personId, accountId, wanted: [{ domain, profileKey: edgeProfileKey }] });
	if (part === "nameservers" && nameservers)
		return planNameservers(deps, { personId, accountId, wanted: [{ domain, target: { nameservers } }] });
	if (part !== "dns" || !records) return { kind: "not_found" };
	const change = () => ({ records, replaces: "zone" as const, restores: records });
	return planZones(deps, { personId, accountId, wanted: [{ domain, change }] });
}

/** Finds a restore point; undefined if the person is not connected to its account. */
async function find(deps: Deps, { personId, domain, key }: Which): Promise<Found | undefined> {
	const found = "pointId" in key ? await saved(deps, key.pointId) : await stateBefore(deps, key.operationId, domain);
	const connections = await connectionsOf(deps.db, personId);
	return connections.some(({ accountId }) => accountId === found?.accountId) ? found : undefined;
}

async function saved({ db }: Deps, pointId: number): Promise<Found | undefined> {
	const row = await findPoint(db, pointId);
	return row && { accountId: row.accountId, domain: row.domain, state: savedState(row) };
}

function savedState({ records, nameservers, edgeProfileKey }: ZonePoint): State {
	// A domain with an edge profile has the profile's nameservers. Restoring the profile also restores them, so the state
	// contains only one of the two.
	const known = nameservers.length >= nameserverCount.min && { nameservers };
	return { records, ...(edgeProfileKey === null ? known : { edgeProfileKey }) };
}

async function stateBefore({ db }: Deps, operationId: number, domain: string): Promise<Found | undefined> {
	const found = await pastChange(db, operationId, domain);
	if (!found || !isRestorable(found.change)) return undefined;
	return { accountId: found.accountId, domain, state: stateOf(found.change) };
}

function stateOf(change: PlannedChange): State {
	switch (change.kind) {
		case "dns":
			return { records: change.base };
		case "nameservers":
			return change.edge === undefined ? { nameservers: change.base } : { edgeProfileKey: change.edge };
		case "edge":
			return change.base === null ? { nameservers: change.nameservers ?? [] } : { edgeProfileKey: change.base };
	}
}

function partsOf({ records, nameservers, edgeProfileKey }: State): Change["kind"][] {
	return [
		...(records ? (["dns"] as const) : []),
		...(nameservers ? (["nameservers"] as const) : []),
		...(edgeProfileKey === undefined ? [] : (["edge"] as const)),
	];
}

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
