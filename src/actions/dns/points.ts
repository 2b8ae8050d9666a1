import { isDeepStrictEqual } from "node:util";
import { isServedBy } from "../../rules/dns/behind.ts";
import { otherFields } from "../../rules/dns/edit.ts";
import { nameserverCount, sameNameservers } from "../../rules/dns/nameservers.ts";
import { parseDomain } from "../../rules/names.ts";
import { activeConnection, connectionsOf } from "../../store/connections.ts";
import { memberNames } from "../../store/members.ts";
import type { PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import {
	deletePoint as deleteRow,
	findPoint,
	listPoints,
	namePoint as nameRow,
	pastChange,
	pastChanges,
	savePoint as saveRow,
} from "../../store/zone-points.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { readRecord } from "../domain/record.ts";
import { plan as planEdge } from "../edge/plan.ts";
import type { BadProfile } from "../edge/types.ts";
import { plan as planNameservers } from "../nameservers/plan.ts";
import type { NameserverRefusal } from "../nameservers/types.ts";
import type { Change } from "../operation/types.ts";
import { changeOf, isRestorable } from "../operation/view.ts";
import type { PlanResult } from "../quote/types.ts";
import type { Trouble } from "../trouble.ts";
import { changeZone } from "./change.ts";
import type { PointKey, PointPart, PointResult, RestorePoint } from "./point-types.ts";
import type { NotYours } from "./types.ts";
import { type OpenZone, openForChange, openZone, zoneOf } from "./zone.ts";

/**
 * The most restore points that may be saved for a domain. The same number limits how many past changes are listed as
 * restore points.
 */
const mostPoints = 20;
const longestName = 60;

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
		pastChanges(db, of, mostPoints),
		memberNames(db, of.accountId),
	]);
	const by = (id: number | null) => ({ mine: id === personId, name: id === null ? null : (names.get(id) ?? null) });
	const all: RestorePoint[] = [
		...saved.map(({ id, name, createdAt, savedBy }) => {
			return { key: { pointId: id }, at: createdAt, by: by(savedBy), name, before: null };
		}),
		...changes
			.filter(({ change }) => isRestorable(change))
			.map(({ operationId, reference, at, change, outcome, personId: author }) => {
				const before = { reference, kind: change.kind, outcome };
				return { key: { operationId }, at, by: by(author), name: null, before };
			}),
	];
	return all.toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Saves the current records, nameservers and edge profile of a domain as a restore point. `unreported`: the parts that
 * were not saved, because the service does not report them.
 */
export async function savePoint(
	deps: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<{ kind: "saved"; pointId: number; domain: string; unreported: readonly PointPart[] } | NotYours | Trouble> {
	const zone = await openZone(deps, personId, text);
	if (zone.kind !== "open") return zone;
	const { access, domain, dns } = zone;
	const record = await readRecord(deps, access, domain);
	if (record.kind !== "domain") return record;
	const { nameservers, records } = dns;
	const { edgeProfileKey, tellsEdge } = record.domain;
	const unreported: PointPart[] = nameservers.length === 0 ? ["nameservers"] : [];
	if (!tellsEdge) unreported.push("edge");
	const of = { accountId: access.account.id, domain, savedBy: personId };
	const pointId = await deps.db.transaction((tx) =>
		saveRow(tx, { ...of, records, nameservers, edgeProfileKey }, mostPoints),
	);
	return { kind: "saved", pointId, domain, unreported };
}

type Which = Actor & { domain: string; key: PointKey };

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

/** Compares a restore point with the domain's current state. */
export async function point(deps: Deps, which: Which): Promise<PointResult> {
	const found = await find(deps, which);
	const { personId, domain } = which;
	// Look for the point in the list of the point's account. The person may have switched to another account since the
	// list was shown.
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
		changes.push(changeOf(domain, { kind: "dns", base: dns.records, target: records, form: "formal", ...fields }));
	}
	// An empty list means that the service does not report nameservers.
	if (nameservers && dns.nameservers.length === 0) unknown.push("nameservers");
	else if (nameservers && !(await isServed(deps, zone, nameservers))) {
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
 * True if the nameservers need no restoring: the domain has them and no edge profile. Also true if the domain has them
 * and an edge profile whose key the service does not report. The same profile may have been bound at the restore point.
 */
async function isServed(
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
		return planEdge(deps, { personId, accountId, domain, profileKey: edgeProfileKey });
	if (part === "nameservers" && nameservers)
		return planNameservers(deps, { personId, accountId, domain, target: { nameservers } });
	if (part !== "dns" || !records) return { kind: "not_found" };
	const zone = await openForChange(deps, personId, domain, accountId);
	return zone.kind === "open"
		? changeZone(deps, personId, zone, { records, replaces: "zone", restores: records })
		: zone;
}

/** Finds a restore point; undefined if the person is not connected to its account. */
async function find(deps: Deps, { personId, domain, key }: Which): Promise<Found | undefined> {
	const found =
		"pointId" in key ? await savedState(deps, key.pointId) : await stateBefore(deps, key.operationId, domain);
	const connections = await connectionsOf(deps.db, personId);
	return connections.some(({ accountId }) => accountId === found?.accountId) ? found : undefined;
}

async function savedState({ db }: Deps, pointId: number): Promise<Found | undefined> {
	const row = await findPoint(db, pointId);
	if (!row) return undefined;
	const { accountId, domain, records, nameservers, edgeProfileKey } = row;
	// A domain with an edge profile has the profile's nameservers. Restoring the profile also restores them, so the state
	// contains only one of the two.
	const known = nameservers.length >= nameserverCount.min && { nameservers };
	const served = edgeProfileKey === null ? known : { edgeProfileKey };
	return { accountId, domain, state: { records, ...served } };
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
