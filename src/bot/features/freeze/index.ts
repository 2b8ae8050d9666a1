import { Composer } from "grammy";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { goneView } from "../alerts/view.ts";
import { freezeView, movedView, noticeView } from "./view.ts";

/**
 * Handles freezes. A freeze blocks new orders and changes of an account or a domain. It applies to everyone who is
 * connected to the account.
 */
export function createFreeze({ actions }: FeatureDeps): Feature {
	const { freeze } = actions;
	const handlers = new Composer<BotContext>();
	const domainOf = (ctx: BotContext) => routes.freeze.parse(ctx.screen?.params)?.domain ?? "";
	handlers.use(
		onCallback(routes.freeze, {
			/**
			 * The value of the button is the id of the account that the message shows. The person may have switched to
			 * another account since the message was sent.
			 */
			async freeze(ctx, { value }: ButtonPress) {
				const domain = domainOf(ctx);
				await freeze.freeze({ personId: ctx.person.id, accountId: Number(value), domain });
				ctx.show(routes.freeze, { domain });
			},
			async end(ctx, { value }: ButtonPress) {
				await freeze.end({ personId: ctx.person.id, freezeId: Number(value) });
				ctx.show(routes.freeze, { domain: domainOf(ctx) });
			},
		}),
	);
	handlers.use(
		onCallback([routes.freeze, routes.freezeNotice], {
			async keep(ctx, { value }: ButtonPress) {
				await freeze.keep({ personId: ctx.person.id, freezeId: Number(value) });
				ctx.redraw();
			},
		}),
	);
	const screens = [
		defineScreen(routes.freeze, async ({ params, person, t }) =>
			freezeView(t, params, await freeze.read({ personId: person.id, domain: params.domain })),
		),
		defineScreen(routes.freezeNotice, async ({ params, person, subject, t }) => {
			const state = await freeze.get({ personId: person.id, ...params });
			if (!state) return goneView(t);
			return subject ? noticeView(t, state) : movedView(t, state);
		}),
	];
	return { screens, handlers };
}
