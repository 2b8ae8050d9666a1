import { Composer } from "grammy";
import { parseReference } from "../../../rules/reference.ts";
import { readStart } from "../../../rules/start-link.ts";
import type { BotContext, RepeatedTap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { noticeText } from "../../screens/format.ts";
import { listCallbacks } from "../../screens/list.ts";
import { routeRef, to } from "../../screens/route.ts";
import {
	batchQuoteDestination,
	confirmDestination,
	currentOperation,
	noLongerConnected,
	noOperationView,
	quoteDestination,
	showOperation,
	showResult,
} from "../../screens/shared/operation.ts";
import { backTo } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { type CallbackHandler, type OutdatedButtonMessage, onCallback } from "../../updates/callbacks.ts";
import { fileView } from "./file.ts";
import { movedView, operationsFilterView, operationsView, pageSize } from "./list.ts";
import { nothingToOrderView, operationView, restButton, timelineView, undoListView } from "./view.ts";

/**
 * Handles quotes, their confirmation, and the messages with the progress and outcome of operations. Also handles `/op`
 * and `/orders`.
 */
export function createOperation(deps: FeatureDeps): Feature {
	const { actions, settings } = deps;
	const handlers = new Composer<BotContext>();
	handlers.command("orders", (ctx) => ctx.show(routes.operations, {}));
	handlers.command("ops", (ctx) => ctx.show(routes.operations, {}));
	// The link to an order. The links to names are opened by Home.
	handlers.command("start", async (ctx, next) => {
		const link = readStart(ctx.match.trim());
		await (link?.kind === "order" ? openByReference(ctx, actions, link.reference) : next());
	});
	handlers.command("op", async (ctx) => {
		if (ctx.match === "") return ctx.show(routes.operations, {});
		const word = ctx.match.split(/\s+/).find((each) => parseReference(each) !== undefined);
		await openByReference(ctx, actions, word ?? ctx.match.trim().slice(0, 32));
	});
	const lists = [
		routes.busy,
		routes.connected,
		routes.home,
		routes.offer,
		routes.operations,
		routes.alert,
		routes.timeline,
		routes.undoList,
	];
	handlers.use(onCallback(lists, { reference: openReference(deps) }));
	handlers.use(onCallback(routes.operations, listCallbacks(routes.operations)));
	handlers.use(onCallback(routes.operation, operationCallbacks(deps)));
	handlers.use(onCallback(routes.busy, { requote: requote(deps) }));
	/** Accepts the name of a domain whose change can be undone, as a tap on its button does. */
	const readUndo = acceptText(routes.undoList, async (ctx, _text, { operationId }) => {
		if (ctx.intent.is !== "name") return false;
		const { ascii } = ctx.intent;
		const found = await actions.operation.get({ personId: ctx.person.id, operationId });
		const items = found.kind === "operation" ? found.operation.items : [];
		const isListed = items.some(({ domain, undoable }) => domain === ascii && undoable);
		if (isListed) await undo(deps)(ctx, { verb: "undo", value: ascii, callbackNumber: null });
		return isListed;
	});
	const undoCallbacks = { ...listCallbacks(routes.undoList), undo: undo(deps), undo_all: undoAll(deps) };
	handlers.use(onCallback(routes.undoList, undoCallbacks));
	const claimReference = new Composer<BotContext>();
	claimReference.hears(/^#\S{3,8}$/, (ctx) => openByReference(ctx, actions, ctx.msg.text ?? ""));

	const screens = [
		defineScreen(routes.nothingToOrder, ({ params, t }) => nothingToOrderView(t, params)),
		defineScreen(routes.noOperation, ({ params, t }) => noOperationView(t, params.reference)),
		defineScreen(routes.operation, async ({ params, person, subject, t }) => {
			const { operationId, noticeState, vars, sure, doubts, skipped = [], more = 0, from, page } = params;
			const result = await actions.operation.get({ personId: person.id, operationId });
			if (result.kind === "not_found") return noOperationView(t, String(operationId));
			const { operation } = result;
			if (subject === null) return movedView(t, operation);
			const noticeKey = noticeState === operation.state ? params.noticeKey : undefined;
			const data = {
				now: operation.readAt,
				...settings,
				notice: noticeText(t, noticeKey, vars),
				finalQuoteNumber: sure,
				warnings: doubts,
				limitCents: params.limitCents,
				skipped: { skipped, more },
			};
			const back = from && backTo(t("button-back"), from);
			const view = operationView(t, { operation, ...data, back, page });
			const rest = operation.state === "quoted" ? restButton(t, params.rest) : [];
			return { ...view, buttons: [rest, ...(view.buttons ?? [])] };
		}),
		defineScreen(routes.timeline, async ({ params, person, t }) => {
			const result = await actions.operation.timeline({ personId: person.id, operationId: params.operationId });
			return result.kind === "timeline" ? timelineView(t, result) : noOperationView(t, String(params.operationId));
		}),
		defineScreen(routes.undoList, async ({ params: { operationId, page = 1 }, person, t }) => {
			const result = await actions.operation.get({ personId: person.id, operationId });
			return result.kind === "operation"
				? undoListView(t, { operation: result.operation, now: result.operation.readAt, ...settings }, page)
				: noOperationView(t, String(operationId));
		}),
		defineScreen(routes.orderFile, async ({ params, person, t }) => {
			const result = await actions.operation.get({ personId: person.id, operationId: params.operationId });
			return result.kind === "operation"
				? fileView(t, result.operation)
				: noOperationView(t, String(params.operationId));
		}),
		defineScreen(routes.operations, async ({ params, person, t }) => {
			const { filter: which, page = 1 } = params;
			const query = { which, offset: (page - 1) * pageSize, limit: pageSize };
			return operationsView(t, await actions.operation.list({ personId: person.id, ...query }), params);
		}),
		defineScreen(routes.operationsFilter, ({ params, t }) => operationsFilterView(t, params)),
	];
	return { screens, handlers, inputs: [readUndo], claims: { reference: claimReference } };
}

function operationCallbacks(deps: FeatureDeps): Record<string, CallbackHandler> {
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
function openReference({ actions }: FeatureDeps): CallbackHandler {
	return (ctx, { value }) => openByReference(ctx, actions, value ?? "");
}

async function openByReference(ctx: BotContext, actions: FeatureDeps["actions"], reference: string): Promise<void> {
	const result = await actions.operation.read({ personId: ctx.person.id, reference });
	if (result.kind === "not_found") ctx.show(routes.noOperation, { reference });
	else showResult(ctx, result);
}

/**
 * Returns the handler that confirms the quote whose number is in the callback data. `sure`: true for a second
 * confirmation. The bot then asks no further question.
 */
function confirm({ actions }: FeatureDeps, { sure }: { sure: boolean }): CallbackHandler {
	return async (ctx, { callbackNumber }) => {
		const quote = { ...currentOperation(ctx), number: callbackNumber ?? 0, sure };
		showOperation(ctx, confirmDestination(await actions.operation.confirm(quote), quote.operationId));
	};
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

/** Returns the handler that requests a new price for an order, or plans a change again. */
function requote({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		const { items = [], change = null } = found.kind === "operation" ? found.operation : {};
		showRequote(ctx, await actions.quote.again(which), { change: change !== null, isOne: items.length === 1 });
	};
}

type Requote = Awaited<ReturnType<FeatureDeps["actions"]["quote"]["again"]>>;

/**
 * Shows a new quote, or says why there is none.
 * - `change`: true if this is a change to domains and not an order. The quote is then a plan without a price.
 * - `isOne`: true if the operation is about one name. The screen then explains the reason in full.
 * - `repeatedTap`: the tap that *Try again* repeats.
 */
function showRequote(
	ctx: BotContext,
	result: Requote,
	{ change, isOne = false, repeatedTap }: { change: boolean; isOne?: boolean; repeatedTap?: RepeatedTap | undefined },
): void {
	switch (result.kind) {
		case "not_found":
		case "bad_nameservers":
		case "unknown_preset":
		case "bad_key":
		case "bad_profile":
		case "bad_years":
			ctx.show(routes.stepEnded, {});
			break;
		default:
			showOperation(ctx, isOne ? quoteDestination(result) : batchQuoteDestination(result, { change }), repeatedTap);
	}
}

/**
 * Returns the handler that adds play money (a test balance) to the sandbox account. The handler then requests a new
 * price for the same order.
 */
function topUp(deps: FeatureDeps): CallbackHandler {
	const { actions } = deps;
	const handleRequote = requote(deps);
	return async (ctx, tap) => {
		const found = await actions.operation.get(currentOperation(ctx));
		// The play money would go to the active account. If the operation belongs to another account, only render the
		// screen again.
		if (found.kind !== "operation" || !found.operation.account.active) {
			ctx.redraw();
			return;
		}
		// Several taps on the same button must add money only once. So all of them pass the same `buttonId`.
		// `keyboardRev` is the revision of the message whose buttons the person sees.
		const buttonId = ctx.screen ? `${ctx.screen.id}.${ctx.screen.keyboardRev}` : undefined;
		const result = await actions.profile.topUp({ personId: ctx.person.id, buttonId });
		// *Try again* repeats the tap in `ctx.tap`. The repeated tap must not add money a second time. So replace its verb
		// with the one that only requests the price again.
		ctx.tap = { ...tap, verb: "requote" };
		if (result.kind === "changed") await handleRequote(ctx, ctx.tap);
		else showResult(ctx, found, result.kind === "not_owner" ? "quote-top-up-shared" : "trouble-service-down");
	};
}

/**
 * Returns the handler that plans a change back to the state before this operation. If the operation changed several
 * domains, first asks which domain to restore.
 */
function undo({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx, { value }) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		if (value === null && found.kind === "operation" && found.operation.items.length > 1)
			return showOperation(ctx, to(routes.undoList, { operationId: which.operationId }));
		const result = await actions.operation.undo({ ...which, ...(value !== null && { domains: [value] }) });
		switch (result.kind) {
			case "bad_nameservers":
			case "unknown_preset":
			case "bad_key":
			case "not_found":
				return ctx.show(routes.stepEnded, {});
			default:
				showOperation(ctx, quoteDestination(result));
		}
	};
}

/**
 * Returns the handler that plans a change back to the state before this operation, for all of its domains. If some
 * domains could not be read, a button repeats the attempt for only these domains.
 */
function undoAll({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const params = { ...routes.undoList.parse(ctx.screen?.params), operationId: which.operationId };
		const found = await actions.operation.get(which);
		const items = found.kind === "operation" ? found.operation.items : [];
		const domains = params.domains ?? items.flatMap(({ domain, undoable }) => (undoable ? domain : []));
		const repeatedTap = { ...routeRef(routes.undoList, { ...params, domains }), verb: "undo_all", value: null };
		showRequote(ctx, await actions.operation.undo({ ...which, domains }), { change: true, repeatedTap });
	};
}
