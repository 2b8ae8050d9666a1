import { randomUUID } from "node:crypto";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { Effect, RequestState } from "../../rules/operation/state.ts";
import type { ChangedFact, OrderDefaults } from "../../rules/quote.ts";
import { addNotifications, extendNotifications } from "../../store/notifications.ts";
import {
	type ItemRow,
	insertRequest,
	moveItems,
	type RequestRow,
	type WholeOperation,
} from "../../store/operations.ts";
import { addPerson } from "../../store/people.ts";
import type { ItemBefore, PlannedChange, PlannedRecord, PreparedCall } from "../../store/schema/operations.ts";
import { linkAndInvalidateScreens } from "../../store/screens.ts";
import { spend, spendDayOf } from "../../store/spending.ts";
import type { Deps } from "../deps.ts";

/**
 * The data of one step. A step moves a request (one HTTP call of an operation) to its next state. `operation` and
 * `request` are the rows as they were before the step. `state` is the new state.
 */
interface StepContext {
	tx: Tx;
	deps: Deps;
	operation: WholeOperation;
	request: RequestRow;
	state: RequestState;
	facts: Facts;
	now: Date;
	/** The number of the operation's notifications, including those of the effects that are already applied. */
	notificationCount: number;
}

/**
 * Applies one effect of a step (a change of a request's state), in the step's transaction. The changes of the
 * operation's rows are already written (`planStep`).
 */
export async function apply(context: StepContext, effect: Effect): Promise<void> {
	switch (effect.do) {
		case "notify_items":
			// First lock the person's row (`notifyOwner`), then their spending row (`charge`). Confirming an operation for
			// several domains locks these rows in the same sequence, so no deadlock occurs.
			await notifyOwner(context);
			return effect.correction ? charge(context, effect.domains) : undefined;
		case "notify":
		case "requote":
			return notifyOwner(context);
		case "release":
			return uncount(context, effect.domains);
		case "enqueue":
			return context.deps.enqueue(context.tx, "bot.operation", [context.request.id]);
		case "split":
			return split(context, effect.apart);
		case "alert_operator":
			return notifyOperator(context);
	}
}

async function notifyOwner(context: StepContext): Promise<void> {
	const { tx, deps, operation } = context;
	context.notificationCount += 1;
	const subject = { kind: "operation", id: operation.id } as const;
	if (isLong(operation)) {
		const { rows, screens } = await extendNotifications(tx, [operation.personId], subject, "list");
		await deps.enqueue(tx, "bot.outbox", rows);
		return deps.enqueue(tx, "bot.screen", screens);
	}
	const rows = await addNotifications(tx, [operation.personId], subject, String(context.notificationCount));
	await deps.enqueue(tx, "bot.outbox", rows);
	// A waiting notification is linked to the message in its chat that shows the operation. Sending the notification also
	// renders this message. Only the operation's other messages need a separate render.
	const { screens, linked } = await linkAndInvalidateScreens(tx, subject);
	await deps.enqueue(
		tx,
		"bot.screen",
		screens.filter((id) => !linked.has(id)),
	);
}

async function notifyOperator({ tx, deps, operation, notificationCount }: StepContext): Promise<void> {
	deps.log.warn(
		{ operation: operation.reference, kind: operation.kind },
		"the outcome of an operation is unknown; a person must settle it",
	);
	await alertOperator(tx, deps, operation.id, String(notificationCount));
}

/** Notifies the operator of the bot about an operation, once for each `dedupKey`. */
export async function alertOperator(
	tx: Tx,
	{ adminChatId, enqueue }: Pick<Deps, "adminChatId" | "enqueue">,
	operationId: number,
	dedupKey: string,
): Promise<void> {
	if (adminChatId === null) return;
	await addPerson(tx, adminChatId);
	const rows = await addNotifications(tx, [adminChatId], { kind: "trouble", id: operationId }, dedupKey);
	await enqueue(tx, "bot.outbox", rows);
}

/**
 * Moves the request's items to two new requests with new idempotency keys: those of the domains in `apart`, and the
 * others. No item can run twice, because the service has executed nothing. A request that waited for access still needs
 * a new quote, so its parts keep that hold.
 */
