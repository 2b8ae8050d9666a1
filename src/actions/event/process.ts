import type { Tx } from "../../postgres/connect.ts";
import type { OrderKind } from "../../rules/money.ts";
import { isOver } from "../../rules/operation/step.ts";
import { peopleOf } from "../../store/accounts.ts";
import { recordSeenDomain, signalBlock } from "../../store/domains.ts";
import { finishEvent, type InboxRow, lockNewEvent } from "../../store/inbox.ts";
import { addNotifications } from "../../store/notifications.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { lockOperation, lockOperations } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { isNews, isSeen, type LeasedCall, leased, redraw, takeStep } from "../operation/apply-step.ts";

/** Follow-up work of an event, done after the commit: a call, or (null) a read of the balance. */
export interface FollowUpCall {
	requestId: number;
	call: LeasedCall | null;
}

/** Processes an event once: updates the domain, notifies people and settles operations. */
export async function processEvent(deps: Deps, eventId: number): Promise<FollowUpCall[]> {
	return deps.db.transaction(async (tx) => {
		const event = await lockNewEvent(tx, eventId);
		if (!event) return [];
		await recordDomain(tx, event);
		const { operationId, errands } = await settleOperations(tx, deps, event);
		await finishEvent(tx, event.id, operationId);
		const rows = await addNotifications(
			tx,
			await peopleOf(tx, event.accountId),
			{ kind: "event", id: event.id },
			"alert",
		);
		await deps.enqueue(tx, "bot.outbox", rows);
		return errands;
	});
}

async function recordDomain(
	tx: Tx,
	{ accountId, domain, type, occurredAt, receivedAt, reason }: InboxRow,
): Promise<void> {
	if (domain === null || !type.startsWith("domain.")) return;
	await recordSeenDomain(tx, { accountId, domain });
	const blocked = type === "domain.blocked";
	if (!blocked && type !== "domain.unblocked") return;
	await signalBlock(tx, { accountId, domain, blocked, at: occurredAt ?? receivedAt, reason });
}

const kinds: ReadonlyMap<string, OrderKind> = new Map(
	Object.entries<OrderKind>({
		"domain.registered": "register",
		"domain.renewed": "renew",
	}),
);

/**
 * Settles operations of an event with our own reference. A reference of the person may also be on an order of their
 * other programs. An event with such a reference only triggers a lookup.
 */
async function settleOperations(
	tx: Tx,
	deps: Deps,
	{ type, domain, accountId, externalRef }: InboxRow,
): Promise<{ operationId: number | null; errands: FollowUpCall[] }> {
	const kind = kinds.get(type);
	const errands: FollowUpCall[] = [];
	let operationId: number | null = null;
	if (kind === undefined || domain === null) return { operationId, errands };
	const ids = await operationsOn(tx, { accountId, domain, kind });
	await lockOperations(tx, ids);
	for (const id of ids) {
		const operation = await lockOperation(tx, id);
		const request = operation?.requests.find((each) => each.items.some((item) => item.domain === domain));
		const item = request?.items.find((each) => each.domain === domain);
		if (!operation || !request || !item) continue;
		const ours = item.externalRef === null && externalRef === operation.reference;
		if (ours) operationId = id;
		const step = await takeStep(tx, deps, { operation, request }, { is: "event", domain, ours });
		const call = leased(step);
		const paid = isOver(step.state) && !isOver(request.state);
		if (call || paid) errands.push({ requestId: request.id, call });
		if (!isNews(step) && isSeen(request.state, step.state)) await redraw(tx, deps, id);
	}
	return { operationId, errands };
}
