import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation } from "./current.ts";

/** Sends a file with the outcome of each name in a new message. */
export const sendFile: CallbackHandler = (ctx) => {
	const { operationId } = currentOperation(ctx);
	ctx.show(routes.orderFile, { operationId }, { where: "new" });
};
