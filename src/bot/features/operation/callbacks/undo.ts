import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { planDestination, showOperation } from "../destination.ts";
import { currentOperation, noLongerConnected } from "./current.ts";

/** Plans a change that restores the state before this operation. */
export function undo({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const result = await actions.operation.undo(currentOperation(ctx));
		switch (result.kind) {
			case "bad_nameservers":
			case "unknown_preset":
			case "bad_key":
			case "not_found":
				return ctx.show(routes.outdated, {});
			default:
				showOperation(ctx, planDestination(result, ""));
		}
	};
}
