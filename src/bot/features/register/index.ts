import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { quoteDestination, showOperation } from "../operation/destination.ts";
import { registerDialogue } from "./conversation.ts";
import { busyView, noPriceView, profileView, referenceView, yearsView } from "./view.ts";

/**
 * Handles the button *Register* of an available name, which opens a quote. Also changes the years, label, reference and
 * edge profile of that quote.
 */
export function createRegister({ actions }: FeatureDeps): Feature {
	const dialogue = registerDialogue(actions);
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.offer, {
			async register(ctx, { value }) {
				const domain = value ?? "";
				const result = await actions.quote.registerAsBefore({ personId: ctx.person.id, domain });
				showOperation(ctx, quoteDestination(result, domain));
			},
		}),
	);
	handlers.use(onCallback(routes.operation, { change: (ctx) => ctx.conversation.enter(dialogue.name) }));
	const screens = [
		defineScreen(routes.registerYears, ({ params, t }) => yearsView(t, params)),
		defineScreen(routes.registerReference, ({ params, t }) => referenceView(t, params)),
		defineScreen(routes.registerProfile, ({ params, t }) => profileView(t, params)),
		defineScreen(routes.busy, ({ params, t }) => busyView(t, params)),
		defineScreen(routes.noPrice, ({ params, t }) => noPriceView(t, params)),
	];
	return { screens, handlers, conversations: [dialogue] };
}
