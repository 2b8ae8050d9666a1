import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/**
 * Returns the handler of the buttons with which a person reports whether a request with an unclear outcome was
 * executed. The value of the button is the domain that the report is for. A button without a value is for all domains.
 */
export function decide({ actions }: FeatureDeps, { happened }: { happened: boolean }): CallbackHandler {
	return async (ctx, { value }) => {
		const verdict = { by: "person", happened, domain: value ?? undefined } as const;
		showResult(ctx, await actions.operation.decide({ ...currentOperation(ctx), ...verdict }));
	};
}
