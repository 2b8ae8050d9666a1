import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { currentOperation, showResult } from "./current.ts";

/** Returns the handler that switches to the account of the operation and shows the operation there. */
export function switchAccount({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx, { value }) => {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId: Number(value) });
		const found = await actions.operation.get(currentOperation(ctx));
		if (found.kind === "not_found") return ctx.show(routes.outdated, {});
		const { active, userId } = found.operation.account;
		showResult(ctx, found, active ? "operation-note-switched" : undefined, { user: String(userId) });
	};
}
