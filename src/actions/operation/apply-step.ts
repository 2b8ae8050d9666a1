import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { next } from "../../rules/operation/next.ts";
import type { Call, Effect, Evidence, Item, Leased, RequestState, Step } from "../../rules/operation/state.ts";
import { isOver, overall, storedStep } from "../../rules/operation/step.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { type ChangedFact, quoteExpiry } from "../../rules/quote.ts";
import { mostTags, tagOf } from "../../rules/tags.ts";
import { isOutage, throughOutage } from "../../store/database.ts";
import { tagRegistered } from "../../store/domain-notes.ts";
import { forgetExpiry } from "../../store/domains.ts";
import {
	changeRequest,
	findOperation,
	type ItemRow,
	lockOperationOfRequest,
	type RequestRow,
	type RequestRows,
	rowsOf,
	saveOperation,
	type WholeOperation,
	withRequest,
	withState,
} from "../../store/operations.ts";
import { invalidateScreens } from "../../store/screens.ts";
import type { Deps } from "../deps.ts";
import { reportReleased } from "../event/report.ts";
import { apply, countLateCharges, type Facts, type ItemFacts } from "./effects.ts";

/**
 * The next call to the service for a request. A request is the part of an operation that is ordered with one HTTP call.
 * All calls except `send` carry a lease: the value that the request's `wakeAt` had when this call was chosen. The
 * result counts only if `wakeAt` still has this value, because then no other worker has changed the request.
 */
export type LeasedCall = Extract<Call, { do: "send" }> | (Exclude<Call, { do: "send" }> & Leased);

export function leased({ call, state }: Step): LeasedCall | null {
	return call === null || call.do === "send" ? call : { ...call, lease: state.wakeAt };
}

/** A request's rows after a step, as they were committed, and the next call to make for it. */
export interface Stepped {
	call: LeasedCall | null;
	rows: RequestRows;
}

/**
 * Moves a request (one HTTP call of an operation) to its next state. `evidence`: what happened to it, such as an answer
 * of the service or a tap. Stores the state and the `facts` and applies all effects, such as notifications, in one
 * transaction. Returns null if the request does not exist.
 *
 * The outcome of a call can always be stored. If the database refuses a fact that only describes it, such as a date,
 * the outcome is stored without these facts.
 */
export async function applyStep(
	deps: Deps,
	requestId: number,
	evidence: Evidence,
	facts: Facts = {},
): Promise<Stepped | null> {
	const store = (known: Facts) =>
		stepLocked(deps, requestId, (tx, rows) => takeStep(tx, deps, rows, evidence, known), (known.items?.size ?? 0) > 0);
	if (evidence.is !== "answer" && evidence.is !== "read") return store(facts);
	return store(facts).catch((error: unknown) => {
		if (isOutage(error) || !facts.items) throw error;
		deps.log.error({ error, request: requestId }, "facts about an order could not be stored; its outcome follows");
		return store({ ...facts, items: withoutDescriptions(facts.items) });
	});
}

/** Keeps only the facts that decide the next call. */
function withoutDescriptions(items: NonNullable<Facts["items"]>): NonNullable<Facts["items"]> {
	return new Map([...items].flatMap(([id, { respelled }]) => (respelled ? [[id, { respelled }] as const] : [])));
}

/**
 * Moves a request (one HTTP call of an operation) to its next state when its job runs. An action may have stored a wake
 * reason, for example after a tap on *Check again*. This reason is then the evidence, and is cleared. Without a stored
 * reason, the evidence is `due`: the time `wakeAt` has come.
 */
export async function wake(deps: Deps, requestId: number): Promise<Stepped | null> {
	return stepLocked(deps, requestId, async (tx, { operation, request }) => {
		const woken = changeRequest(request, { wakeReason: null });
		const plan = planStep(deps, withRequest(operation, woken), woken, { is: request.wakeReason ?? "due" }, {});
		return { step: plan.step, operation: await save(tx, deps, operation, [plan]) };
	});
}

/**
 * Locks the operation's row, and runs `take`, which moves a request to its next state (a step). Renders the operation's
 * messages again if the step changes what they show. `storesFacts`: true if the step also stores facts that these
 * messages show, such as a charge that the service reports late. The messages are then rendered again even if the state
 * stays the same.
 *
 * While the database is lost, the step is repeated. Otherwise, the outcome of a call would be lost, and the request would
 * wait for the end of its lease. The answer to the first commit may have been lost. The request then has the planned
 * columns, and its call is still this worker's to make.
 */
async function stepLocked(
	deps: Deps,
	requestId: number,
	take: (tx: Tx, rows: RequestRows) => Promise<{ step: Step; operation: WholeOperation }>,
	storesFacts = false,
): Promise<Stepped | null> {
	let planned: Stepped | undefined;
	const run = async (tx: Tx): Promise<Stepped | null> => {
		const before = rowsOf(await lockOperationOfRequest(tx, requestId), requestId);
		if (!before) return null;
		if (planned && isSame(before.request, planned.rows.request)) return planned;
		const { step, operation } = await take(tx, before);
		const shows = isSeen(before.request.state, step.state) || storesFacts;
		if (!notifiesOwner(step) && shows) await redraw(tx, deps, operation.id);
		const stepped = { call: leased(step), rows: rowsOf(operation, requestId) ?? before };
		// If the step leaves the row as it was, a repetition cannot see whether it was committed. It is then taken again.
		planned = isSame(before.request, stepped.rows.request) ? undefined : stepped;
		return stepped;
	};
	return throughOutage(() => deps.db.transaction(run), timeLimits.lease);
}

