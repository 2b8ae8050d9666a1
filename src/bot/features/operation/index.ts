import { Composer } from "grammy";
import { parseReference } from "../../../rules/reference.ts";
import { readStart } from "../../../rules/start-link.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { noticeText } from "../../screens/format.ts";
import { listCallbacks } from "../../screens/list.ts";
import { noOperationView } from "../../screens/shared/operation.ts";
import { backTo } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { openByReference, openReference, operationCallbacks } from "./callbacks/index.ts";
import { requote } from "./callbacks/requote.ts";
import { undo, undoAll } from "./callbacks/undo.ts";
import { fileView } from "./file.ts";
import { movedView, operationsFilterView, operationsView, pageSize } from "./list.ts";
import { nothingToOrderView, restButton } from "./skipped-names.ts";
import { timelineView } from "./timeline.ts";
import { undoListView } from "./undo-list.ts";
import { operationView } from "./view.ts";

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
