import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/** Returns the handler that stores what the person reports about an unclear outcome, for one name or for all. */
export function decide({ actions }: FeatureDeps, { happened }: { happened: boolean }): CallbackHandler {
	return async (ctx, { value }) => {
		const verdict = { by: "person", happened, domain: value ?? undefined } as const;
		showResult(ctx, await actions.operation.decide({ ...currentOperation(ctx), ...verdict }));
	};
}
