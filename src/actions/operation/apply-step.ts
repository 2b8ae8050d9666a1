import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import { next } from "../../rules/operation/next.ts";
import { overall } from "../../rules/operation/request.ts";
import type { Call, Evidence, Item, Leased, RequestState, Step } from "../../rules/operation/state.ts";
import { isOver } from "../../rules/operation/step.ts";
import { storedStep } from "../../rules/operation/stored-steps.ts";
import { forgetExpiry } from "../../store/domains.ts";
import { invalidateScreens } from "../../store/notifications.ts";
import { readClock } from "../../store/now.ts";
import {
	lockOperation,
	operationOfRequest,
	type RequestRow,
	saveRequest,
	updateItem,
	updateOperation,
	updateRequest,
	type WholeOperation,
} from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { reportReleased } from "../event/report.ts";
import { apply } from "./effects.ts";
import type { Facts } from "./facts.ts";
import { countLateCharges } from "./release.ts";

/**
 * A call, with the lease that the request had when the step asked for the call. The result counts only while the
 * request still has that lease.
 */
export type LeasedCall = Extract<Call, { do: "send" }> | (Exclude<Call, { do: "send" }> & Leased);

export function leased({ call, state }: Step): LeasedCall | null {
	return call === null || call.do === "send" ? call : { ...call, lease: state.wakeAt };
}

/**
 * Takes one step of a request. Commits the evidence, the next state and all effects in one transaction. Returns the
 * next call to make; null if there is none, or if the request does not exist.
 */
export async function applyStep(
	deps: Deps,
	requestId: number,
	evidence: Evidence,
	facts: Facts = {},
): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, (tx, rows) => takeStep(tx, deps, rows, evidence, facts), (facts.items?.size ?? 0) > 0);
}

/**
 * Takes the step of a due request and clears its stored wake reason. Without a wake reason, the request is due because
 * of its time.
 */
export async function wake(deps: Deps, requestId: number): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, async (tx, rows) => {
		const { id, wakeReason } = rows.request;
		if (wakeReason !== null) await updateRequest(tx, id, { wakeReason: null });
		return takeStep(tx, deps, rows, { is: wakeReason ?? "due" });
	});
}

/**
 * `brings`: true if the evidence adds data to the receipt, such as the charge of an order that an event already
 * settled.
 */
async function stepOf(
	deps: Deps,
	requestId: number,
	take: (tx: Tx, rows: { operation: WholeOperation; request: RequestRow }) => Promise<Step>,
	brings = false,
): Promise<LeasedCall | null> {
	return deps.db.transaction(async (tx) => {
		const operationId = await operationOfRequest(tx, requestId);
		const operation = operationId === undefined ? undefined : await lockOperation(tx, operationId);
		const request = operation?.requests.find((each) => each.id === requestId);
		if (!operation || !request) return null;
		const step = await take(tx, { operation, request });
		// A new notification renders the operation's message anyway.
		const shows = isSeen(request.state, step.state) || brings;
		if (!isNews(step) && shows) await redraw(tx, deps, operation.id);
		return leased(step);
	});
}

/** Takes a step inside a transaction that holds the operation's lock. */
export async function takeStep(
	tx: Tx,
	deps: Deps,
	rows: { operation: WholeOperation; request: RequestRow },
	evidence: Evidence,
	facts: Facts = {},
): Promise<Step> {
	const step = await takeOne(tx, deps, rows, evidence, facts);
	await summarize(tx, deps, rows.operation.id);
	return step;
}

/** Takes the same step of several requests of an operation, and updates the operation's state once at the end. */
export async function takeSteps(
	tx: Tx,
	deps: Deps,
	operation: WholeOperation,
	requests: readonly RequestRow[],
	evidence: Evidence,
): Promise<void> {
	for (const request of requests) await takeOne(tx, deps, { operation, request }, evidence, {});
	await summarize(tx, deps, operation.id);
}

async function takeOne(
	tx: Tx,
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	evidence: Evidence,
	facts: Facts,
): Promise<Step> {
	const now = await readClock(tx);
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

async function keepFacts(
	tx: Tx,
	{ operation, request, step }: { operation: WholeOperation; request: RequestRow; step: Step },
	facts: Facts,
): Promise<void> {
	// Store the call only if this worker is the one to send it, and if no earlier attempt may have run.
	const { prepared, tokenPrint } = facts;
	const goesOut = prepared !== undefined && step.call?.do === "send" && !request.doubt;
	if (goesOut) {
		const same = request.prepared === null || request.prepared.hash === prepared.hash;
		await updateRequest(tx, request.id, { prepared, tokenPrint, key: same ? request.key : randomUUID() });
	}
	for (const [id, { before, change, respelled, ...outcome }] of facts.items ?? []) {
		// Only the sending worker stores what it read. Another worker may have read a state that an attempt had already
		// changed.
		const seen = { ...(before && { before }), ...(change && { change }) };
		const next = step.state.phase === "confirmed" && respelled && { change: respelled };
		await updateItem(tx, id, { ...outcome, ...next, ...(goesOut && seen) });
	}
	const { balanceBeforeCents } = facts;
	// Store the balance only before the first attempt of the order.
	const isFirst = operation.requests.every((each) => each.firstSentAt === null);
	if (goesOut && balanceBeforeCents != null && isFirst) await updateOperation(tx, operation.id, { balanceBeforeCents });
}

/** Stores the operation's state, which follows from the states of its requests. Counts a new state in the metrics. */
async function summarize(tx: Tx, deps: Deps, operationId: number): Promise<void> {
	const operation = await lockOperation(tx, operationId);
	if (!operation) return;
	const { phase } = overall(operation.requests.map((each) => each.state));
	if (phase !== operation.state) deps.count?.operation(operation.kind, phase);
	const settled = operation.requests.every((each) => isOver(each.state));
	const now = await readClock(tx);
	await updateOperation(tx, operationId, { state: phase, settledAt: settled ? (operation.settledAt ?? now) : null });
}

export async function redraw(tx: Tx, deps: Deps, operationId: number): Promise<void> {
	await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "operation", id: operationId }));
}

export function isNews({ effects }: Step): boolean {
	return effects.some((effect) => effect.do === "notify_items" || effect.do === "notify" || effect.do === "requote");
}

/**
 * True if a person sees a difference between the two states. False while a call that may have run is sent again,
 * because the screen keeps showing `unknown`.
 */
export function isSeen(before: RequestState, after: RequestState): boolean {
	if (after.doubt && after.phase === "sent") return false;
	const seen = ({ phase, hold, wakeAt, items }: RequestState) =>
		JSON.stringify([phase, hold, hold === "none" ? null : wakeAt, items.map((item) => [item.phase, item.code])]);
	return seen(before) !== seen(after);
}
