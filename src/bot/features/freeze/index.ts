import { Composer } from "grammy";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { goneView } from "../../screens/format.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { freezeView, movedView, noticeView } from "./view.ts";

/**
 * Handles freezes. While an account or a domain is frozen, no person can confirm an order for it or a change to it in
 * this bot. A freeze applies to everyone who is connected to the account.
 */
export function createFreeze({ actions }: FeatureDeps): Feature {
	const { freeze, connection } = actions;
	const handlers = new Composer<BotContext>();
	const shownIn = (ctx: BotContext) => {
		const { domain = "", accountId, from } = routes.freeze.parse(ctx.screen?.params) ?? {};
		return { domain, accountId, from };
	};
	handlers.use(
		onCallback(routes.freeze, {
			/**
			 * The value of the button is the id of the account that the message shows. This may no longer be the active
			 * account, because the person may have switched to another one since.
			 */
			async freeze(ctx, { value }: Tap) {
				const { domain, from } = shownIn(ctx);
				const accountId = Number(value);
				await freeze.freeze({ personId: ctx.person.id, domain, accountId });
				ctx.show(routes.freeze, { domain, accountId, from });
			},
			async end(ctx, { value }: Tap) {
				await freeze.end({ personId: ctx.person.id, freezeId: Number(value) });
				ctx.show(routes.freeze, shownIn(ctx));
			},
			/** Switches to the account that has the domain. The value of the button is the id of the connection. */
			async switch(ctx, { value }: Tap) {
				await connection.switchTo({ personId: ctx.person.id, connectionId: Number(value) });
				ctx.show(routes.freeze, { ...shownIn(ctx), accountId: undefined });
			},
		}),
	);
	handlers.use(
		onCallback([routes.freeze, routes.freezeNotice], {
			async keep(ctx, { value }: Tap) {
				await freeze.keep({ personId: ctx.person.id, freezeId: Number(value) });
				ctx.redraw();
			},
		}),
	);
	const screens = [
		defineScreen(routes.freeze, async ({ params, person, t }) =>
			freezeView(t, params, await freeze.read({ personId: person.id, ...params })),
		),
		defineScreen(routes.freezeNotice, async ({ params, person, subject, t }) => {
			const state = await freeze.get({ personId: person.id, ...params });
			if (!state) return goneView(t);
			return subject ? noticeView(t, state) : movedView(t, state);
		}),
	];
	return { screens, handlers };
}
