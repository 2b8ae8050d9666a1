import type {
	BadProfile,
	ConfirmResult,
	Operation,
	OperationItem,
	OperationResult,
} from "../../../actions/operation/types.ts";
import type { QuoteResult, Skipped, SkipReason } from "../../../actions/quote/save-quote.ts";
import type { Trouble } from "../../../actions/trouble.ts";
import type { RefusedName } from "../../../rules/list.ts";
import type { BotContext, RepeatedTap, UpdateSession } from "../../context.ts";
import { routeOf, routes, startOf } from "../../screens.ts";
import { closedView } from "../format.ts";
import { html } from "../html.ts";
import { type Destination, type RouteRef, to } from "../route.ts";
import type { T } from "../texts.ts";
import { storeTrouble } from "../trouble.ts";
import { link, type View } from "../view.ts";

type Busy = Extract<ConfirmResult, { kind: "busy" }>;

/** A screen lists at most this number of skipped names. It only counts the remaining ones. */
const mostSkipped = 20;
const mostRefusals = 10;

/**
 * Returns the screen of the quote or the plan for one name. If there is none, returns the screen that says why. The
 * caller must first validate the years, the label and the reference, because no screen explains a problem with them.
 * - `name`: the name of an order, as the person entered it.
 * - `from`: the list to which *Back* leads from the quote.
 * - `draftId`: the draft (an operation with unconfirmed changes) to which the change was to be added. Without a plan,
 *   the screen leads back to this draft.
 */
export function quoteDestination(
	result: QuoteResult | BadProfile,
	{ name, from, draftId }: { name?: string; from?: RouteRef | undefined; draftId?: number | undefined } = {},
): Destination {
	switch (result.kind) {
		case "quoted":
			return openedFrom(from, operationScreen(result.operation));
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
		case "nothing": {
			const [only] = result.skipped;
			return only ? skippedDestination(only, draftId) : to(routes.unknown, { content: "list" });
		}
		case "bad_profile": {
			const { domain, problem: edge, profileKey } = result;
			return skippedDestination({ domain, reason: "profile", profileKey, edge }, draftId);
		}
		default:
			return name === undefined ? to(routes.unknown, { content: "list" }) : to(routes.offer, { name });
	}
}

/**
 * Returns the screen that says which other operation has locked this domain. `operationId`: the order that could not be
 * confirmed because of this lock. If only some domains of that order are locked, the screen offers to order the others.
 */
export function busyDestination(
	{ domain, free, other: { reference, mine, change } }: Busy,
	operationId?: number,
): Destination {
	const rest = operationId !== undefined && free > 0 && { operationId, free };
	return to(routes.busy, { domain, reference, mine, change, ...rest });
}

/**
 * Returns the screen of the quote for a list of domains. If there is no quote, returns the screen that says why.
 * - `refused`: texts in the list that are not names.
 * - `change`: true if this is a change to domains and not an order. The screen then says "change" and not "order".
 * - `from`: the screen to which *Back* leads.
 */
export function batchQuoteDestination(
	result: QuoteResult,
	{ refused = [], change = false, from }: { refused?: readonly RefusedName[]; change?: boolean; from?: RouteRef } = {},
): Destination {
	const pieces = refused.map(({ text, problem, part = text }) => {
		return { domain: text, reason: "invalid" as const, problem, part };
	});
	switch (result.kind) {
		case "quoted": {
			const { route, params } = openedFrom(from, operationScreen(result.operation));
			return { route, params: { ...params, ...skippedParams([...pieces, ...result.skipped]) } };
		}
		case "nothing":
			return to(routes.nothingToOrder, {
				...skippedParams([...pieces, ...result.skipped]),
				...(change && { change }),
				...(from && { from }),
			});
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
		default:
			return to(routes.unknown, { content: "list" });
	}
}

function openedFrom(from: RouteRef | undefined, { route, params }: Destination): Destination {
	return { route, params: { ...params, ...(from && { from }) } };
}

/** Returns the reason under which a list shows this one. */
function listedReason(reason: SkipReason["reason"]) {
	switch (reason) {
		case "empty":
			return "conflict";
		case "full":
			return "too_large";
		case "record_gone":
		case "draft_ended":
			return "already_so";
		default:
			return reason;
	}
}

function skippedParams(skipped: readonly (Skipped | Skipped)[]) {
	const unread = skipped.filter(({ reason }) => reason === "unread").map(({ domain }) => domain);
	const shown = skipped.slice(0, mostSkipped).map(({ domain, reason, ...about }) => ({
		domain: domain.slice(0, 253),
		reason: listedReason(reason),
		...("most" in about && about.most !== undefined && { most: about.most }),
		...("problem" in about && about.problem !== undefined && { problem: about.problem }),
		...("part" in about && about.part !== undefined && { part: about.part.slice(0, 80) }),
	}));
	return { skipped: shown, more: skipped.length - shown.length, ...(unread.length > 0 && { unread }) };
}

