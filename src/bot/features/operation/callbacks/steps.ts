import { routes } from "../../../routes.ts";
import { to } from "../../../screens/route.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { showOperation } from "../destination.ts";
import { currentOperation } from "./current.ts";

/** Opens the timeline of the operation. */
export const showSteps: CallbackHandler = (ctx) => {
	const { operationId } = currentOperation(ctx);
	showOperation(ctx, to(routes.timeline, { operationId }));
};
