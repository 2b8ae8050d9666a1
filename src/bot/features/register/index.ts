import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { isSelected } from "../../screens/list-position.ts";
import { to } from "../../screens/route.ts";
import {
	batchQuoteDestination,
	currentOperation,
	noOperationView,
	operationScreen,
	quoteDestination,
	showOperation,
} from "../../screens/shared/operation.ts";
import { isUnconnected, pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { registerConversation } from "./conversation.ts";
import { editableItems, namesView } from "./names-view.ts";
import { busyView, noPriceView, profileView, referenceView, yearsView } from "./view.ts";

/**
 * Handles the button *Register* of an available name, which opens a quote. Also handles changes to the years, label,
 * reference and edge profile of a quote. Such a change applies to one name or to all names.
 */
export function createRegister({ actions }: FeatureDeps): Feature {
	const conversation = registerConversation(actions);
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.offer, {
			async register(ctx, { value }) {
				const domain = value ?? "";
				const result = await actions.quote.registerAsBefore({ personId: ctx.person.id, domain });
				if (isUnconnected(result)) ctx.show(routes.connect, { pendingRoute: pendingRouteOf(ctx.screen) });
				else showOperation(ctx, quoteDestination(result, { name: domain }));
			},
		}),
	);
	handlers.use(
		onCallback(routes.operation, {
			change: (ctx) => ctx.conversation.enter(conversation.name),
			names: (ctx) => showOperation(ctx, to(routes.orderNames, { operationId: currentOperation(ctx).operationId })),
		}),
	);
	handlers.use(
		onCallback(routes.orderNames, {
			...listCallbacks(routes.orderNames),
			one: (ctx, { value }) => ctx.conversation.enter(conversation.name, value ?? ""),
			async keep(ctx) {
				const which = currentOperation(ctx);
				const found = await actions.operation.get(which);
				const selected = routes.orderNames.parse(ctx.screen?.params)?.selected;
				const items = found.kind === "operation" ? editableItems(found.operation) : [];
				const keep = items.map(({ domain }) => domain).filter((name) => !selected || isSelected(selected, name));
				const result = await actions.quote.change({ ...which, keep });
				if (result.kind === "not_found") ctx.redraw();
				else showOperation(ctx, batchQuoteDestination(result));
			},
			async quote(ctx) {
				const found = await actions.operation.get(currentOperation(ctx));
				if (found.kind === "operation") showOperation(ctx, operationScreen(found.operation));
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);
	const screens = [
		defineScreen(routes.registerYears, ({ params, t }) => yearsView(t, params)),
		defineScreen(routes.registerReference, ({ params, t }) => referenceView(t, params)),
		defineScreen(routes.registerProfile, ({ params, t }) => profileView(t, params)),
		defineScreen(routes.orderNames, async ({ params, person, t }) => {
			const { operationId } = params;
			const found = await actions.operation.get({ personId: person.id, operationId });
			return found.kind === "operation"
				? namesView(t, found.operation, params)
				: noOperationView(t, String(operationId));
		}),
		defineScreen(routes.busy, ({ params, t }) => busyView(t, params)),
		defineScreen(routes.noPrice, ({ params, t }) => noPriceView(t, params)),
	];
	return { screens, handlers, conversations: [conversation] };
}
