import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import { next } from "../../rules/operation/next.ts";
import type { Call, Evidence, Item, Leased, RequestState, Step } from "../../rules/operation/state.ts";
import { isOver, overall, storedStep } from "../../rules/operation/step.ts";
import { forgetExpiry } from "../../store/domains.ts";
import {
	findOperation,
	lockOperationOfRequest,
	type RequestRow,
	saveRequest,
	updateItem,
	updateOperation,
	updateRequest,
	type WholeOperation,
} from "../../store/operations.ts";
import { invalidateScreens } from "../../store/redraw.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { reportReleased } from "../event/report.ts";
import { apply, countLateCharges } from "./effects.ts";
import type { Facts, ItemFacts } from "./facts.ts";

/**
 * The next call to the service for a request. A request is the part of an operation that is ordered with one HTTP call.
 * All calls except `send` carry a lease: the value that the request's `wakeAt` had when this call was chosen. The
 * result counts only if `wakeAt` still has this value, because then no other worker has changed the request.
 */
export type LeasedCall = Extract<Call, { do: "send" }> | (Exclude<Call, { do: "send" }> & Leased);

export function leased({ call, state }: Step): LeasedCall | null {
	return call === null || call.do === "send" ? call : { ...call, lease: state.wakeAt };
}

/**
 * Moves a request (one HTTP call of an operation) to its next state. `evidence`: what happened to it, such as an answer
 * of the service or a tap. Stores the state and the `facts` and applies all effects, such as notifications, in one
 * transaction. Returns the next call to make for the request; null if there is none, or if the request does not exist.
 */
export async function applyStep(
	deps: Deps,
	requestId: number,
	evidence: Evidence,
	facts: Facts = {},
): Promise<LeasedCall | null> {
	return stepLocked(
		deps,
		requestId,
		(tx, rows) => takeStep(tx, deps, rows, evidence, facts),
		(facts.items?.size ?? 0) > 0,
	);
}

/**
 * Moves a request (one HTTP call of an operation) to its next state when its job runs. An action may have stored a wake
 * reason, for example after a tap on *Check again*. This reason is then the evidence, and is cleared. Without a stored
 * reason, the evidence is `due`: the time `wakeAt` has come.
 */
export async function wake(deps: Deps, requestId: number): Promise<LeasedCall | null> {
	return stepLocked(deps, requestId, async (tx, rows) => {
		const { id, wakeReason } = rows.request;
		if (wakeReason !== null) await updateRequest(tx, id, { wakeReason: null });
		return takeStep(tx, deps, rows, { is: wakeReason ?? "due" });
	});
}

/**
 * Locks the operation's row, and runs `take`, which moves a request to its next state (a step). Renders the operation's
 * messages again if the step changes what they show. `brings`: true if the step also stores facts that these messages
 * show, such as a charge that the service reports late. The messages are then rendered again even if the state stays
 * the same.
 */
async function stepLocked(
	deps: Deps,
	requestId: number,
	take: (tx: Tx, rows: { operation: WholeOperation; request: RequestRow }) => Promise<Step>,
	brings = false,
): Promise<LeasedCall | null> {
	return deps.db.transaction(async (tx) => {
		const operation = await lockOperationOfRequest(tx, requestId);
		const request = operation?.requests.find((each) => each.id === requestId);
		if (!operation || !request) return null;
		const step = await take(tx, { operation, request });
		const shows = isSeen(request.state, step.state) || brings;
		if (!notifiesOwner(step) && shows) await redraw(tx, deps, operation.id);
		return leased(step);
	});
}

/**
 * Moves one request to its next state and updates the operation's state. The transaction must have locked the
 * operation's row.
 */
export async function takeStep(
	tx: Tx,
	deps: Deps,
	rows: { operation: WholeOperation; request: RequestRow },
	evidence: Evidence,
	facts: Facts = {},
): Promise<Step> {
	const step = await takeOne(tx, deps, rows, evidence, facts);
	await summarize(tx, deps, rows.operation);
	return step;
}

/**
 * Moves several requests (HTTP calls) of an operation to their next states. `evidence`: what happened to all of them.
 * Updates the operation's state once at the end. Returns the updated operation.
 */
export async function takeSteps(
	tx: Tx,
	deps: Deps,
	operation: WholeOperation,
	requests: readonly RequestRow[],
	evidence: Evidence,
): Promise<WholeOperation> {
	for (const request of requests) await takeOne(tx, deps, { operation, request }, evidence, {});
	return await summarize(tx, deps, operation);
}

