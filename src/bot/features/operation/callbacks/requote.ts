import type { BotContext, RepeatedTap } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import {
	batchQuoteDestination,
	currentOperation,
	noLongerConnected,
	quoteDestination,
	showOperation,
	showResult,
} from "../../../screens/shared/operation.ts";
import { routes } from "../../../screens.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";

/** Returns the handler that requests a new price for an order, or plans a change again. */
export function requote({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		const { items = [], change = null } = found.kind === "operation" ? found.operation : {};
		showRequote(ctx, await actions.quote.again(which), { change: change !== null, isOne: items.length === 1 });
	};
}

type Requote = Awaited<ReturnType<FeatureDeps["actions"]["quote"]["again"]>>;

/**
 * Shows a new quote, or says why there is none.
 * - `change`: true if this is a change to domains and not an order. The quote is then a plan without a price.
 * - `isOne`: true if the operation is about one name. The screen then explains the reason in full.
 * - `repeatedTap`: the tap that *Try again* repeats.
 */
export function showRequote(
	ctx: BotContext,
	result: Requote,
	{ change, isOne = false, repeatedTap }: { change: boolean; isOne?: boolean; repeatedTap?: RepeatedTap | undefined },
): void {
	switch (result.kind) {
		case "not_found":
		case "bad_nameservers":
		case "unknown_preset":
		case "bad_key":
		case "bad_profile":
		case "bad_years":
			ctx.show(routes.stepEnded, {});
			break;
		default:
			showOperation(ctx, isOne ? quoteDestination(result) : batchQuoteDestination(result, { change }), repeatedTap);
	}
}

/**
 * Returns the handler that adds play money (a test balance) to the sandbox account. The handler then requests a new
 * price for the same order.
 */
export function topUp(deps: FeatureDeps): CallbackHandler {
	const { actions } = deps;
	const handleRequote = requote(deps);
	return async (ctx, tap) => {
		const found = await actions.operation.get(currentOperation(ctx));
		// The play money would go to the active account. If the operation belongs to another account, only render the
		// screen again.
		if (found.kind !== "operation" || !found.operation.account.active) {
			ctx.redraw();
			return;
		}
		// Several taps on the same button must add money only once. So all of them pass the same `buttonId`.
		// `keyboardRev` is the revision of the message whose buttons the person sees.
		const buttonId = ctx.screen ? `${ctx.screen.id}.${ctx.screen.keyboardRev}` : undefined;
		const result = await actions.profile.topUp({ personId: ctx.person.id, buttonId });
		// *Try again* repeats the tap in `ctx.tap`. The repeated tap must not add money a second time. So replace its verb
		// with the one that only requests the price again.
		ctx.tap = { ...tap, verb: "requote" };
		if (result.kind === "changed") await handleRequote(ctx, ctx.tap);
		else showResult(ctx, found, result.kind === "not_owner" ? "quote-top-up-shared" : "trouble-service-down");
	};
}
