import { randomUUID } from "node:crypto";
import type { Effect } from "../../rules/operation/state.ts";
import {
	addNotifications,
	extendNotifications,
	invalidateScreens,
	linkNotifications,
} from "../../store/notifications.ts";
import { insertRequest, moveItems, updateOperation } from "../../store/operations.ts";
import { addPerson } from "../../store/people.ts";
import { isLong } from "./open-work.ts";
import { charge, release } from "./release.ts";
import { requote } from "./requote.ts";
import type { StepContext } from "./step-context.ts";

/** Applies one effect of a step (a change of a request's state), in the step's transaction. */
export async function apply(context: StepContext, effect: Effect): Promise<void> {
	switch (effect.do) {
		case "notify_items":
			// First lock the person's row (`notifyOwner`), then their spending row (`charge`). Confirming an operation for
			// several domains locks these rows in the same sequence, so no deadlock occurs.
			await notifyOwner(context);
			return effect.correction ? charge(context, effect.domains) : undefined;
		case "notify":
			return notifyOwner(context);
		case "requote":
			await requote(context);
			return notifyOwner(context);
		case "release":
			return release(context, effect.domains);
		case "enqueue":
			return context.deps.enqueue(context.tx, "bot.operation", [context.request.id]);
		case "split":
			return split(context);
		case "alert_operator":
			return notifyOperator(context);
	}
}

async function notifyOwner({ tx, deps, operation }: StepContext): Promise<void> {
	operation.notificationCount += 1;
	await updateOperation(tx, operation.id, { notificationCount: operation.notificationCount });
	const subject = { kind: "operation", id: operation.id } as const;
	if (isLong(operation)) {
		const { rows, screens } = await extendNotifications(tx, [operation.personId], subject, "list");
		await deps.enqueue(tx, "bot.outbox", rows);
		return deps.enqueue(tx, "bot.screen", screens);
	}
	const rows = await addNotifications(tx, [operation.personId], subject, String(operation.notificationCount));
	await deps.enqueue(tx, "bot.outbox", rows);
	// A waiting notification is linked to the message in its chat that shows the operation. Sending the notification also
	// renders this message. Only the operation's other messages need a separate render.
	const linked = new Set(await linkNotifications(tx, subject));
	const screens = await invalidateScreens(tx, subject);
	await deps.enqueue(
		tx,
		"bot.screen",
		screens.filter((id) => !linked.has(id)),
	);
}

async function notifyOperator({ tx, deps, operation }: StepContext): Promise<void> {
	deps.log.warn({ operation: operation.reference, kind: operation.kind }, "an operation needs a human");
	if (deps.adminChatId === null) return;
	await addPerson(tx, deps.adminChatId);
	const subject = { kind: "trouble", id: operation.id } as const;
	const rows = await addNotifications(tx, [deps.adminChatId], subject, String(operation.notificationCount));
	await deps.enqueue(tx, "bot.outbox", rows);
}

/**
 * Splits the request into two requests with half of the items and a new idempotency key each. This is safe: the service
 * refused the whole call, so none of its items has run.
 */
async function split({ tx, deps, operation, request, now }: StepContext): Promise<void> {
	const middle = Math.ceil(request.items.length / 2);
	for (const half of [request.items.slice(0, middle), request.items.slice(middle)]) {
		const id = await insertRequest(tx, {
			operationId: operation.id,
			key: randomUUID(),
			phase: "confirmed",
			confirmedAt: request.confirmedAt ?? now,
			wakeAt: now,
		});
		await moveItems(
			tx,
			half.map((item) => item.id),
			id,
		);
		await deps.enqueue(tx, "bot.operation", [id]);
	}
}
