import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import type { Effect, RequestState } from "../../rules/operation/state.ts";
import { addNotifications } from "../../store/notifications.ts";
import {
	insertRequest,
	moveItems,
	type RequestRow,
	updateOperation,
	type WholeOperation,
} from "../../store/operations.ts";
import { addPerson } from "../../store/people.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";
import { charge, release } from "./release.ts";
import { requote } from "./requote.ts";

/** A request in the middle of a step: the rows as they were, and the state that was just written. */
export interface StepContext {
	tx: Tx;
	deps: Deps;
	operation: WholeOperation;
	request: RequestRow;
	state: RequestState;
	facts: Facts;
	now: Date;
}

/** Writes what belongs into the transaction of a step. */
export async function apply(scene: StepContext, effect: Effect): Promise<void> {
	switch (effect.do) {
		case "notify_items":
			// In this order: a person's row is asked for before their day, as when they confirm a list.
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
	operation.news += 1;
	await updateOperation(tx, operation.id, { news: operation.news });
	const subject = { kind: "operation", id: operation.id } as const;
	const rows = await addNotifications(tx, [operation.personId], subject, String(operation.news));
	await deps.enqueue(tx, "bot.outbox", rows);
}

async function tellOperator({ tx, deps, operation }: StepContext): Promise<void> {
	deps.log.warn({ operation: operation.reference, kind: operation.kind }, "an operation needs a human");
	if (deps.adminChatId === null) return;
	await addPerson(tx, deps.adminChatId);
	const subject = { kind: "trouble", id: operation.id } as const;
	await deps.enqueue(tx, "bot.outbox", await addNotifications(tx, [deps.adminChatId], subject, String(operation.news)));
}

/** Two requests with half of the items each, under new keys: the whole was refused, so nothing of it has run. */
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
