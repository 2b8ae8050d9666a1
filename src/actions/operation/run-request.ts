import type { Evidence } from "../../rules/operation/state.ts";
import { isOver } from "../../rules/operation/step.ts";
import { lockAccount } from "../../store/accounts.ts";
import { accountAccess } from "../../store/connections.ts";
import { findRequest, type RequestRows, updateOperation, updateRequest } from "../../store/operations.ts";
import { isOutage } from "../../store/outage.ts";
import type { Deps } from "../deps.ts";
import { applyStep, redraw, type Stepped, wake } from "./apply-step.ts";
import { alertOperator } from "./effects.ts";
import { makeCall } from "./make-call.ts";
import { openWork } from "./open-work.ts";

/**
 * Runs the job of a request (one HTTP call of an operation). Moves the request to its next state, and makes the calls
 * to the service that follow.
 */
export async function runRequest(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	try {
		const woken = await wake(deps, requestId);
		if (woken) await runCalls(deps, woken, signal);
	} catch (error) {
		if (!isOutage(error)) await reportStuck(deps, requestId);
		throw error;
	}
}

/** Alerts the operator once if a request fails after it was sent. It is tried again, perhaps for ever with this error. */
async function reportStuck(deps: Deps, requestId: number): Promise<void> {
	const rows = await findRequest(deps.db, requestId);
	if (!rows || rows.request.attempts === 0 || isOver(rows.request.state)) return;
	await deps.db.transaction((tx) => alertOperator(tx, deps, rows.operation.id, `stuck ${requestId}`));
}

/**
 * Makes a call and all calls that follow from it. Commits the result of each call before it makes the next one. `first`
 * has the rows as they are after the commit that chose the call.
 */
export async function runCalls(deps: Deps, first: Stepped, signal: AbortSignal): Promise<void> {
	const requestId = first.rows.request.id;
	// Without a call, the service cannot have refused access, so `wakeIfConnected` at the end is not needed.
	let refused = false;
	for (let stepped: Stepped | null = first; stepped?.call; ) {
		const { evidence, facts, paid } = await makeCall(deps, stepped.rows, stepped.call, signal);
		stepped = await applyStep(deps, requestId, evidence, facts);
		refused = isWithoutAccess(evidence);
		if (paid && stepped) {
			await readBalanceAfter(deps, stepped.rows, signal);
			// Reading the balance takes a while, so another process may have changed the rows.
			const rows: RequestRows | undefined = stepped.call ? await findRequest(deps.db, requestId) : stepped.rows;
			stepped = rows ? { ...stepped, rows } : null;
		}
	}
	if (refused) await wakeIfConnected(deps, requestId);
}

function isWithoutAccess(evidence: Evidence): boolean {
	if (evidence.is === "unread") return evidence.hold === "access";
	if (evidence.is !== "answer") return false;
	const { answer } = evidence;
	if (answer.kind === "not_sent") return answer.access === true;
	return answer.kind === "refused" && (answer.status === 401 || answer.status === 403);
}

/**
 * Queues the job of a request that waits for access, if the account has a working connection by now. A person may have
 * connected the account just before the bot stored that this request waits. In that case, connecting the account did
 * not queue the job. A request that may have run needs any working connection of the account. Any other request also
 * needs its owner to have access.
 */
async function wakeIfConnected(deps: Deps, requestId: number): Promise<void> {
	const rows = await findRequest(deps.db, requestId);
	if (rows?.request.hold !== "access") return;
	const { personId, accountId } = rows.operation;
	await deps.db.transaction(async (tx) => {
		// If a person connects the account at the same time, their transaction holds this lock until it commits. So the new
		// connection is visible from here on.
		await lockAccount(tx, accountId);
		const { live, hasAccess } = await accountAccess(tx, accountId, personId);
		if (!live || !(rows.request.mayHaveRun || hasAccess)) return;
		await updateRequest(tx, requestId, { wakeReason: "connected" });
		await deps.enqueue(tx, "bot.operation", [requestId]);
	});
}

/**
 * Reads the account's balance after an order that cost money. The message with the outcome shows this balance. The
 * outcome is already committed, so a slow read delays nothing. Stores the balance only if the whole order is settled,
 * because later charges would change it.
 */
export async function readBalanceAfter(deps: Deps, rows: RequestRows, signal: AbortSignal): Promise<void> {
	const { operation } = rows;
	const work = await openWork(deps, rows, { priority: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null || operation.settledAt === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, operation.id, { balanceAfterCents });
		await redraw(tx, deps, operation.id);
	});
}
