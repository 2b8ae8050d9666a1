import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import { next } from "../../rules/operation/next.ts";
import { overall } from "../../rules/operation/request.ts";
import type { Call, Evidence, Leased, RequestState, Step } from "../../rules/operation/state.ts";
import { isOver } from "../../rules/operation/step.ts";
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
import { apply } from "./effects.ts";
import type { Facts } from "./facts.ts";

/** A call, and the row as it was when the call was asked for: what it finds counts for nothing else. */
export type LeasedCall = Extract<Call, { do: "send" }> | (Exclude<Call, { do: "send" }> & Leased);

export function leased({ call, state }: Step): LeasedCall | null {
	return call === null || call.do === "send" ? call : { ...call, lease: state.wakeAt };
}

/**
 * One step of one request: evidence in, the next state and everything that belongs to it committed together, and the
 * call to make afterwards. A request that does not exist has nothing to do.
 */
export async function applyStep(
	deps: Deps,
	requestId: number,
	evidence: Evidence,
	facts: Facts = {},
): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, (tx, rows) => takeStep(tx, deps, rows, evidence, facts), (facts.items?.size ?? 0) > 0);
}

/** The step that the row itself asks for: by why a verb woke it, else by its time. The reason is taken with it. */
export async function wake(deps: Deps, requestId: number): Promise<LeasedCall | null> {
	return stepOf(deps, requestId, async (tx, rows) => {
		const { id, wakeReason } = rows.request;
		if (wakeReason !== null) await updateRequest(tx, id, { wakeReason: null });
		return takeStep(tx, deps, rows, { is: wakeReason ?? "due" });
	});
}

/** `brings`: what a receipt shows comes with it, such as the charge of what an event had settled before. */
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
		// What is told is told in the living message, which draws it again.
		const shows = isSeen(request.state, step.state) || brings;
		if (!isNews(step) && shows) await redraw(tx, deps, operation.id);
		return leased(step);
	});
}

/** A step inside a transaction that holds the operation's lock. */
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
	await saveRequest(tx, request, state);
	await keepFacts(tx, { operation, request, step }, facts);
	for (const effect of step.effects) await apply({ tx, deps, operation, request, state, facts, now }, effect);
	await summarize(tx, deps, operation.id, now);
	return step;
}

async function keepFacts(
	tx: Tx,
	{ operation, request, step }: { operation: WholeOperation; request: RequestRow; step: Step },
	facts: Facts,
): Promise<void> {
	// Only the worker whose attempt goes out makes the bytes that count, and only while no earlier ones may have run.
	const { prepared, tokenPrint } = facts;
	const goesOut = prepared !== undefined && step.call?.do === "send" && !request.doubt;
	if (goesOut) {
		const same = request.prepared === null || request.prepared.hash === prepared.hash;
		await updateRequest(tx, request.id, { prepared, tokenPrint, key: same ? request.key : randomUUID() });
	}
	for (const [id, { before, change, respelled, ...outcome }] of facts.items ?? []) {
		// A worker that was overtaken may have read what the other one's attempt has changed already.
		const seen = { ...(before && { before }), ...(change && { change }) };
		const next = step.state.phase === "confirmed" && respelled && { change: respelled };
		await updateItem(tx, id, { ...outcome, ...next, ...(goesOut && seen) });
	}
	const { balanceBeforeCents } = facts;
	// Of several tries, the look before the first one that may have run.
	const isFirst = operation.requests.every((each) => each.firstSentAt === null);
	if (goesOut && balanceBeforeCents != null && isFirst) await updateOperation(tx, operation.id, { balanceBeforeCents });
}

/** The operation's own state follows its requests. */
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

/** Whether a person could tell the two apart. One more try of what may have run looks like the doubt that it ends in. */
export function isSeen(before: RequestState, after: RequestState): boolean {
	if (after.doubt && after.phase === "sent") return false;
	const seen = ({ phase, hold, wakeAt, items }: RequestState) =>
		JSON.stringify([phase, hold, hold === "none" ? null : wakeAt, items.map((item) => [item.phase, item.code])]);
	return seen(before) !== seen(after);
}