/**
 * Returns the screen of an operation, with a notice about the person's last action. The notice disappears as soon as
 * the state of the operation changes.
 */
export function operationScreen(
	{ id, state }: Operation,
	noticeKey?: string,
	vars?: Record<string, string>,
): Destination {
	return to(routes.operation, { operationId: id, ...(noticeKey && { noticeKey, noticeState: state, vars }) });
}

/**
 * Returns the screen of a risky change. Makes the next confirmation final, so that the bot does not ask for a second
 * one.
 */
export function finalConfirmationScreen({ id, quote }: Operation): Destination {
	return to(routes.operation, { operationId: id, sure: quote?.number ?? 0 });
}

/**
 * Returns the screen with the result of a confirmation. Usually, this is the screen of the operation. If the operation
 * was not confirmed, the screen says why.
 */
export function confirmDestination(result: ConfirmResult, operationId: number): Destination {
	switch (result.kind) {
		case "confirmed":
		// The next three cases need no notice. The screen of the quote itself shows why it cannot be confirmed now.
		case "no_access":
		case "frozen":
		case "over_cap":
			return operationScreen(result.operation);
		case "ask_twice": {
			const { operation, warnings } = result;
			const sure = operation.quote?.number ?? 0;
			const limitCents = result.limitCents ?? undefined;
			return to(routes.operation, { operationId: operation.id, sure, doubts: [...warnings], limitCents });
		}
		case "superseded":
			// Stored screens contain the locale key `operation-note-stale`, so it cannot be renamed to match this case.
			return operationScreen(result.operation, "operation-note-stale");
		case "no_mandate":
			return operationScreen(result.operation, `operation-note-mandate-${result.why}`);
		case "already":
		case "expired":
		case "short":
			return operationScreen(result.operation, `operation-note-${result.kind}`);
		case "too_many_lists":
			return operationScreen(result.operation, "operation-note-too-many-lists", { count: String(result.running) });
		case "busy":
			return busyDestination(result, operationId);
		case "not_found":
			return to(routes.stepEnded, {});
	}
}

/** Returns the screen that says why there is no quote or plan for the only name of a list. */
function skippedDestination(only: Skipped, draftId?: number): Destination {
	const { domain, reason } = only;
	switch (reason) {
		case "not_yours":
			return to(routes.domain, { domain });
		case "already_so":
			return to(routes.unplanned, { domain, why: "nothing", draftId });
		case "blocked": {
			const { since, reportsEnd: heard = false } = only.block;
			return to(routes.unplanned, { domain, why: reason, heard, ...(since && { since: since.toISOString() }) });
		}
		case "profile":
			return to(routes.unplanned, { domain, why: `profile_${only.edge}`, part: only.profileKey.slice(0, 100) });
		case "conflict":
		case "type": {
			const refusals = only.refusals.slice(0, mostRefusals).map(({ record, problem }) => ({ record, problem }));
			return to(routes.refusedRecords, { domain, refusals, more: only.refusals.length - refusals.length, draftId });
		}
		case "busy":
			return busyDestination({ kind: "busy", domain, free: 0, other: only.other });
		case "unread":
			return to(routes.trouble, storeTrouble(only.trouble));
		case "too_large":
			return to(routes.unplanned, { domain, why: "full", draftId });
		case "no_price":
			return to(routes.noPrice, { domain });
		case "too_long":
			return to(routes.rejectedYears, { domain, rejectedInput: String(only.years) });
		case "refused": {
			const { code, message } = only;
			const words = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
			return to(routes.trouble, storeTrouble({ kind: "trouble", trouble: "refused", ...words }));
		}
		case "invalid":
		case "duplicate":
		case "not_available":
		case "not_sold":
			// The offer screen looks up the name again. It says whether the name is taken, not sold or invalid.
			return to(routes.offer, { name: domain });
		default:
			return to(routes.unplanned, { domain, why: reason, draftId });
	}
}

/**
 * Shows the screen of an operation, or the screen that says why there is none. *Back* leads to `params.from`. If that
 * is missing and the person tapped a button, *Back* leads to the list from which they opened the operation.
 *
 * `repeatedTap`: the tap that *Try again* repeats if the service did not answer. By default, it is the tap that is
 * being handled. It must not spend money or change anything.
 */
