import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import type { Effect, RequestState } from "../../rules/operation/state.ts";
import { quoteExpiry } from "../../rules/quote.ts";
import { tell } from "../../store/news.ts";
import {
	type ItemRow,
	insertRequest,
	moveItems,
	type OperationRow,
	type RequestRow,
	spend,
	unlockItems,
	updateItem,
	updateOperation,
	type WholeOperation,
} from "../../store/operations.ts";
import { findPerson, meet } from "../../store/people.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";

/** A request in the middle of a step: the rows as they were, and the state that was just written. */
export interface Scene {
	tx: Tx;
	deps: Deps;
	operation: WholeOperation;
	request: RequestRow;
	state: RequestState;
	facts: Facts;
	now: Date;
}

/** Writes what belongs into the transaction of a step. */
export async function apply(scene: Scene, effect: Effect): Promise<void> {
	switch (effect.do) {
		case "tell":
			if (effect.correction) await charge(scene, effect.domains);
			return tellOwner(scene);
		case "say":
			return tellOwner(scene);
		case "requote":
			await requote(scene);
			return tellOwner(scene);
		case "release":
			return release(scene, effect.domains);
		case "cut":
			return cut(scene);
		case "alert_operator":
			return tellOperator(scene);
	}
}

async function tellOwner({ tx, deps, operation }: Scene): Promise<void> {
	operation.news += 1;
	await updateOperation(tx, operation.id, { news: operation.news });
	const subject = { kind: "operation", id: operation.id };
	const rows = await tell(tx, [operation.personId], subject, String(operation.news));
	await deps.enqueue(tx, "bot.outbox", rows);
}

async function tellOperator({ tx, deps, operation }: Scene): Promise<void> {
	deps.log.warn({ operation: operation.reference, kind: operation.kind }, "an operation needs a human");
	if (deps.adminChatId === null) return;
	await meet(tx, deps.adminChatId);
	const subject = { kind: "trouble", id: operation.id };
	await deps.enqueue(tx, "bot.outbox", await tell(tx, [deps.adminChatId], subject, String(operation.news)));
}

/** Told once an operation that brings the balance under the sum which the person chose. */
export async function tellLowBalance(
	tx: Tx,
	deps: Deps,
	operation: WholeOperation,
	balanceCents: number,
): Promise<void> {
	const { personId, accountId, reference } = operation;
	const lowCents = (await findPerson(tx, personId))?.lowBalanceCents ?? null;
	const before = operation.balanceBeforeCents;
	if (lowCents === null || balanceCents >= lowCents || (before !== null && before < lowCents)) return;
	const rows = await tell(tx, [personId], { kind: "balance", id: accountId }, `low after ${reference}`);
	await deps.enqueue(tx, "bot.outbox", rows);
}

/**
 * The next quote over everything that waits for one. With what was just read; unread, it is over at once, and the
 * person asks for a fresh one.
 */
async function requote({ tx, operation, request, facts, now }: Scene): Promise<void> {
	const { quote } = facts;
	for (const [id, terms] of quote?.items ?? []) await updateItem(tx, id, terms);
	const waiting = operation.requests.filter((each) => each.id !== request.id && each.phase === "quoted");
	const totalCents = sum([request, ...waiting], (item) => quote?.items.get(item.id)?.priceCents ?? item.priceCents);
	const shownCents = sum([request], (item) => item.priceCents);
	const previousCents = shownCents + (waiting.length > 0 ? (operation.quote.previousCents ?? 0) : 0);
	const balanceCents = quote ? quote.balanceCents : operation.quote.balanceCents;
	await updateOperation(tx, operation.id, {
		quoteNumber: operation.quoteNumber + 1,
		quote: { ...operation.quote, totalCents, balanceCents, previousCents },
		quoteExpiresAt: quote ? quoteExpiry(now) : now,
		confirmedAt: null,
		spendDay: null,
	});
}

function sum(requests: readonly RequestRow[], cents: (item: ItemRow) => number | null): number {
	return requests.flatMap((each) => each.items).reduce((total, item) => total + (cents(item) ?? 0), 0);
}

/** Frees the locks; what did not cost anything no longer counts against the day's cap. */
async function release({ tx, operation, request, state }: Scene, domains: string[]): Promise<void> {
	const freed = request.items.filter((item) => domains.includes(item.domain));
	await unlockItems(
		tx,
		freed.map((item) => item.id),
	);
	const done = new Set(state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	await adjust(
		tx,
		operation,
		freed.filter((item) => !done.has(item.domain)),
		-1,
	);
}

/** What was given back because it seemed to have failed counts again; no cap can undo what has happened. */
async function charge({ tx, operation, request }: Scene, domains: string[]): Promise<void> {
	await adjust(
		tx,
		operation,
		request.items.filter((item) => domains.includes(item.domain)),
		1,
	);
}

async function adjust(tx: Tx, operation: OperationRow, items: RequestRow["items"], sign: 1 | -1): Promise<void> {
	const { personId, spendDay: day } = operation;
	const cents = sign * items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (day !== null && cents !== 0) await spend(tx, { personId, day, cents, capCents: null });
}

/** Two requests with half of the items each, under new keys: the whole was refused, so nothing of it has run. */
async function cut({ tx, deps, operation, request, now }: Scene): Promise<void> {
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
