import type { BatchQuoteResult, ConfirmResult, Operation, QuoteResult, SkippedName } from "../../../actions/index.ts";
import type { RefusedName } from "../../../rules/list.ts";
import type { UpdateSession } from "../../context.ts";
import { routes } from "../../routes.ts";
import { type Destination, type RouteRef, to } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { storeTrouble } from "../../screens/trouble.ts";

/** The notice above an order that the person's daily limit stopped. */
export const overCap = "operation-note-over-cap";

/** The most skipped names to show. The rest are counted. */
const shownLeft = 20;

/** Returns the screen that shows a new quote, or why there is none. Years and references are already known. */
export function quoteDestination(result: QuoteResult, domain: string): Destination {
	switch (result.kind) {
		case "quoted":
			return operationScreen(result.operation);
		case "busy":
			return to(routes.busy, { domain: result.domain, reference: result.other.reference, mine: result.other.mine });
		case "no_price":
			return to(routes.noPrice, { domain: result.domain });
		case "too_long":
			return to(routes.rejectedYears, { domain: result.domain, rejectedInput: String(result.years) });
		case "not_yours":
			return to(routes.domain, { domain: result.domain });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
		default:
			// The name is taken, not sold or malformed. The offer screen looks it up again and says which.
			return to(routes.offer, { name: domain });
	}
}

/** Returns the screen for the quote of a list. `refused` are the parts of the list that are not names. */
export function batchQuoteDestination(result: BatchQuoteResult, refused: readonly RefusedName[] = []): Destination {
	const pieces = refused.map(({ text, problem, part = text }) => {
		return { domain: text, reason: "invalid" as const, problem, part };
	});
	switch (result.kind) {
		case "quoted": {
			const { route, params } = operationScreen(result.operation);
			return { route, params: { ...params, ...skippedParams([...pieces, ...result.skipped]) } };
		}
		case "nothing":
			return to(routes.nothingToOrder, skippedParams([...pieces, ...result.skipped]));
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
		default:
			return to(routes.unknown, { content: "list" });
	}
}

function skippedParams(skipped: readonly SkippedName[]) {
	const shown = skipped.slice(0, shownLeft).map(({ domain, reason, most, problem, part }) => ({
		domain: domain.slice(0, 253),
		reason,
		...(most !== undefined && { most }),
		...(problem !== undefined && { problem }),
		...(part !== undefined && { part: part.slice(0, 80) }),
	}));
	return { skipped: shown, more: skipped.length - shown.length };
}

/** Shows the current state of an operation, with a notice about what the person just tried. */
export function operationScreen(
	{ id, state }: Operation,
	noticeKey?: string,
	vars?: Record<string, string>,
): Destination {
	return to(routes.operation, { operationId: id, ...(noticeKey && { noticeKey, noticeState: state, vars }) });
}

/** Shows the operation after a confirmation, with a notice if the result is not the expected one. */
export function confirmDestination(t: T, result: ConfirmResult): Destination {
	switch (result.kind) {
		case "confirmed":
		case "no_access":
			return operationScreen(result.operation);
		case "ask_twice": {
			const { operation, doubts } = result;
			return to(routes.operation, {
				operationId: operation.id,
				sure: operation.quote?.number ?? 0,
				doubts: [...doubts],
			});
		}
		case "already":
		case "stale":
		case "expired":
		case "short":
			return operationScreen(result.operation, `operation-note-${result.kind}`);
		case "over_cap": {
			const { operation, capCents, spentCents, endsAt } = result;
			const left = t.money(Math.max(0, capCents - spentCents));
			const vars = { cap: t.money(capCents), spent: t.money(spentCents), left, time: t.time(endsAt) };
			return operationScreen(operation, overCap, vars);
		}
		case "too_many_lists":
			return operationScreen(result.operation, "operation-note-too-many-lists", { count: String(result.running) });
		case "busy":
			return to(routes.busy, { domain: result.domain, reference: result.other.reference, mine: result.other.mine });
		case "not_found":
			return to(routes.outdated, {});
	}
}

/**
 * Shows the screen and links it to its operation, so that every change of the operation redraws it. A screen opened
 * from a list keeps its way back.
 */
export function showOperation(ctx: UpdateSession, { route, params }: Destination): void {
	const { operationId: id } = params;
	const from = ctx.tap === null ? undefined : listOf(ctx);
	const whole = { ...params, ...(from && { from }) };
	if (typeof id === "number") ctx.show(route, whole, { subject: { kind: "operation", id } });
	else ctx.show(route, route.name === routes.nothingToOrder.name ? whole : params);
}

const lists = new Set([routes.operations.name, routes.list.name]);

function listOf({ screen }: UpdateSession): RouteRef | undefined {
	if (!screen) return undefined;
	const { feature, params } = screen;
	if (lists.has(feature)) return { to: feature, params };
	return feature === routes.operation.name ? routes.operation.parse(params)?.from : undefined;
}
