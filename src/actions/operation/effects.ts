import { randomUUID } from "node:crypto";
import type { Effect } from "../../rules/operation/state.ts";
import { addNotifications } from "../../store/notifications.ts";
import { insertRequest, moveItems, updateOperation } from "../../store/operations.ts";
import { addPerson } from "../../store/people.ts";
import { charge, release } from "./release.ts";
import { requote } from "./requote.ts";
import type { StepContext } from "./step-context.ts";

/** Applies one effect inside the transaction of the step. */
export async function apply(scene: StepContext, effect: Effect): Promise<void> {
	switch (effect.do) {
		case "notify_items":
			// The order matters: lock the person's row before their day, as confirming a list does.
			await tellOwner(scene);
			return effect.correction ? charge(scene, effect.domains) : undefined;
		case "notify":
			return tellOwner(scene);
		case "requote":
			await requote(scene);
			return tellOwner(scene);
		case "release":
			return release(scene, effect.domains);
		case "enqueue":
			return scene.deps.enqueue(scene.tx, "bot.operation", [scene.request.id]);
		case "split":
			return split(scene);
		case "alert_operator":
			return tellOperator(scene);
	}
}

async function tellOwner({ tx, deps, operation }: StepContext): Promise<void> {
	operation.news += 1; // wording-ok: `news` is a column.
	await updateOperation(tx, operation.id, { news: operation.news });
	const subject = { kind: "operation", id: operation.id } as const;
	// wording-ok: `news` is a column.
	const rows = await addNotifications(tx, [operation.personId], subject, String(operation.news));
	await deps.enqueue(tx, "bot.outbox", rows);
}

async function tellOperator({ tx, deps, operation }: StepContext): Promise<void> {
	deps.log.warn({ operation: operation.reference, kind: operation.kind }, "an operation needs a human");
	if (deps.adminChatId === null) return;
	await addPerson(tx, deps.adminChatId);
	const subject = { kind: "trouble", id: operation.id } as const;
	// wording-ok: `news` is a column.
	await deps.enqueue(tx, "bot.outbox", await addNotifications(tx, [deps.adminChatId], subject, String(operation.news)));
}

/** Splits the items into two requests under new keys. The service refused the whole call, so no item has run. */
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