async function split({ tx, deps, operation, request, now }: StepContext, apart: readonly string[]): Promise<void> {
	const isApart = ({ domain }: ItemRow): boolean => apart.includes(domain);
	for (const part of [request.items.filter(isApart), request.items.filter((item) => !isApart(item))]) {
		const id = await insertRequest(tx, {
			operationId: operation.id,
			key: randomUUID(),
			phase: "confirmed",
			hold: request.hold,
			confirmedAt: request.confirmedAt ?? now,
			wakeAt: now,
		});
		await moveItems(
			tx,
			part.map((item) => item.id),
			id,
		);
		await deps.enqueue(tx, "bot.operation", [id]);
	}
}

/**
 * Corrects the person's recorded spending of the day on which they confirmed these domains. A known charge replaces the
 * quoted price, and a failed item does not count.
 */
async function uncount(context: StepContext, domains: string[]): Promise<void> {
	const { request, state } = context;
	const freed = request.items.filter((item) => domains.includes(item.domain));
	const done = new Set(state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	await adjust(context, freed, (item) => (done.has(item.domain) ? costOf(context, item) : 0) - (item.priceCents ?? 0));
}

/**
 * Adds the cost of these domains to the person's recorded spending. The cost was subtracted when the items seemed to
 * have failed. The daily limit does not apply, because the service has already charged the items.
 */
async function charge(context: StepContext, domains: string[]): Promise<void> {
	const items = context.request.items.filter((item) => domains.includes(item.domain));
	await adjust(context, items, (item) => costOf(context, item));
}

/**
 * Corrects the person's recorded spending if the service reports the charge of a succeeded item late. The quoted price
 * was counted until then.
 */
export async function countLateCharges(context: StepContext): Promise<void> {
	const { facts, request } = context;
	const counted = new Set(request.state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	const items = request.items.filter(
		({ id, domain }) => counted.has(domain) && facts.items?.get(id)?.chargedCents != null,
	);
	await adjust(context, items, (item) => costOf(context, item) - (item.chargedCents ?? item.priceCents ?? 0));
}

/**
 * Returns what the service charged for an item, in cents. If it did not report the charge, returns the quoted price.
 */
function costOf({ facts }: StepContext, { id, chargedCents, priceCents }: ItemRow): number {
	return facts.items?.get(id)?.chargedCents ?? chargedCents ?? priceCents ?? 0;
}

async function adjust(
	{ tx, operation, request }: StepContext,
	items: readonly ItemRow[],
	difference: (item: ItemRow) => number,
): Promise<void> {
	const cents = items.reduce((sum, item) => sum + difference(item), 0);
	if (request.confirmedAt === null || cents === 0) return;
	const { personId } = operation;
	await spend(tx, { personId, day: spendDayOf(request.confirmedAt), cents, capCents: null });
}

/**
 * What a call to the service found out, in addition to its `Evidence`. The evidence decides the request's next state.
 * These facts and that state are stored in one transaction.
 */
export interface Facts {
	/** The exact call to send. Set after a read showed that the current state matches the quote. */
	prepared?: PreparedCall;
	/** The fingerprint (a keyed hash) of the token with which the call was made. */
	tokenPrint?: string;
	balanceBeforeCents?: number | null;
	/** Facts about single items, keyed by the item's row id. */
	items?: ReadonlyMap<number, ItemFacts>;
	/**
	 * Set if the person must confirm a new quote. Contains the current balance, and the current terms of each item, keyed
	 * by the item's row id. `changed`: what differs from the quote that the person confirmed. `defaults`: null if the
	 * order gets none of the account's defaults; absent unless it is a registration.
	 */
	quote?: {
		balanceCents: number | null;
		items: ReadonlyMap<number, ItemTerms>;
		changed: readonly ChangedFact[];
		defaults?: OrderDefaults | null;
	};
}

export interface ItemFacts {
	before?: ItemBefore;
	/** The DNS, nameserver or edge plan as the call sends it. */
	change?: PlannedChange;
	/** The same DNS plan with the other set of field names (see `inOtherForm`). It is sent as a new call. */
	respelled?: PlannedChange;
	/** The records that the service stored; null if they are those that were sent. */
	stored?: readonly PlannedRecord[] | null;
	expiresAt?: Date | null;
	chargedCents?: number | null;
}

/** The terms of one item in a quote. The person agrees to them by confirming. */
export interface ItemTerms {
	priceCents?: number;
	renewCents?: number | null;
	before?: ItemBefore;
	change?: PlannedChange;
}

/**
 * True if the operation has more than ten requests (HTTP calls). Its reads then have background priority, and one
 * message reports all its outcomes.
 */
export function isLong({ requests }: WholeOperation): boolean {
	return requests.length > 10;
}
