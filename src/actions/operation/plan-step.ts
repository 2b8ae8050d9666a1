import { randomUUID } from "node:crypto";
import { next } from "../../rules/operation/next.ts";
import type { Effect, Evidence, Step } from "../../rules/operation/state.ts";
import { storedStep } from "../../rules/operation/step.ts";
import { type ChangedFact, quoteExpiry } from "../../rules/quote.ts";
import { changeRequest, withRequest, withState } from "../../store/operation-changes.ts";
import type { ItemRow, RequestRow, WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import type { Facts, ItemFacts } from "./facts.ts";

/** A step of a request (one HTTP call of an operation) that is not stored yet. */
export interface PlannedStep {
	step: Step;
	/** The operation and the request as they were before the step. */
	before: WholeOperation;
	request: RequestRow;
	/** The operation as it is after the step. Its `state` and `settledAt` are still those of `before`. */
	after: WholeOperation;
	facts: Facts;
}

/**
 * Computes a request's next state and all changes of the operation's rows that belong to it. Stores nothing.
 * `evidence`: what happened to the request. `facts`: what its call found out.
 */
export function planStep(
	deps: Pick<Deps, "random">,
	before: WholeOperation,
	request: RequestRow,
	evidence: Evidence,
	facts: Facts,
): PlannedStep {
	const now = before.readAt;
	const step = next(request.state, evidence, { now, random: deps.random() });
	const { state } = step;
	const taken = storedStep(request, state, evidence.is, now);
	const steps = taken ? { steps: [...request.steps, taken] } : {};
	const stepped = withFacts(changeRequest(withState(request, state), steps), request, step, facts);
	let after = withRequest(before, withEffects(stepped, step, facts));
	if (sendsNow(request, step, facts) && facts.balanceBeforeCents != null && isFirst(before)) {
		after = { ...after, balanceBeforeCents: facts.balanceBeforeCents };
	}
	if (step.effects.some(({ do: what }) => what === "requote")) after = requote(deps, before, request, after, facts);
	const notificationCount = before.notificationCount + step.effects.filter(isNotification).length;
	return { step, before, request, after: { ...after, notificationCount }, facts };
}

/** True if the effect notifies the owner. The notification also renders the operation's message. */
export function isNotification({ do: what }: Effect): boolean {
	return what === "notify_items" || what === "notify" || what === "requote";
}

/** `balanceBeforeCents` is the balance before the order. So it is stored only before the order's first attempt. */
function isFirst({ requests }: WholeOperation): boolean {
	return requests.every((each) => each.firstSentAt === null);
}

/**
 * True if this worker sends the prepared call now. If an earlier attempt may have run, the call of that attempt is
 * kept: every further attempt must send the same bytes.
 */
function sendsNow(request: RequestRow, { call }: Step, { prepared }: Facts): boolean {
	return prepared !== undefined && call?.do === "send" && !request.mayHaveRun;
}

/**
 * Adds the call that the worker sends now, and the facts that it learned about the request's items. A call that differs
 * from the stored one gets a new Idempotency-Key. The service would refuse the old key with a different body.
 */
function withFacts(stepped: RequestRow, request: RequestRow, step: Step, facts: Facts): RequestRow {
	const { prepared, tokenPrint } = facts;
	const sends = sendsNow(request, step, facts);
	const same = request.prepared === null || request.prepared.hash === prepared?.hash;
	const call = sends ? { prepared, tokenPrint, key: same ? request.key : randomUUID() } : {};
	return changeRequest(stepped, call, (item) => {
		const known = facts.items?.get(item.id);
		if (!known) return {};
		const { before, change, respelled, stored, ...outcome } = known;
		// `before` and `change` contain the domain's state before the order. Only the worker that sends the call may store
		// them: another worker may have read the domain after an attempt changed it.
		const seen = { ...(before && { before }), ...(change && { change }) };
		const resent = step.state.phase === "confirmed" && respelled && { change: respelled };
		return { ...outcome, ...resent, ...(sends && seen), ...withStored(item, stored) };
	});
}

/**
 * Returns the item's plan with the records that the service stored (`stored`). Returns an empty object if the plan
 * stays as it is.
 */
function withStored({ change }: ItemRow, stored: ItemFacts["stored"]): Partial<ItemRow> {
	if (stored === undefined || change?.kind !== "dns" || (stored === null && !change.stored)) return {};
	const { stored: _, ...plan } = change;
	return { change: stored === null ? plan : { ...plan, stored } };
}

/** Releases the locks of the items that the step frees. Adds the terms of a new quote. */
function withEffects(request: RequestRow, { effects }: Step, { quote }: Facts): RequestRow {
	const freed = new Set(effects.flatMap((effect) => (effect.do === "release" ? effect.domains : [])));
	const isRequoted = effects.some((effect) => effect.do === "requote");
	return changeRequest(request, {}, ({ id, domain }) => ({
		...(isRequoted && quote?.items.get(id)),
		...(freed.has(domain) && { locked: false }),
	}));
}

/**
 * Adds the order's next quote, with the prices and plans that were just read. The quote covers all requests of the
 * order that wait for a confirmation. They all get the same expiry time. If the read failed, the quote expires at once,
 * and the person must ask for a new one.
 */
function requote(
	deps: Pick<Deps, "random">,
	before: WholeOperation,
	request: RequestRow,
	stepped: WholeOperation,
	{ quote }: Facts,
): WholeOperation {
	const now = before.readAt;
	const others = before.requests.filter((each) => each.id !== request.id);
	const waiting = others.filter((each) => each.phase === "quoted");
	let after = stepped;
	for (const each of waiting) {
		const { state } = next(each.state, { is: "quoted" }, { now, random: deps.random() });
		after = withRequest(after, withState(each, state));
	}
	const goesOn = others.some(({ phase }) => phase !== "quoted" && phase !== "superseded");
	const totalCents = sum([request, ...waiting], (item) => quote?.items.get(item.id)?.priceCents ?? item.priceCents);
	const shownCents = sum([request], (item) => item.priceCents);
	const previousCents = shownCents + (waiting.length > 0 ? (before.quote.previousCents ?? 0) : 0);
	const movedBefore = waiting.length > 0 && before.quote.moved === true;
	const moved = quote && (movedBefore || [...quote.items.values()].some((terms) => terms.change !== undefined));
	const changed = merge([...(waiting.length > 0 ? (before.quote.changed ?? []) : []), ...(quote?.changed ?? [])]);
	const balanceCents = quote ? quote.balanceCents : before.quote.balanceCents;
	const { defaults: shown, ...rest } = before.quote;
	const defaults = quote?.defaults === undefined ? shown : quote.defaults;
	return {
		...after,
		quoteNumber: before.quoteNumber + 1,
		quote: { ...rest, totalCents, balanceCents, previousCents, moved, changed, ...(defaults && { defaults }) },
		quoteExpiresAt: quote ? quoteExpiry(now) : now,
		confirmedAt: goesOn ? before.confirmedAt : null,
	};
}

/** Returns each fact once, with all its domains. */
function merge(changed: readonly ChangedFact[]): ChangedFact[] {
	const byFact = Map.groupBy(changed, ({ fact }) => fact);
	return [...byFact].map(([fact, each]) => ({ fact, domains: each.flatMap(({ domains }) => domains) }));
}

function sum(requests: readonly RequestRow[], cents: (item: ItemRow) => number | null): number {
	return requests.flatMap((each) => each.items).reduce((total, item) => total + (cents(item) ?? 0), 0);
}
