import type { BotContext, RepeatedTap } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { batchQuoteDestination, quoteDestination, showOperation } from "../destination.ts";
import { currentOperation, noLongerConnected } from "./current.ts";

/** Returns the handler that requests a new price for an order, or plans a change of several domains again. */
export function requote({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		if (found.kind === "operation" && found.operation.items.length > 1) {
			const result = await actions.quote.againMany(which);
			showBatch(ctx, result, found.operation.change !== null);
			return;
		}
		const result = await actions.quote.again(which);
		if (result.kind === "not_found" || result.kind === "bad_years") return ctx.show(routes.outdated, {});
		showOperation(ctx, quoteDestination(result, "domain" in result ? result.domain : ""));
	};
}

type Batch = Awaited<ReturnType<FeatureDeps["actions"]["quote"]["againMany"]>>;

/**
 * Shows the new quote for a list of domains, or says why there is none. `change`: true if the list is changed and not
 * ordered. The quote then is a plan without a price. `again`: see `showOperation`.
 */
export function showBatch(ctx: BotContext, result: Batch, change: boolean, again?: RepeatedTap): void {
	switch (result.kind) {
		case "not_found":
		case "bad_nameservers":
		case "unknown_preset":
		case "bad_key":
		case "bad_profile":
			ctx.show(routes.outdated, {});
			break;
		default:
			showOperation(ctx, batchQuoteDestination(result, { change }), again);
	}
}
