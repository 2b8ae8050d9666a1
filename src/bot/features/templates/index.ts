import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { isOtherInput } from "../../input/off-topic.ts";
import { acceptText } from "../../input/screen-input.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { batchQuoteDestination, planDestination, showOperation } from "../operation/destination.ts";
import { saveTemplateView, templatesView, templateView } from "./view.ts";

/**
 * Handles templates. A template is a set of DNS records that a provider needs or that the person saved. It is applied
 * to one or several domains as one plan.
 */
export function createTemplates({ actions }: FeatureDeps): Feature {
	const { dns } = actions;
	const handlers = new Composer<BotContext>();

	async function apply(ctx: BotContext, place: ParamsOf<typeof routes.dnsTemplate>, account?: string): Promise<void> {
		const { domain, domains, template } = place;
		const which = { personId: ctx.person.id, template, values: account === undefined ? {} : { account } };
		const result = domains
			? await dns.applyToMany({ ...which, domains })
			: await dns.applyTemplate({ ...which, domain });
		if (result.kind === "no_template") ctx.redraw();
		else if (result.kind === "value_wanted")
			ctx.show(routes.dnsTemplate, { ...place, noticeKey: "templates-bad-account" });
		else if (result.kind === "quoted" || result.kind === "too_many" || "skipped" in result)
			showOperation(ctx, batchQuoteDestination(result, { change: true }));
		else showOperation(ctx, planDestination(result, domain));
	}

	async function save(ctx: BotContext, domain: string, name: string): Promise<void> {
		const result = await dns.saveTemplate({ personId: ctx.person.id, domain, name });
		switch (result.kind) {
			case "saved":
				return ctx.show(routes.dnsTemplates, { domain, noticeKey: "templates-saved" });
			case "taken":
			case "bad_name":
			case "no_records":
			case "too_many":
			case "too_large":
				return ctx.show(routes.dnsTemplateSave, { domain, noticeKey: `templates-${result.kind.replace("_", "-")}` });
			case "not_yours":
				return ctx.show(routes.domain, { domain: result.domain });
			case "trouble":
				return ctx.show(routes.trouble, storeTrouble(result));
		}
	}

	handlers.use(
		onCallback(routes.dnsTemplate, {
			async apply(ctx) {
				const place = routes.dnsTemplate.parse(ctx.screen?.params);
				if (place) await apply(ctx, place);
				else ctx.show(routes.outdated, {});
			},
			async delete(ctx) {
				const place = routes.dnsTemplate.parse(ctx.screen?.params);
				if (!place) return ctx.show(routes.outdated, {});
				const { domain, domains, template } = place;
				await dns.deleteTemplate({ personId: ctx.person.id, template });
				ctx.show(routes.dnsTemplates, { domain, domains, noticeKey: "templates-deleted" });
			},
		}),
	);
	handlers.use(
		onCallback(routes.dnsTemplateSave, {
			async name(ctx, { value }) {
				const place = routes.dnsTemplateSave.parse(ctx.screen?.params);
				if (place) await save(ctx, place.domain, value ?? "");
				else ctx.show(routes.outdated, {});
			},
		}),
	);
	const inputs = [
		/** Accepts the value that a template asks for: an account name at the provider, as in `{account}.github.io`. */
		acceptText(routes.dnsTemplate, async (ctx, text, place) => {
			const which = { personId: ctx.person.id, template: place.template };
			if (isOtherInput(ctx) || (await dns.template(which))?.asks === undefined) return false;
			await apply(ctx, place, text);
			return true;
		}),
		/** Accepts a text as the name of a new template. */
		acceptText(routes.dnsTemplateSave, async (ctx, text, { domain }) => {
			if (isOtherInput(ctx)) return false;
			await save(ctx, domain, text);
			return true;
		}),
	];
	const screens = [
		defineScreen(routes.dnsTemplates, async ({ params, person, t }) => {
			return templatesView(t, params, await dns.templates({ personId: person.id }));
		}),
		defineScreen(routes.dnsTemplate, async ({ params, person, t }) => {
			const { template } = params;
			return templateView(t, params, await dns.template({ personId: person.id, template }));
		}),
		defineScreen(routes.dnsTemplateSave, ({ params, t }) => saveTemplateView(t, params)),
	];
	return { screens, handlers, inputs };
}
