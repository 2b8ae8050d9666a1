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

/** A call and the lease that the row had when the step asked for the call. The result counts only under that lease. */
export type LeasedCall = Extract<Call, { do: "send" }> | (Exclude<Call, { do: "send" }> & Leased);

export function leased({ call, state }: Step): LeasedCall | null {
	return call === null || call.do === "send" ? call : { ...call, lease: state.wakeAt };
}

/**
 * Takes one step of one request: commits the evidence, the next state and all effects together. Returns the call to
 * make next. Does nothing for a request that does not exist.
 */
export async function applyStep(
	deps: Deps,
	requestId: number,
	evidence: Evidence,
	facts: Facts = {},
): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, (tx, rows) => takeStep(tx, deps, rows, evidence, facts), (facts.items?.size ?? 0) > 0);
}

/** Takes the step for which the row is due: for the stored wake reason, which it clears, or because of the time. */
export async function wake(deps: Deps, requestId: number): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, async (tx, rows) => {
		const { id, wakeReason } = rows.request;
		if (wakeReason !== null) await updateRequest(tx, id, { wakeReason: null });
		return takeStep(tx, deps, rows, { is: wakeReason ?? "due" });
	});
}

/** `brings`: the evidence adds data to the receipt, such as the charge of an order that an event settled earlier. */
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
		// A new notification draws the operation's message anyway.
		const shows = isSeen(request.state, step.state) || brings;
		if (!isNews(step) && shows) await redraw(tx, deps, operation.id);
		return leased(step);
	});
}

/** Takes a step inside a transaction that holds the operation's lock. */
export async function takeStep(
	tx: Tx,
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	evidence: Evidence,
	facts: Facts = {},
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
	await summarize(tx, deps, operation.id, now);
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
	// Store the call only if this worker sends it, and only while no earlier attempt may have run.
	const { prepared, tokenPrint } = facts;
	const goesOut = prepared !== undefined && step.call?.do === "send" && !request.doubt;
	if (goesOut) {
		const same = request.prepared === null || request.prepared.hash === prepared.hash;
		await updateRequest(tx, request.id, { prepared, tokenPrint, key: same ? request.key : randomUUID() });
	}
	for (const [id, { before, change, respelled, ...outcome }] of facts.items ?? []) {
		// A worker that does not send may have read a state that another worker's attempt had already changed.
		const seen = { ...(before && { before }), ...(change && { change }) };
		const next = step.state.phase === "confirmed" && respelled && { change: respelled };
		await updateItem(tx, id, { ...outcome, ...next, ...(goesOut && seen) });
	}
	const { balanceBeforeCents } = facts;
	// With several attempts, keep the balance from before the first one.
	const isFirst = operation.requests.every((each) => each.firstSentAt === null);
	if (goesOut && balanceBeforeCents != null && isFirst) await updateOperation(tx, operation.id, { balanceBeforeCents });
}

/** Derives the operation's state from the states of its requests. */
async function summarize(tx: Tx, deps: Deps, operationId: number, now: Date): Promise<void> {
	const operation = await lockOperation(tx, operationId);
	if (!operation) return;
	const { phase } = overall(operation.requests.map((each) => each.state));
	if (phase !== operation.state) deps.count?.operation(operation.kind, phase);
	const settled = operation.requests.every((each) => isOver(each.state));
	await updateOperation(tx, operationId, { state: phase, settledAt: settled ? (operation.settledAt ?? now) : null });
}

export async function redraw(tx: Tx, deps: Deps, operationId: number): Promise<void> {
	await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "operation", id: operationId }));
}

export function isNews({ effects }: Step): boolean {
	return effects.some((effect) => effect.do === "notify_items" || effect.do === "notify" || effect.do === "requote");
}

/**
 * True if the two states look different to a person. A repeated attempt of a call that may have run stays `unknown`.
 */
export function isSeen(before: RequestState, after: RequestState): boolean {
	if (after.doubt && after.phase === "sent") return false;
	const seen = ({ phase, hold, wakeAt, items }: RequestState) =>
		JSON.stringify([phase, hold, hold === "none" ? null : wakeAt, items.map((item) => [item.phase, item.code])]);
	return seen(before) !== seen(after);
}
