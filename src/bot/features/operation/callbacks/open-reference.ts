import type { BotContext } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { showResult } from "./current.ts";

/** Returns the handler that opens an operation by its reference, such as `#4K7Q`, which is the value of the button. */
export function openReference({ actions }: FeatureDeps): CallbackHandler {
	return (ctx, { value }) => openByReference(ctx, actions, value ?? "");
}

export async function openByReference(
	ctx: BotContext,
	actions: FeatureDeps["actions"],
	reference: string,
): Promise<void> {
	const result = await actions.operation.read({ personId: ctx.person.id, reference });
	if (result.kind === "not_found") ctx.show(routes.noOperation, { reference });
	else showResult(ctx, result);
}
