import { sumOrNull } from "@domains/contract/money.ts";
import { nameserverCount, sameNameservers } from "@domains/contract/names.ts";
import type { Zone, ZoneDiff } from "@domains/contract/records/types.ts";
import { asStored } from "@domains/dns/behind.ts";
import { diffZones, risksOf } from "@domains/dns/diff.ts";
import { lostFields } from "@domains/dns/edit.ts";
import { excessLookups } from "@domains/dns/mail.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Phase } from "../../rules/operation/state.ts";
import { isOver, type StoredStep } from "../../rules/operation/step.ts";
import { deadline } from "../../rules/operation/timing.ts";
import { parseReference } from "../../rules/reference.ts";
import { isConnected } from "../../store/accounts.ts";
import { activeConnection, type Connected, givesAccess } from "../../store/connections.ts";
import { readOperationPage, supersedingOperations } from "../../store/operation-lists.ts";
import {
	findOperation,
	findOperationByReference,
	type ItemRow,
	type RequestRow,
	type WholeOperation,
} from "../../store/operations.ts";
import type { EdgePlan, PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import { spendDayEnd } from "../../store/spending.ts";
import { readViewer, type Viewer } from "../../store/viewer.ts";
import { accessTrouble } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import type { ZoneRecord } from "../dns/types.ts";
import { plainDiff, zoneOf } from "../dns/zone.ts";
import type { Trouble } from "../trouble.ts";
import type {
	Change,
	EdgeChange,
	Operation,
	OperationAccount,
	OperationFilter,
	OperationItem,
	OperationPage,
	OperationResult,
	OverCap,
	Quote,
	TimelineEntry,
	TimelineResult,
} from "./types.ts";

/**
 * Finds an operation by its reference, in upper or lower case, with or without `#`. Its owner may read it. After it was
 * confirmed, everyone with access to the account may read it too.
 */
export async function read(
	deps: Deps,
	{ personId, reference }: Actor & { reference: string },
): Promise<OperationResult> {
	const parsed = parseReference(reference);
	if (parsed === undefined) return { kind: "not_found" };
	return seen(deps, personId, await findOperationByReference(deps.db, parsed));
}

/**
 * Finds an operation by its row id, for screens and notifications. Its owner may read it. After it was confirmed,
 * everyone with access to the account may read it too.
 */
export async function get(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<OperationResult> {
	return seen(deps, personId, await findOperation(deps.db, operationId));
}

/** Returns what happened to an operation, oldest first. */
export async function timeline(
	{ db }: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<TimelineResult> {
	const row = await findOperation(db, operationId);
	if (!row || !(await maySee(db, personId, row))) return { kind: "not_found" };
	return { kind: "timeline", operation: await show(db, row, personId), entries: timelineOf(row) };
}

/**
 * Returns what an alert to the operator shows of an operation; null if the operation does not exist. `asked`: false if
 * the bot still tries to find out the outcome.
 */
export async function operatorAlert(
	{ db }: Deps,
	{ operationId }: { operationId: number },
): Promise<{ reference: string; asked: boolean } | null> {
	const found = await findOperation(db, operationId);
	return found ? { reference: found.reference, asked: found.state !== "unknown" && found.state !== "sent" } : null;
}

async function seen({ db }: Deps, personId: number, row: WholeOperation | undefined): Promise<OperationResult> {
	if (!row || !(await maySee(db, personId, row))) return { kind: "not_found" };
	return { kind: "operation", operation: await show(db, row, personId) };
}

async function maySee(db: Db, personId: number, row: WholeOperation): Promise<boolean> {
	if (row.personId === personId) return true;
	return row.confirmedAt !== null && (await isConnected(db, personId, row.accountId));
}

export async function show(db: Db | Tx, row: WholeOperation, personId: number): Promise<Operation> {
	return showTo(db, row, await readViewer(db, row, personId));
}

export async function showTo(db: Db | Tx, row: WholeOperation, viewer: Viewer): Promise<Operation> {
	const { personId, account, connections, hasAccess, readAt } = viewer;
	const domains = row.requests.flatMap((request) => request.items.map((item) => item.domain));
	const newer = row.state === "superseded" ? await supersedingOperations(db, row, domains) : [];
	const held = row.requests.some((request) => request.hold === "access");
	const accessRefusal = held ? accessRefusalOf(row, connections) : null;
	const asks = row.state === "quoted" && row.personId === personId;
	const lacksAccess = asks && !hasAccess;
	const frozen = asks ? viewer.frozen[0] : undefined;
	const overCap = asks ? overCapOf(row, viewer) : undefined;
	const seen = accountOf({ id: row.accountId, userId: account?.userId ?? 0 }, connections);
	return viewOf(row, {
		personId,
		readAt,
		sandbox: account?.sandbox ?? false,
		account: seen,
		newer,
		accessRefusal,
		lacksAccess,
		frozen,
		overCap,
		proposer: viewer.proposer,
	});
}

/** Returns the person's daily limit if their quote would exceed it. Undefined if it would not. */
function overCapOf(row: WholeOperation, { dayCapCents: capCents, spentCents, readAt }: Viewer): OverCap | undefined {
	const cents = quotedItems(row).reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (capCents === null || cents === 0) return undefined;
	const overCents = spentCents + cents - capCents;
	return overCents > 0 ? { capCents, spentCents, overCents, endsAt: spendDayEnd(readAt) } : undefined;
}

function accountOf(
	{ id, userId }: { id: number; userId: number },
	connections: readonly Connected[],
): OperationAccount {
	const own = connections.find((each) => each.accountId === id);
	const others = connections.some(({ accountId }) => accountId !== null && accountId !== id);
	return { userId, connectionId: own?.id ?? null, active: own?.active ?? false, named: others || !own };
}

function accessRefusalOf({ accountId }: WholeOperation, connections: readonly Connected[]): Operation["accessRefusal"] {
	const own = connections.find((each) => each.accountId === accountId);
	return own ? { refused: refusals[own.state], connectionId: own.id } : null;
}

const refusals = { live: "nothing", needs_whitelist: "address", needs_token: "token", unproved: "token" } as const;

/**
 * Returns one page of the active account's operations, newest first. If the person has lost access to the account,
 * lists only their own operations.
 */
export async function list(
	deps: Deps,
	{ personId, which = "all", limit = 10, offset = 0 }: Actor & OperationFilter,
): Promise<OperationPage | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return accessTrouble(deps, connection);
	const { id: accountId, sandbox } = connection.account;
	const seesOthers = givesAccess(connection);
	const input = { personId, accountId, seesOthers, which, limit, offset };
	const found = await deps.reader((tx) => readOperationPage(tx, input));
	const { rows, readAt, total, connections } = found;
	const account = accountOf(connection.account, connections);
	return {
		kind: "operations",
		operations: rows.map((row) => viewOf(row, { personId, readAt, sandbox, account })),
		total,
		offset: found.offset,
	};
}

type Happened = TimelineEntry["happened"];

/**
 * Consecutive entries of the same kind within this time become one entry. An order can consist of many HTTP requests,
 * and each adds entries.
 */
const mergedMs = 60_000;

/** Returns the history of an operation, oldest first, from stored data. */
function timelineOf(row: WholeOperation): TimelineEntry[] {
	const quoted = { at: row.createdAt, happened: "quoted" as const, done: 0, failed: 0, chargedCents: null };
	const rest = row.requests
		.flatMap((request) => (request.steps.length > 0 ? stepsOf(request) : legacyEntriesOf(row, request)))
		.sort((one, other) => one.at.getTime() - other.at.getTime());
	const entries: TimelineEntry[] = [];
	for (const entry of [quoted, ...rest]) {
		const last = entries.at(-1);
		const same = last?.happened === entry.happened && entry.at.getTime() - last.at.getTime() < mergedMs;
		if (last && same) entries.splice(-1, 1, merge(last, entry));
		else entries.push(entry);
	}
	return entries;
}

function merge(one: TimelineEntry, other: TimelineEntry): TimelineEntry {
	const chargedCents =
		one.chargedCents === null || other.chargedCents === null ? null : one.chargedCents + other.chargedCents;
	return { ...one, done: one.done + other.done, failed: one.failed + other.failed, chargedCents };
}

function stepsOf({ steps, items }: RequestRow): TimelineEntry[] {
	const last = steps.findLast(({ phase }) => phase === "succeeded");
	return steps.map((step, index) => {
		const before = steps[index - 1];
		const chargedCents = step === last ? chargedOf(items) : null;
		const done = step.done - (before?.done ?? 0);
		const failed = step.failed - (before?.failed ?? 0);
		return { at: new Date(step.at), happened: happenedIn(step, before, items), done, failed, chargedCents };
	});
}

function happenedIn({ phase, hold, by, done }: StoredStep, before: StoredStep | undefined, items: Items): Happened {
	if (hold !== "none" && hold !== before?.hold) return `hold_${hold}`;
	const more = done > (before?.done ?? 0);
	if (more && by === "read") return "found";
	if (more && by === "event") return "reported";
	if (by === "verdict") return "said";
	if (phase === "failed" && items.some(({ code }) => code === "order_failed")) return "undone";
	if (phase === "quoted") return "requoted";
	if (phase === "sent" && before?.phase === "sent") return "answered";
	return phase;
}

type Items = RequestRow["items"];

/**
 * Returns the total charge, in cents, of the items that succeeded and have a price. Null if there are none, or if one
 * charge is unknown.
 */
function chargedOf(items: Items): number | null {
	const done = items.filter(({ phase, priceCents }) => phase === "succeeded" && priceCents !== null);
	return done.length === 0 ? null : sumOrNull(done.map(({ chargedCents }) => chargedCents));
}

/**
 * Returns the entries of a request without `steps`, the stored list of its changes of state. Such a request is older
 * than this list. The entries come from the request's other columns, such as `confirmedAt`.
 */
function legacyEntriesOf({ settledAt, state }: WholeOperation, request: RequestRow): TimelineEntry[] {
	const none = { done: 0, failed: 0, chargedCents: null };
	const { confirmedAt, firstSentAt, lastSentAt, attempts, phase, items } = request;
	const done = items.filter((item) => item.phase === "succeeded").length;
	const failed = items.filter((item) => item.phase === "failed").length;
	const settled = settledAt !== null && phase === state;
	return [
		...(confirmedAt ? [{ at: confirmedAt, happened: "confirmed" as const, ...none }] : []),
		...(firstSentAt ? [{ at: firstSentAt, happened: "sent" as const, ...none }] : []),
		...(lastSentAt && attempts > 1 ? [{ at: lastSentAt, happened: "sent" as const, ...none }] : []),
		...(settled ? [{ at: settledAt, happened: phase, done, failed, chargedCents: chargedOf(items) }] : []),
	];
}

function viewOf(
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
	const { totalCents, balanceCents, expected, previousCents, moved, changed, defaults, servers, pace } = quote;
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
		...(pace && { pace }),
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
