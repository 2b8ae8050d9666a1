import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation } from "./current.ts";

/** Sends the outcome of each name as a file. */
export const sendFile: CallbackHandler = (ctx) => {
	const { operationId } = currentOperation(ctx);
	ctx.show(routes.orderFile, { operationId }, { where: "new" });
};
