import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { quoteDestination, showOperation } from "../operation/destination.ts";
import { registerDialogue } from "./conversation.ts";
import { busyView, labelView, noPriceView, referenceView, yearsView } from "./view.ts";

/** Handles the way from an offer to a quote, and from there to other years, a label or a reference. */
export function createRegister({ actions }: FeatureDeps): Feature {
	const dialogue = registerDialogue(actions);
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.offer, {
			async register(ctx, { value }) {
				const domain = value ?? "";
				const result = await actions.quote.registerAsBefore({ personId: ctx.person.id, domain });
				if (result.kind === "bad_years") await ctx.conversation.enter(dialogue.name, domain);
				else showOperation(ctx, quoteDestination(result, domain));
			},
		}),
	);
	handlers.use(
		onCallback(routes.operation, { change: (ctx, { value }) => ctx.conversation.enter(dialogue.name, value ?? "") }),
	);
	const screens = [
		defineScreen(routes.registerYears, ({ params, t }) => yearsView(t, params)),
		defineScreen(routes.registerLabel, ({ params, t }) => labelView(t, params)),
		defineScreen(routes.registerReference, ({ params, t }) => referenceView(t, params)),
		defineScreen(routes.busy, ({ params, t }) => busyView(t, params)),
		defineScreen(routes.noPrice, ({ params, t }) => noPriceView(t, params)),
	];
	return { screens, handlers, conversations: [dialogue] };
}
