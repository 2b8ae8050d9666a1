import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";
import { requote } from "./requote.ts";

/**
 * Returns the handler that adds play money (a test balance) to the sandbox account, and then requests a new price for
 * the same order.
 */
export function topUp(deps: FeatureDeps): CallbackHandler {
	const { actions } = deps;
	const again = requote(deps);
	return async (ctx, tap) => {
		const found = await actions.operation.get(currentOperation(ctx));
		// The play money would go to the active account. If the operation belongs to another account, only render the
		// screen again.
		if (found.kind !== "operation" || !found.operation.account.active) {
			ctx.redraw();
			return;
		}
		// Several taps on the same button must add money only once, so they pass the same id (`press`). `keyboardRev` is
		// the revision of the message whose buttons the person sees.
		const press = ctx.screen ? `${ctx.screen.id}.${ctx.screen.keyboardRev}` : undefined;
		const result = await actions.profile.topUp({ personId: ctx.person.id, press });
		// *Try again* repeats the tap in `ctx.tap`. So replace the verb: the repeated tap must request only the price again
		// and not add money a second time.
		ctx.tap = { ...tap, verb: "requote" };
		if (result.kind === "changed") await again(ctx, ctx.tap);
		else showResult(ctx, found, result.kind === "not_owner" ? "quote-top-up-shared" : "trouble-service-down");
	};
}
