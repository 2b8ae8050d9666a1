import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { pressed } from "../../profile/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";
import { requote } from "./requote.ts";

/** Adds play money to the sandbox account, and requests a new price for the same order. */
export function topUp(deps: FeatureDeps): CallbackHandler {
	const { actions } = deps;
	const again = requote(deps);
	return async (ctx, tap) => {
		const result = await actions.profile.topUp(pressed(ctx));
		if (result.kind === "changed") await again(ctx, tap);
		else showResult(ctx, await actions.operation.get(currentOperation(ctx)), "quote-top-up-shared");
	};
}
