import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/**
 * Returns the handler for an unclear outcome. It stores whether the request was executed, as the person reports it, for
 * one name or for all.
 */
export function decide({ actions }: FeatureDeps, { happened }: { happened: boolean }): CallbackHandler {
	return async (ctx, { value }) => {
		const verdict = { by: "person", happened, domain: value ?? undefined } as const;
		showResult(ctx, await actions.operation.decide({ ...currentOperation(ctx), ...verdict }));
	};
}
