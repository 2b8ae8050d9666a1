import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/** Returns the handler of *Check again*: the bot asks the service again for an outcome that is still unclear. */
export function look({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		const result = await actions.operation.lookAgain(currentOperation(ctx));
		const looking = result.kind === "operation" && result.looking;
		showResult(ctx, result, looking ? "operation-note-looking" : "operation-note-no-access");
	};
}
