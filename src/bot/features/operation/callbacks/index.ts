import type { BotContext } from "../../../context.ts";
import type { FeatureDeps } from "../../../feature.ts";
import { to } from "../../../screens/route.ts";
import { currentOperation, showOperation, showResult } from "../../../screens/shared/operation.ts";
import { routes } from "../../../screens.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { confirm } from "./confirm.ts";
import { requote, topUp } from "./requote.ts";
import { undo } from "./undo.ts";

export function operationCallbacks(deps: FeatureDeps): Record<string, CallbackHandler> {
	return {
		confirm: confirm(deps, { sure: false }),
		/** The second confirmation of a risky quote. */
		sure: confirm(deps, { sure: true }),
		requote: requote(deps),
		topup: topUp(deps),
		undo: undo(deps),
		withdraw: withdraw(deps),
		look: look(deps),
		/** `happened` and `not`: the person reports whether a request with an unclear outcome was executed. */
		happened: decide(deps, { happened: true }),
		not: decide(deps, { happened: false }),
		reference: openReference(deps),
		switch: switchAccount(deps),
		page: showPage,
		file: sendFile,
		steps: showSteps,
	};
}

/**
 * Returns the handler of the buttons with which a person reports whether a request with an unclear outcome was
 * executed. The value of the button is the domain that the report is for. A button without a value is for all domains.
 */
function decide({ actions }: FeatureDeps, { happened }: { happened: boolean }): CallbackHandler {
	return async (ctx, { value }) => {
		const verdict = { by: "person", happened, domain: value ?? undefined } as const;
		showResult(ctx, await actions.operation.decide({ ...currentOperation(ctx), ...verdict }));
	};
}

/** Sends a file with the outcome of each name in a new message. */
const sendFile: CallbackHandler = (ctx) => {
	const { operationId } = currentOperation(ctx);
	ctx.show(routes.orderFile, { operationId }, { where: "new" });
};

/** Returns the handler of *Check again*: the bot asks the service again for an outcome that is still unclear. */
function look({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		const result = await actions.operation.lookAgain(currentOperation(ctx));
		const looking = result.kind === "operation" && result.looking;
		showResult(ctx, result, looking ? "operation-note-looking" : "operation-note-no-access");
	};
}

/** Shows another page of an operation whose items (domains) do not fit in one message. */
const showPage: CallbackHandler = (ctx, { value }) => {
	const params = routes.operation.parse(ctx.screen?.params);
	if (params) showOperation(ctx, to(routes.operation, { ...params, page: Number(value) }));
	else ctx.show(routes.stepEnded, {});
};

const showSteps: CallbackHandler = (ctx) => {
	const { operationId } = currentOperation(ctx);
	showOperation(ctx, to(routes.timeline, { operationId }));
};

/** Returns the handler that switches to the account of the operation and shows the operation there. */
function switchAccount({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx, { value }) => {
		await actions.connection.switchTo({ personId: ctx.person.id, connectionId: Number(value) });
		const found = await actions.operation.get(currentOperation(ctx));
		if (found.kind === "not_found") return ctx.show(routes.stepEnded, {});
		const { active, userId } = found.operation.account;
		showResult(ctx, found, active ? "operation-note-switched" : undefined, { user: String(userId) });
	};
}

/**
 * Returns the handler that withdraws a quote, or cancels the requests of a confirmed operation that were not sent yet.
 * If the bot has already sent a request of a registration or renewal, cancels nothing and says that it is too late.
 */
function withdraw({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		const result = await actions.operation.withdraw(currentOperation(ctx));
		showResult(ctx, result, result.kind === "too_late" ? "operation-note-too-late" : undefined);
	};
}

/**
 * Returns the handler that opens an operation by its reference, such as `#4K7Q`. The value of the button is the
 * reference.
 */
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
