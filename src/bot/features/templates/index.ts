import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { isOtherInput } from "../../input/off-topic.ts";
import { acceptText } from "../../input/screen-input.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { planDestination, showOperation } from "../operation/destination.ts";
import { templatesView, templateView } from "./view.ts";

/** The DNS records that mail and site providers require, applied to a domain as one plan. */
export function createTemplates({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();

	async function apply(ctx: BotContext, place: ParamsOf<typeof routes.dnsTemplate>, account?: string): Promise<void> {
		const { domain, template: preset } = place;
		const result = await actions.dns.applyPreset({ personId: ctx.person.id, domain, preset, account });
		if (result.kind === "no_preset") ctx.show(routes.dnsTemplates, { domain });
		else if (result.kind === "account_wanted")
			ctx.show(routes.dnsTemplate, { domain, template: preset, noticeKey: "templates-bad-account" });
		else showOperation(ctx, planDestination(result, domain));
	}

	handlers.use(
		onCallback(routes.dnsTemplate, {
			async apply(ctx) {
				const place = routes.dnsTemplate.parse(ctx.screen?.params);
				if (place) await apply(ctx, place);
				else ctx.show(routes.outdated, {});
			},
		}),
	);
	/** The account name at a provider that needs one. */
	const inputs = [
		acceptText(routes.dnsTemplate, async (ctx, text, place) => {
			if (isOtherInput(ctx)) return false;
			await apply(ctx, place, text);
			return true;
		}),
	];
	const screens = [
		defineScreen(routes.dnsTemplates, ({ params, t }) => templatesView(t, params.domain)),
		defineScreen(routes.dnsTemplate, ({ params, t }) => templateView(t, params)),
	];
	return { screens, handlers, inputs };
}