async function takeOne(
	tx: Tx,
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	evidence: Evidence,
	facts: Facts,
): Promise<Step> {
	const now = operation.readAt;
	const step = next(request.state, evidence, { now, random: deps.random() });
	const { state } = step;
	const taken = storedStep(request, state, evidence.is, now);
	await saveRequest(tx, request, state, taken);
	await keepFacts(tx, { operation, request, step }, facts);
	const context = { tx, deps, operation, request, state, facts, now };
	for (const effect of step.effects) await apply(context, effect);
	await countLateCharges(context);
	const before = new Map(request.state.items.map((item) => [item.domain, item.phase]));
	const became = (phase: Item["phase"]) =>
		state.items.filter((item) => item.phase === phase && before.get(item.domain) !== phase).map(({ domain }) => domain);
	if (operation.kind === "renew") await forgetExpiry(tx, operation.accountId, became("succeeded"));
	await reportReleased(tx, deps, operation, became("failed"));
	return step;
}

/**
 * Stores the call that the worker sends now, and the facts that it learned about the request's items. A call that
 * differs from the stored one gets a new Idempotency-Key. The service would refuse the old key with a different body.
 */
async function keepFacts(
	tx: Tx,
	{ operation, request, step }: { operation: WholeOperation; request: RequestRow; step: Step },
	facts: Facts,
): Promise<void> {
	// Store the prepared call only if this worker sends it now. If an earlier attempt may have run, keep the call of that
	// attempt. Every further attempt must send the same bytes.
	const { prepared, tokenPrint } = facts;
	const sendsNow = prepared !== undefined && step.call?.do === "send" && !request.mayHaveRun;
	if (sendsNow) {
		const same = request.prepared === null || request.prepared.hash === prepared.hash;
		await updateRequest(tx, request.id, { prepared, tokenPrint, key: same ? request.key : randomUUID() });
	}
	for (const [id, { before, change, respelled, stored, ...outcome }] of facts.items ?? []) {
		// `before` and `change` contain the domain's state before the order. Only the worker that sends the call may store
		// them: another worker may have read the domain after an attempt changed it.
		const seen = { ...(before && { before }), ...(change && { change }) };
		const next = step.state.phase === "confirmed" && respelled && { change: respelled };
		await updateItem(tx, id, { ...outcome, ...next, ...(sendsNow && seen), ...withStored(request, id, stored) });
	}
	const { balanceBeforeCents } = facts;
	// `balanceBeforeCents` is the balance before the order. So store it only before the order's first attempt.
	const isFirst = operation.requests.every((each) => each.firstSentAt === null);
	if (sendsNow && balanceBeforeCents != null && isFirst)
		await updateOperation(tx, operation.id, { balanceBeforeCents });
}

/**
 * Returns the item's plan with the records that the service stored (`stored`). Returns an empty object if the plan
 * stays as it is.
 */
function withStored({ items }: RequestRow, id: number, stored: ItemFacts["stored"]): { change?: PlannedChange } {
	const change = items.find((item) => item.id === id)?.change;
	if (stored === undefined || change?.kind !== "dns" || (stored === null && !change.stored)) return {};
	const { stored: _, ...plan } = change;
	return { change: stored === null ? plan : { ...plan, stored } };
}

/** Computes the operation's state from its requests and stores it. Counts a new state in the metrics. */
async function summarize(tx: Tx, deps: Deps, stepped: WholeOperation): Promise<WholeOperation> {
	const operation = (await findOperation(tx, stepped.id)) ?? stepped;
	const { phase } = overall(operation.requests.map((each) => each.state));
	if (phase !== operation.state) deps.count?.operation(operation.kind, phase);
	const settled = operation.requests.every((each) => isOver(each.state));
	const settledAt = settled ? (operation.settledAt ?? operation.readAt) : null;
	if (phase === operation.state && settledAt === operation.settledAt) return operation;
	await updateOperation(tx, operation.id, { state: phase, settledAt });
	return { ...operation, state: phase, settledAt };
}

export async function redraw(tx: Tx, deps: Deps, operationId: number): Promise<void> {
	await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "operation", id: operationId }));
}

/**
 * True if the step notifies the owner. The notification already causes a render of the operation's messages, so the
 * caller need not render them.
 */
export function notifiesOwner({ effects }: Step): boolean {
	return effects.some((effect) => effect.do === "notify_items" || effect.do === "notify" || effect.do === "requote");
}

/**
 * True if a screen shows these two states of a request differently. False if a call that may have run is sent again,
 * because the screen then keeps showing `unknown`.
 */
export function isSeen(before: RequestState, after: RequestState): boolean {
	if (after.mayHaveRun && after.phase === "sent") return false;
	const seen = ({ phase, hold, wakeAt, items }: RequestState) =>
		JSON.stringify([phase, hold, hold === "none" ? null : wakeAt, items.map((item) => [item.phase, item.code])]);
	return seen(before) !== seen(after);
}
