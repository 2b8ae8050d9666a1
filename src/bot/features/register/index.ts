import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { onTaps } from "../../taps.ts";
import { registerDialogue } from "./conversation.ts";
import { busyView, labelView, noPriceView, referenceView, yearsView } from "./view.ts";

/** From an offer to a quote. */
export function createRegister({ actions }: FeatureDeps): Feature {
	const dialogue = registerDialogue(actions);
	const handlers = new Composer<BotContext>();
	handlers.use(
		onTaps(routes.offer, { register: (ctx, { value }) => ctx.conversation.enter(dialogue.name, value ?? "") }),
	);
	const screens = [
		drawn(routes.registerYears, ({ params, t }) => yearsView(t, params)),
		drawn(routes.registerLabel, ({ params, t }) => labelView(t, params)),
		drawn(routes.registerReference, ({ params, t }) => referenceView(t, params)),
		drawn(routes.busy, ({ params, t }) => busyView(t, params)),
		drawn(routes.noPrice, ({ params, t }) => noPriceView(t, params)),
	];
	return { screens, handlers, dialogues: [dialogue] };
}
