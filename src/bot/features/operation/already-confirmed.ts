import type { FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import type { StaleButtonMessage } from "../../updates/callbacks.ts";

/** Answers a second tap on *Confirm*, whose button the first tap already used. */
export function alreadyConfirmedMessage({ actions }: Pick<FeatureDeps, "actions">): StaleButtonMessage {
	return async ({ screen, person }, verb) => {
		const params = screen?.feature === routes.operation.name ? routes.operation.parse(screen.params) : null;
		if (!params || screen?.personId !== person.id || (verb !== "confirm" && verb !== "sure")) return undefined;
		const found = await actions.operation.get({ personId: person.id, operationId: params.operationId });
		if (found.kind !== "operation") return undefined;
		const { state, confirmedAt } = found.operation;
		return confirmedAt !== null && state !== "quoted" ? "operation-note-already" : undefined;
	};
}
