import type { OrderKind } from "@domains/contract/money.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { isSameReference } from "../../rules/operation/proof.ts";
import { isOver } from "../../rules/operation/step.ts";
import { peopleOf } from "../../store/accounts.ts";
import { forgetExpiry, lockBlocks, recordSeenDomain, redrawBlocks, signalBlock } from "../../store/domains.ts";
import { findGroup, finishEvent, type InboxRow, isOnReceipt, lockNewEvent } from "../../store/inbox.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { lockOperation, lockOperations, type WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { isSeen, type LeasedCall, leased, notifiesOwner, redraw, takeStep } from "../operation/apply-step.ts";
import type { OutsideEvent } from "./outside.ts";
import { happenedNear, reportEvent, timeOf } from "./report.ts";

/**
 * Work to do for one request (one HTTP call of an order) after the event is committed. `call`: the next call to the
 * service for this request. If `call` is null, read the account's balance instead.
 */
export interface FollowUpCall {
	requestId: number;
	call: LeasedCall | null;
}

/**
 * Processes a stored event: updates the domain, notifies people, and settles the orders whose success the event proves.
 * Returns what to do after the commit: the calls of orders, and the event if it reports a purchase outside this bot.
 */
export async function processEvent(
	deps: Deps,
	eventId: number,
): Promise<{ calls: FollowUpCall[]; outside: OutsideEvent | null }> {
	return deps.db.transaction(async (tx) => {
		const event = await lockNewEvent(tx, eventId);
		if (!event) return { calls: [], outside: null };
		// Workers lock an operation before its domain. Lock them in the same sequence here, so that no deadlock occurs.
		const { operationId, receipt, errands } = await settleOperations(tx, deps, event);
		await recordDomain(tx, event);
		const people = await peopleOf(tx, event.accountId);
		const audience = people.filter((id) => id !== receipt?.personId);
		const groupId = audience.length === 0 ? null : await findGroup(tx, event);
		await finishEvent(tx, event.id, { operationId, receiptId: receipt?.id ?? null, groupId });
		await reportEvent(tx, deps, { people: audience, eventId: groupId ?? event.id });
		const { accountId, domain, type } = event;
		// The start or end of a block changes what the domain's screens and older alerts show. So render them again.
		if (isBlockEvent(event) && domain !== null)
			await deps.enqueue(tx, "bot.screen", await redrawBlocks(tx, { accountId, domain }));
		const isOutside = audience.length > 0 && kinds.has(type) && operationId === null && receipt === null;
		const firstId = groupId ?? event.id;
		return { calls: errands, outside: isOutside && domain !== null ? { eventId, firstId, accountId, domain } : null };
	});
}

async function recordDomain(tx: Tx, event: InboxRow): Promise<void> {
	const { accountId, domain, type, reason } = event;
	if (domain === null || !type.startsWith("domain.")) return;
	await recordSeenDomain(tx, { accountId, domain });
	// The registration or renewal has changed the expiry date. Delete the stored date, so that a renewed domain is not
	// shown as expiring. The next read of the domain stores the new date.
	if (kinds.has(type)) await forgetExpiry(tx, accountId, [domain]);
	if (!isBlockEvent(event)) return;
	await lockBlocks(tx, accountId);
	await signalBlock(tx, { accountId, domain, blocked: type === "domain.blocked", at: timeOf(event), reason });
}

function isBlockEvent({ type }: InboxRow): boolean {
	return type === "domain.blocked" || type === "domain.unblocked";
}

const kinds: ReadonlyMap<string, OrderKind> = new Map(
	Object.entries<OrderKind>({
		"domain.registered": "register",
		"domain.renewed": "renew",
	}),
);

interface Settled {
	/**
	 * The operation that caused the event; null if unknown. It is known only if the event contains the reference that the
	 * bot gave to the operation.
	 */
	operationId: number | null;
	/**
	 * The operation whose receipt (the message with its outcome) also reports the event. The owner of this operation gets
	 * no alert. Null if there is none.
	 */
	receipt: { id: number; personId: number } | null;
	errands: FollowUpCall[];
}

/**
 * Finds the operations that may have caused this registration or renewal, and passes the event to them:
 * - If the event has the reference that the bot gave to an operation, it proves that the operation succeeded.
 * - If the event has a reference that the person chose, it only triggers a lookup of the operation's outcome. Another
 *   program may use the same reference.
 *
 * Also finds the operation whose receipt reports the event. For each name, a receipt reports only one event of each
 * type. A further event gets an alert.
 */
async function settleOperations(tx: Tx, deps: Deps, event: InboxRow): Promise<Settled> {
	const { type, domain, accountId, externalRef } = event;
	const kind = kinds.get(type);
	const settled: Settled = { operationId: null, receipt: null, errands: [] };
	if (kind === undefined || domain === null) return settled;
	const ids = await operationsOn(tx, { accountId, domain, kind });
	await lockOperations(tx, ids);
	for (const id of ids) {
		const operation = await lockOperation(tx, id);
		const request = operation?.requests.find((each) => each.items.some((item) => item.domain === domain));
		const item = request?.items.find((each) => each.domain === domain);
		if (!operation || !request || !item) continue;
		const ours = item.externalRef === null && externalRef === operation.reference;
		if (ours) settled.operationId = id;
		if (!settled.receipt && mayReport(event, operation, item) && !(await isOnReceipt(tx, id, event)))
			settled.receipt = { id, personId: operation.personId };
		const { step } = await takeStep(tx, deps, { operation, request }, { is: "event", domain, ours });
		const call = leased(step);
		const paid = isOver(step.state) && !isOver(request.state);
		if (call || paid) settled.errands.push({ requestId: request.id, call });
		if (!notifiesOwner(step) && isSeen(request.state, step.state)) await redraw(tx, deps, id);
	}
	return settled;
}

/** The service's clock may be behind the bot's clock by up to this much. */
const clockSkewMs = 5 * 60_000;

/**
 * True if the order's receipt (the message with its outcome) can report the event. The order's owner then needs no
 * alert. All of this must apply:
 * - The order is confirmed, and the item for the domain has not failed.
 * - The event is not older than the confirmation, except for clock differences.
 * - The event has no reference, or one that this order sent.
 * - The order is still open, or was settled within a day of the event.
 */
function mayReport(
	event: InboxRow,
	operation: WholeOperation,
	item: WholeOperation["requests"][number]["items"][number],
): boolean {
	if (item.phase === "failed" || operation.confirmedAt === null) return false;
	const { externalRef } = event;
	if (timeOf(event).getTime() < operation.confirmedAt.getTime() - clockSkewMs) return false;
	// If the person entered no reference for a renewal, the order sent the reference that the domain already had.
	const sent = [item.externalRef ?? operation.reference, item.externalRef === null ? item.before?.externalRef : null];
	if (externalRef !== null && !sent.some((each) => each != null && isSameReference(each, externalRef))) return false;
	return operation.settledAt === null || happenedNear(event, operation.settledAt);
}
