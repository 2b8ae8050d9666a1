import { nameserverCount, sameNameservers } from "@domains/contract/records/name.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { asStored } from "@domains/dns/behind.ts";
import { diffZones, type ZoneDiff } from "@domains/dns/diff.ts";
import { lostFields } from "@domains/dns/edit.ts";
import { excessLookups } from "@domains/dns/mail.ts";
import { risksOf } from "@domains/dns/plan.ts";
import type { Phase } from "../../rules/operation/state.ts";
import { isOver } from "../../rules/operation/step.ts";
import { deadline } from "../../rules/operation/timing.ts";
import type { ItemRow, RequestRow, WholeOperation } from "../../store/operations.ts";
import type { EdgePlan, PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import type { ZoneRecord } from "../dns/types.ts";
import { plainDiff, zoneOf } from "../dns/zone.ts";
import type { EdgeChange } from "../edge/types.ts";
import type { Change, Operation, OperationAccount, OperationItem, OverCap, Quote } from "./types.ts";

export function viewOf(
	row: WholeOperation,
	viewer: {
		personId: number;
		readAt: Date;
		sandbox: boolean;
		account: OperationAccount;
		newer?: readonly { reference: string; domain: string }[];
		accessRefusal?: Operation["accessRefusal"];
		lacksAccess?: boolean;
		frozen?: string | undefined;
		overCap?: OverCap | undefined;
		proposer?: string | null;
	},
): Operation {
	const items = row.requests
		.flatMap((request) => request.items.map((item) => ({ item, state: standingOf(request) })))
		.sort((one, other) => one.item.ordinal - other.item.ordinal)
		.map(({ item, state }) => itemOf(item, state));
	const held = row.requests.find((request) => request.hold !== "none");
	const holdUntil = held && held.hold !== "access" ? held.wakeAt : null;
	const [first] = items;
	const { newer = [], accessRefusal = null, lacksAccess = false, frozen, overCap, proposer = null } = viewer;
	const replaced = new Set(newer.map(({ domain }) => domain));
	return {
		id: row.id,
		reference: row.reference,
		kind: row.kind,
		state: row.state,
		hold: held?.hold ?? "none",
		tries: Math.max(
			0,
			...row.requests.filter((each) => each.mayHaveRun && !isOver(each.state)).map((each) => each.attempts),
		),
		holdUntil,
		holdIsLast: held !== undefined && holdUntil !== null && holdUntil >= deadline(held.state, holdUntil),
		accessRefusal,
		lacksAccess,
		frozen,
		overCap,
		proposer,
		personId: row.personId,
		mine: row.personId === viewer.personId,
		sandbox: viewer.sandbox,
		account: viewer.account,
		quote: quoteOf(row),
		items,
		balanceBeforeCents: row.balanceBeforeCents,
		balanceAfterCents: row.balanceAfterCents,
		change: first?.change ?? null,
		risks: [...new Set(items.flatMap(({ change, state }) => (state === "quoted" ? (change?.risks ?? []) : [])))],
		newer: newer[0]?.reference ?? null,
		unreplacedDomains:
			newer.length === 0 ? [] : items.map(({ domain }) => domain).filter((each) => !replaced.has(each)),
		undoable: items.some(({ undoable }) => undoable),
		problem: commonProblem(row.requests),
		createdAt: row.createdAt,
		confirmedAt: row.confirmedAt,
		settledAt: row.settledAt,
		readAt: viewer.readAt,
	};
}

function quoteOf({ quote, quoteNumber, quoteExpiresAt }: WholeOperation): Quote {
	const { totalCents, balanceCents, expected, previousCents, moved, changed, defaults, servers } = quote;
	const balanceAfterCents = balanceCents === null ? null : balanceCents - totalCents;
	return {
		number: quoteNumber,
		expiresAt: quoteExpiresAt,
		totalCents,
		balanceCents,
		balanceAfterCents,
		shortByCents: Math.max(0, -(balanceAfterCents ?? 0)),
		expected,
		...(previousCents !== undefined && { previousCents }),
		...(moved !== undefined && { moved }),
		...(changed && { changed }),
		...(defaults && { defaults }),
		...(servers && { servers }),
	};
}

function standingOf({ phase, mayHaveRun }: RequestRow): Phase {
	return phase === "sent" && mayHaveRun ? "unknown" : phase;
}

function itemOf(row: ItemRow, state: Phase): OperationItem {
	const { id, domain, years, priceCents, renewCents, clientRef, externalRef, edgeProfileKey, phase } = row;
	const { expiresAt, chargedCents } = row;
	const given = { clientRef, externalRef, edgeProfileKey };
	return {
		id,
		domain,
		years,
		priceCents,
		paidUntil: typeof row.before?.expiresAt === "string" ? new Date(row.before.expiresAt) : null,
		renewCents,
		premium: row.before?.premium ?? false,
		...given,
		phase,
		state,
		problem: problemOf(row),
		expiresAt,
		chargedCents,
		change: row.change && changeOf(domain, row.change),
		undoable: canUndo(row),
	};
}

function problemOf({ code, message }: ItemRow): { code: string; message: string } | null {
	return code === null ? null : { code, message: message ?? "" };
}

/** Returns the problem of the items that did not succeed, if all of them have the same code; otherwise null. */
function commonProblem(requests: readonly RequestRow[]): { code: string; message: string } | null {
	const problems = requests
		.flatMap((request) => request.items)
		.filter((item) => item.phase !== "succeeded")
		.map(problemOf);
	const [first] = problems;
	return first && problems.every((each) => each?.code === first.code) ? first : null;
}

/**
 * Returns the items (domains) that the current quote covers. These are the open items of the requests (HTTP calls) that
 * wait for a confirmation. Other requests of the order may already be in progress.
 */
export function quotedItems(row: WholeOperation): ItemRow[] {
	return row.requests
		.filter((request) => request.phase === "quoted")
		.flatMap((request) => request.items)
		.filter((item) => item.phase === "open");
}

/** Converts a stored plan to what the screen shows: the differences and the risks. */
export function changeOf(domain: string, change: PlannedChange): Change {
	switch (change.kind) {
		case "dns": {
			const zone = zoneOf(domain);
			const { base, target, stored, contested = [], dropped, unrestored, fitted, leftOut, assumed } = change;
			const diff = diffOf(base, target, zone);
			const otherwise = stored && { stored: diffOf(asStored(target, stored, zone), stored, zone) };
			const spfLookups = excessLookups(base, target, zone);
			return {
				kind: "dns",
				diff,
				lostFields: lostFields(base, target, zone),
				contested,
				...(dropped && { dropped }),
				...(spfLookups !== null && { spfLookups }),
				...(unrestored && { unrestored }),
				...(fitted && { fitted }),
				...(leftOut && { leftOut }),
				...(assumed && { assumed }),
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

/**
 * Compares the records without normalizing them. After normalizing, the result would not show which TTLs are set or
 * removed.
 */
function diffOf(before: readonly PlannedRecord[], after: readonly PlannedRecord[], zone: Zone): ZoneDiff<ZoneRecord> {
	return plainDiff(diffZones(before, after, zone));
}

function edgeChangeOf({ base, target, nameservers = [], external, served }: EdgePlan): EdgeChange {
	const servers = external ? { before: nameservers, after: served ?? null } : null;
	return { kind: "edge", before: base, after: target, servers, risks: servers ? ["nameservers"] : [] };
}

/** True if an item's change can be undone. Other items of its operation may still be in progress. */
export function canUndo({ phase, change }: Pick<ItemRow, "phase" | "change">): boolean {
	return phase === "succeeded" && change !== null && isRestorable(change);
}

/**
 * True if the state before this change is known, and a plan could restore it. The API has no call to unbind an edge
 * profile. Setting at least two nameservers unbinds it. So if the domain had no profile before, its earlier nameservers
 * must be known.
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
