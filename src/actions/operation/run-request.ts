import type { Evidence } from "../../rules/operation/state.ts";
import { isConnected, lockAccount } from "../../store/accounts.ts";
import { liveConnection } from "../../store/connections.ts";
import { findRequest, updateOperation, updateRequest } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { applyStep, type LeasedCall, redraw, wake } from "./apply-step.ts";
import { makeCall } from "./make-call.ts";
import { openWork } from "./open-work.ts";

/**
 * Runs the job of a request (one HTTP call of an operation). Moves the request to its next state, and makes the calls
 * to the service that follow.
 */
export async function runRequest(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	await runCalls(deps, requestId, await wake(deps, requestId), signal);
}

/** Makes a call and all calls that follow from it. Commits the result of each call before it makes the next one. */
export async function runCalls(
	deps: Deps,
	requestId: number,
	first: LeasedCall | null,
	signal: AbortSignal,
): Promise<void> {
	// Without a call, the service cannot have refused access, so `wakeIfConnected` at the end is not needed.
	if (first === null) return;
	let refused = false;
	for (let call: LeasedCall | null = first; call !== null; ) {
		const rows = await findRequest(deps.db, requestId);
		if (!rows) return;
		const { evidence, facts, paid } = await makeCall(deps, rows, call, signal);
		call = await applyStep(deps, requestId, evidence, facts);
		refused = isWithoutAccess(evidence);
		if (paid) await readBalanceAfter(deps, requestId, signal);
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
		const open = (await liveConnection(tx, accountId, personId)) !== undefined;
		if (!open || !(rows.request.mayHaveRun || (await isConnected(tx, personId, accountId)))) return;
		await updateRequest(tx, requestId, { wakeReason: "connected" });
		await deps.enqueue(tx, "bot.operation", [requestId]);
	});
}

/**
 * Reads the account's balance after an order that cost money. The message with the outcome shows this balance. The
 * outcome is already committed, so a slow read delays nothing. Stores the balance only if the whole order is settled,
 * because later charges would change it.
 */
export async function readBalanceAfter(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	const found = await findRequest(deps.db, requestId);
	if (!found) return;
	const { operation, request } = found;
	const work = await openWork(deps, operation, request, { priority: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null || operation.settledAt === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, operation.id, { balanceAfterCents });
		await redraw(tx, deps, operation.id);
	});
}
