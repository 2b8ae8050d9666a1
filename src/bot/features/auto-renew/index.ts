import { Composer } from "grammy";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { autoRenewalsView, autoRenewView } from "./view.ts";

/** Renews domains without a confirmation, up to a price that a person chose. */
export function createAutoRenew({ actions: { renewal } }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	async function choose(ctx: BotContext, ceilingCents: number | null): Promise<void> {
		const params = routes.autoRenew.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.outdated, {});
		const result = await renewal.setAuto({ personId: ctx.person.id, domain: params.domain, ceilingCents });
		const saved = ceilingCents === null ? "auto-stopped" : "auto-saved";
		const noticeKey = result.kind === "saved" ? saved : "auto-not-saved";
		ctx.show(routes.autoRenew, { ...params, noticeKey });
	}
	handlers.use(
		onCallback(routes.autoRenew, {
			set: (ctx, { value }: ButtonPress) => choose(ctx, Number(value)),
			stop: (ctx) => choose(ctx, null),
		}),
	);
	handlers.use(onCallback(routes.autoRenewals, listCallbacks(routes.autoRenewals)));
	const screens = [
		defineScreen(routes.autoRenew, async ({ params, person, t }) => {
			const { domain } = params;
			return autoRenewView(t, await renewal.auto({ personId: person.id, domain }), params, person.id);
		}),
		defineScreen(routes.autoRenewals, async ({ params, person, t }) =>
			autoRenewalsView(t, await renewal.autos({ personId: person.id }), params),
		),
	];
	return { screens, handlers };
}
