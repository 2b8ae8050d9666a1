import type { ConfirmResult } from "../../../../actions/index.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { type Destination, to } from "../../../screens/route.ts";
import {
	busyDestination,
	currentOperation,
	operationScreen,
	showOperation,
} from "../../../screens/shared/operation.ts";
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
 * Returns the screen with the result of a confirmation. Usually, this is the screen of the operation. If the operation
 * was not confirmed, the screen says why.
 */
function confirmDestination(result: ConfirmResult, operationId: number): Destination {
	switch (result.kind) {
		case "confirmed":
		// The next three cases need no notice. The screen of the quote itself shows why it cannot be confirmed now.
		case "no_access":
		case "frozen":
		case "over_cap":
			return operationScreen(result.operation);
		case "ask_twice": {
			const { operation, warnings } = result;
			const sure = operation.quote?.number ?? 0;
			const limitCents = result.limitCents ?? undefined;
			return to(routes.operation, { operationId: operation.id, sure, doubts: [...warnings], limitCents });
		}
		case "superseded":
			// Stored screens contain the locale key `operation-note-stale`, so it cannot be renamed to match this case.
			return operationScreen(result.operation, "operation-note-stale");
		case "already":
		case "expired":
		case "short":
			return operationScreen(result.operation, `operation-note-${result.kind}`);
		case "too_many_lists":
			return operationScreen(result.operation, "operation-note-too-many-lists", { count: String(result.running) });
		case "busy":
			return busyDestination(result, operationId);
		case "not_found":
			return to(routes.stepEnded, {});
	}
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