export function showOperation(
	ctx: UpdateSession,
	{ route, params }: Destination,
	repeatedTap: RepeatedTap | undefined = tapOf(ctx),
): void {
	if (route.name === routes.trouble.name) {
		ctx.show(route, { ...params, ...(repeatedTap && { repeat: repeatedTap }) });
		return;
	}
	const rest = restOf(params, repeatedTap);
	if (route.name === routes.nothingToOrder.name) {
		const from = routes.nothingToOrder.parse(params)?.from ?? startOf(ctx.screen);
		ctx.show(route, { ...params, ...rest, ...(from && { from }) });
		return;
	}
	const { operationId: id } = params;
	const from = params["from"] ?? (ctx.tap === null ? undefined : listOf(ctx));
	const whole = { ...params, ...rest, ...(from && { from }) };
	const keepsList = route.name === routes.busy.name;
	ctx.show(route, keepsList || typeof id === "number" ? whole : params);
}

/**
 * Returns a copy of `repeatedTap` that applies only to the domains in `unread`. These are the domains whose data the
 * service did not return.
 */
function restOf({ unread }: Destination["params"], repeatedTap: RepeatedTap | undefined): { rest?: RepeatedTap } {
	if (!repeatedTap || !Array.isArray(unread) || !Array.isArray(repeatedTap.params["domains"])) return {};
	return { rest: { ...repeatedTap, params: { ...repeatedTap.params, domains: unread } } };
}

/**
 * Says why an action failed, with a button *Try again* that repeats it. Use this only for actions that change nothing
 * outside the bot, because the failed action may have been executed.
 */
export function showTrouble(ctx: UpdateSession, trouble: Trouble): void {
	showOperation(ctx, to(routes.trouble, storeTrouble(trouble)));
}

/**
 * Returns the tap of this update, if any. A tap that answers a question cannot be repeated, so returns undefined for
 * it.
 */
function tapOf({ screen, tap }: UpdateSession): RepeatedTap | undefined {
	if (!screen || !tap || routeOf(screen.routeName)?.asks) return undefined;
	return { to: screen.routeName, params: screen.params, verb: tap.verb, value: tap.value };
}

const lists = new Set([routes.operations, routes.list, routes.expiring, routes.reminder].map(({ name }) => name));

function listOf({ screen }: UpdateSession): RouteRef | undefined {
	if (!screen) return undefined;
	const { routeName, params } = screen;
	if (lists.has(routeName)) return { to: routeName, params };
	const own = [routes.operation, routes.orderNames, routes.busy, routes.timeline, routes.undoList].find(
		({ name }) => name === routeName,
	);
	return own?.parse(params)?.from;
}

/** Returns the domains of the items that succeeded. */
export function doneIn(items: Operation["items"]): string[] {
	return items.filter(({ phase }) => phase === "succeeded").map(({ domain }) => domain);
}

/** Returns the items that the quote covers. Requests for other items of the operation may already be running. */
export function askedItems({ items }: Operation): OperationItem[] {
	return items.filter(({ phase, state }) => phase === "open" && state === "quoted");
}

export function noOperationView(t: T, reference: string): View {
	const list = link(t("home-operations"), routes.operations, {});
	const text = t.html("operation-not-found", { reference: html`<code>${reference}</code>` });
	return closedView(t, { text, buttons: [[list]] });
}

/**
 * Returns the ids of the person and of the operation that the tapped message shows. Most actions on operations need
 * both. If the message shows no operation, the operation id is 0.
 */
export function currentOperation({ person, screen }: BotContext) {
	return { personId: person.id, operationId: routes.operation.parse(screen?.params)?.operationId ?? 0 };
}

/**
 * Shows the operation that an action returned, with a notice. If the action returned no operation, says that the
 * message is outdated.
 */
export function showResult(
	ctx: BotContext,
	{ operation }: { kind: string; operation?: Operation },
	noticeKey?: string,
	vars?: Record<string, string>,
): void {
	if (operation) showOperation(ctx, operationScreen(operation, noticeKey, vars));
	else ctx.show(routes.stepEnded, {});
}

/**
 * If the person has left the account of the order, shows a notice about this and returns true. An order can continue
 * only in the account in which it was made.
 */
export async function noLongerConnected(
	ctx: BotContext,
	{ operation }: { operation: { get(which: ReturnType<typeof currentOperation>): Promise<OperationResult> } },
): Promise<boolean> {
	const found = await operation.get(currentOperation(ctx));
	if (found.kind !== "operation" || found.operation.account.connectionId !== null) return false;
	showResult(ctx, found, "operation-note-left-account");
	return true;
}
