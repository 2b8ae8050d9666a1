import type { FeatureDeps } from "../../../feature.ts";
import { confirmDestination, currentOperation, showOperation } from "../../../screens/shared/operation.ts";
import { routes } from "../../../screens.ts";
import type { CallbackHandler, OutdatedButtonMessage } from "../../../updates/callbacks.ts";

/**
 * Returns the handler that confirms the quote whose number is in the callback data. `sure`: true for a second
 * confirmation. The bot then asks no further question.
 */
export function confirm({ actions }: FeatureDeps, { sure }: { sure: boolean }): CallbackHandler {
	return async (ctx, { callbackNumber }) => {
		const quote = { ...currentOperation(ctx), number: callbackNumber ?? 0, sure };
		showOperation(ctx, confirmDestination(await actions.operation.confirm(quote), quote.operationId));
	};
}

/**
 * Returns a function that chooses the reply to a tap on an outdated button. If the button was *Confirm*, and an earlier
 * tap has already confirmed the quote, it returns the locale key of a reply that says so. Otherwise, it returns
 * undefined, and the person gets the usual reply.
 */
export function alreadyConfirmedMessage({ actions }: Pick<FeatureDeps, "actions">): OutdatedButtonMessage {
	return async ({ screen, person }, verb) => {
		const params = screen?.routeName === routes.operation.name ? routes.operation.parse(screen.params) : null;
		if (!params || screen?.personId !== person.id || (verb !== "confirm" && verb !== "sure")) return undefined;
		const found = await actions.operation.get({ personId: person.id, operationId: params.operationId });
		if (found.kind !== "operation") return undefined;
		const { state, confirmedAt } = found.operation;
		return confirmedAt !== null && state !== "quoted" ? "operation-note-already" : undefined;
	};
}
