import { Composer } from "grammy";
import { readSum } from "../../../rules/sum.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { listCallbacks } from "../../screens/list.ts";
import { defineScreen } from "../../screens/screen.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { autoRenewalsView, autoRenewView, manyAutoRenewView } from "./view.ts";

/**
 * Handles the settings of auto-renew. With auto-renew, the bot renews a domain without asking, unless the price is
 * above a limit that the person chose.
 */
export function createAutoRenew({ actions: { renewal } }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	async function choose(ctx: BotContext, ceilingCents: number | null): Promise<void> {
		const params = routes.autoRenew.parse(ctx.screen?.params);
		if (params) ctx.show(routes.autoRenew, { ...params, noticeKey: await save(ctx, [params.domain], ceilingCents) });
		else ctx.show(routes.stepEnded, {});
	}
	async function chooseForMany(ctx: BotContext, ceilingCents: number | null): Promise<void> {
		const params = routes.manyAutoRenew.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.stepEnded, {});
		const { domains } = params;
		ctx.show(routes.manyAutoRenew, { domains, noticeKey: await save(ctx, domains, ceilingCents) });
	}
	/**
	 * Saves the price limit. A limit of null turns auto-renew off. Returns the locale key of the notice about the result.
	 */
	async function save(ctx: BotContext, domains: readonly string[], ceilingCents: number | null): Promise<string> {
		const result = await renewal.setAuto({ personId: ctx.person.id, domains, ceilingCents });
		if (result.kind === "saved") return ceilingCents === null ? "auto-stopped" : "auto-saved";
		return result.kind === "invalid" ? "auto-bad-price" : "auto-not-saved";
	}
	handlers.use(
		onCallback(routes.autoRenew, {
			set: (ctx, { value }: Tap) => choose(ctx, Number(value)),
			stop: (ctx) => choose(ctx, null),
		}),
	);
	handlers.use(
		onCallback(routes.manyAutoRenew, {
			set: (ctx, { value }: Tap) => chooseForMany(ctx, Number(value)),
			stop: (ctx) => chooseForMany(ctx, null),
		}),
	);
	/**
	 * Returns a text handler for a typed price limit. The handler returns false for a text that is not a sum of money.
	 */
	const readLimit = (choose: typeof chooseForMany) => async (ctx: BotContext, text: string) => {
		const cents = readSum(text);
		if (cents === null) return false;
		await choose(ctx, cents);
		return true;
	};
	const inputs = [
		acceptText(routes.autoRenew, readLimit(choose)),
		acceptText(routes.manyAutoRenew, readLimit(chooseForMany)),
	];
	handlers.use(onCallback(routes.autoRenewals, listCallbacks(routes.autoRenewals)));
	const screens = [
		defineScreen(routes.autoRenew, async ({ params, person, t }) => {
			const { domain } = params;
			return autoRenewView(t, await renewal.auto({ personId: person.id, domain }), params, person.id);
		}),
		defineScreen(routes.manyAutoRenew, ({ params, t }) => manyAutoRenewView(t, params)),
		defineScreen(routes.autoRenewals, async ({ params, person, t }) =>
			autoRenewalsView(t, await renewal.autos({ personId: person.id }), params),
		),
	];
	return { screens, handlers, inputs };
}
