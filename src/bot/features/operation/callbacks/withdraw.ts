import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/**
 * Returns the handler that withdraws a quote or, after the confirmation, the requests that were not sent yet. It is too
 * late for an order of which a part was already sent.
 */
export function withdraw({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		const result = await actions.operation.withdraw(currentOperation(ctx));
		showResult(ctx, result, result.kind === "too_late" ? "operation-note-too-late" : undefined);
	};
}
