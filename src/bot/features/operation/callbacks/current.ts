import type { Operation } from "../../../../actions/index.ts";
import type { BotContext } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { routes } from "../../../routes.ts";
import { operationScreen, showOperation } from "../destination.ts";

/** Returns the operation of the tapped message, as the verbs expect it. */
export function currentOperation({ person, screen }: BotContext) {
	return { personId: person.id, operationId: routes.operation.parse(screen?.params)?.operationId ?? 0 };
}

/** Shows the operation of a result with a notice, or that the message is outdated if there is none. */
export function showResult(
	ctx: BotContext,
	{ operation }: { kind: string; operation?: Operation },
	noticeKey?: string,
	vars?: Record<string, string>,
): void {
	if (operation) showOperation(ctx, operationScreen(operation, noticeKey, vars));
	else ctx.show(routes.outdated, {});
}

/** An order can only continue in its own account. Says so, and returns true, if the person left that account. */
export async function noLongerConnected(ctx: BotContext, actions: FeatureDeps["actions"]): Promise<boolean> {
	const found = await actions.operation.get(currentOperation(ctx));
	if (found.kind !== "operation" || found.operation.account.connectionId !== null) return false;
	showResult(ctx, found, "operation-note-left-account");
	return true;
}
