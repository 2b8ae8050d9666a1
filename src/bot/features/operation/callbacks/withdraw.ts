import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/**
 * Returns the handler that withdraws a quote, or cancels the requests of a confirmed operation that were not sent yet.
 * A registration or renewal cannot be cancelled once one of its requests was sent. A notice then says that it is too
 * late.
 */
export function withdraw({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		const result = await actions.operation.withdraw(currentOperation(ctx));
		showResult(ctx, result, result.kind === "too_late" ? "operation-note-too-late" : undefined);
	};
}