/** True if the columns of both rows are equal, including those of the items. */
function isSame({ state: _, ...one }: RequestRow, { state: __, ...other }: RequestRow): boolean {
	return isDeepStrictEqual(one, other);
}

/**
 * Moves one request to its next state and updates the operation's state. The transaction must have locked the
 * operation's row before it read `rows`. Returns the updated operation.
 */
export async function takeStep(
	tx: Tx,
	deps: Deps,
	{ operation, request }: RequestRows,
	evidence: Evidence,
	facts: Facts = {},
): Promise<{ step: Step; operation: WholeOperation }> {
	const plan = planStep(deps, operation, request, evidence, facts);
	return { step: plan.step, operation: await save(tx, deps, operation, [plan]) };
}

/**
 * Moves several requests (HTTP calls) of an operation to their next states. `evidence`: what happened to all of them.
 * Updates the operation's state once at the end, and stores the changes `also` with it. Returns the updated operation.
 */
export async function takeSteps(
	tx: Tx,
	deps: Deps,
	stored: WholeOperation,
	requests: readonly RequestRow[],
	evidence: Evidence,
	also: Partial<Pick<WholeOperation, "confirmedAt">> = {},
): Promise<WholeOperation> {
	const plans: PlannedStep[] = [];
	let operation = { ...stored, ...also };
	for (const request of requests) {
		const plan = planStep(deps, operation, request, evidence, {});
		plans.push(plan);
		operation = plan.after;
	}
	return await save(tx, deps, stored, plans);
}

/**
 * Stores the planned steps of an operation, each of which continues the one before it. Writes all changed rows in one
 * statement, and then applies the effects. The locks of items are released first, because of `lockItems`. `stored`: the
 * operation as the database has it. Returns the updated operation.
 */
async function save(
	tx: Tx,
	deps: Deps,
	stored: WholeOperation,
	plans: readonly PlannedStep[],
): Promise<WholeOperation> {
	const planned = plans.at(-1)?.after ?? stored;
	const splits = plans.some(({ step }) => step.effects.some((effect) => effect.do === "split"));
	const saved = splits ? planned : summarize(deps, planned);
	await saveOperation(tx, stored, saved);
	for (const plan of plans) await applyEffects(tx, deps, plan);
	if (!splits) return saved;
	const whole = (await findOperation(tx, stored.id)) ?? saved;
	const summarized = summarize(deps, whole);
	await saveOperation(tx, whole, summarized);
	return summarized;
}

async function applyEffects(tx: Tx, deps: Deps, plan: PlannedStep): Promise<void> {
	const { step, before: operation, request, facts } = plan;
	const { state } = step;
	const { notificationCount } = operation;
	const context = { tx, deps, operation, request, state, facts, now: operation.readAt, notificationCount };
	for (const effect of step.effects) await apply(context, effect);
	await countLateCharges(context);
	const before = new Map(request.state.items.map((item) => [item.domain, item.phase]));
	const became = (phase: Item["phase"]) =>
		state.items.filter((item) => item.phase === phase && before.get(item.domain) !== phase).map(({ domain }) => domain);
	if (operation.kind === "register") await tagRegistered(tx, operation, tagsOf(request, became("succeeded")), mostTags);
	if (operation.kind === "renew") await forgetExpiry(tx, operation.accountId, became("succeeded"));
	await reportReleased(tx, deps, operation, became("failed"));
}

/** Returns the tags that the labels of these domains become. */
function tagsOf({ items }: RequestRow, domains: readonly string[]): { domain: string; tag: string }[] {
	const done = new Set(domains);
	return items.flatMap(({ domain, clientRef }) => {
		const tag = done.has(domain) && clientRef !== null ? tagOf(clientRef) : null;
		return tag === null ? [] : [{ domain, tag }];
	});
}

/** Computes the operation's state from its requests. Counts a new state in the metrics. */
function summarize(deps: Deps, operation: WholeOperation): WholeOperation {
	const { phase } = overall(operation.requests.map((each) => each.state));
	if (phase !== operation.state) deps.count?.operation(operation.kind, phase);
	const settled = operation.requests.every((each) => isOver(each.state));
	return { ...operation, state: phase, settledAt: settled ? (operation.settledAt ?? operation.readAt) : null };
}

export async function redraw(tx: Tx, deps: Deps, operationId: number): Promise<void> {
	await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "operation", id: operationId }));
}

/**
 * True if the step notifies the owner. The notification already causes a render of the operation's messages, so the
 * caller need not render them.
 */
export function notifiesOwner({ effects }: Step): boolean {
	return effects.some(isNotification);
}

/**
 * True if a screen shows these two states of a request differently. False if a call that may have run is sent again,
 * because the screen then keeps showing `unknown`.
 */
export function isSeen(before: RequestState, after: RequestState): boolean {
	if (after.mayHaveRun && after.phase === "sent") return false;
	const seen = ({ phase, hold, wakeAt, items }: RequestState) =>
		JSON.stringify([phase, hold, hold === "none" ? null : wakeAt, items.map((item) => [item.phase, item.code])]);
	return seen(before) !== seen(after);
}

/** A step of a request (one HTTP call of an operation) that is not stored yet. */
interface PlannedStep {
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
function planStep(
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
function isNotification({ do: what }: Effect): boolean {
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
