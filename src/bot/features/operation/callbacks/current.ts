import type { Operation } from "../../../../actions/index.ts";
import type { BotContext } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { operationScreen, showOperation } from "../../../screens/shared/operation.ts";
import { routes } from "../../../screens.ts";

/**
 * Returns the ids of the person and of the operation that the tapped message shows. Most actions on operations need
 * both. If the message shows no operation, the operation id is 0.
 */
export function currentOperation({ person, screen }: BotContext) {
	return { personId: person.id, operationId: routes.operation.parse(screen?.params)?.operationId ?? 0 };
}

/**
 * Shows the operation that an action returned, with a notice. If the action returned no operation, says that the
 * message is outdated.
 */
export function showResult(
	ctx: BotContext,
	{ operation }: { kind: string; operation?: Operation },
	noticeKey?: string,
	vars?: Record<string, string>,
): void {
	if (operation) showOperation(ctx, operationScreen(operation, noticeKey, vars));
	else ctx.show(routes.stepEnded, {});
}

/**
 * If the person has left the account of the order, shows a notice about this and returns true. An order can continue
 * only in the account in which it was made.
 */
export async function noLongerConnected(ctx: BotContext, actions: FeatureDeps["actions"]): Promise<boolean> {
	const found = await actions.operation.get(currentOperation(ctx));
	if (found.kind !== "operation" || found.operation.account.connectionId !== null) return false;
	showResult(ctx, found, "operation-note-left-account");
	return true;
}
