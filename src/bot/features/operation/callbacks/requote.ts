import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { batchQuoteDestination, quoteDestination, showOperation } from "../destination.ts";
import { currentOperation, noLongerConnected } from "./current.ts";

/** Requests a new price for the order. */
export function requote({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		if (found.kind === "operation" && found.operation.items.length > 1) {
			const result = await actions.quote.againMany(which);
			if (result.kind === "not_found") return ctx.show(routes.outdated, {});
			return showOperation(ctx, batchQuoteDestination(result));
		}
		const result = await actions.quote.again(which);
		if (result.kind === "not_found" || result.kind === "bad_years") return ctx.show(routes.outdated, {});
		showOperation(ctx, quoteDestination(result, "domain" in result ? result.domain : ""));
	};
}
