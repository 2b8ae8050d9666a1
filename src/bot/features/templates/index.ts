import { parsePartial } from "@domains/dns/sentence.ts";
import { parseTemplateText, type TemplateRecord } from "@domains/dns/templates.ts";
import type { Values } from "@domains/dns/variables.ts";
import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText, isOtherInput, quoteInput } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { batchQuoteDestination, quoteDestination, showOperation, showTrouble } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { anyTtl, isOtherTask, nextQuestion, readAnswer } from "./questions.ts";
import { questionView, saveTemplateView, templatesView, templateView } from "./view.ts";

type TemplatePlace = Pick<ParamsOf<typeof routes.dnsTemplate>, "domain" | "domains" | "draftId" | "template">;
type SavePlace = Pick<ParamsOf<typeof routes.dnsTemplateSave>, "domain" | "draftId">;

/**
 * Handles templates. A template is a set of DNS records that a provider needs or that the person saved. A template can
 * be applied to one or to several domains at once.
 */
export function createTemplates({ actions }: FeatureDeps): Feature {
	const { dns } = actions;
	const handlers = new Composer<BotContext>();

	/**
	 * Asks for the value of the next variable of a template: the one after `answered`, or the first one if `answered` is
	 * undefined. After the last variable, plans the change. `values`: the answers so far.
	 */
	async function proceed(ctx: BotContext, place: TemplatePlace, values: Values, answered?: string): Promise<void> {
		const { domain, domains, draftId, template } = place;
		const found = await dns.template({ personId: ctx.person.id, template });
		const next = found && nextQuestion(found, { domains, values }, answered);
		if (next)
			ctx.show(routes.dnsTemplateValue, {
				domain,
				domains,
				draftId,
				template,
				variable: next.name,
				values: { ...values },
			});
		else await apply(ctx, place, values, answered);
	}

	/**
	 * Plans the change. If this fails, *Try again* repeats the attempt with the same answers. `answered`: the variable of
	 * the last answer; undefined if the bot asked no question.
	 */
	async function apply(
		ctx: BotContext,
		{ domain, domains, draftId, template }: TemplatePlace,
		values: Values,
		answered?: string,
	): Promise<void> {
		const place = { domain, domains, draftId, template };
		const start =
			answered === undefined
				? routeRef(routes.dnsTemplate, place)
				: routeRef(routes.dnsTemplateValue, { ...place, variable: answered, values: { ...values } });
		const repeatedTap = { ...start, verb: "apply", value: null };
		const which = { personId: ctx.person.id, template, values };
		const result = await dns.applyTemplate(
			domains ? { ...which, domains } : { ...which, domains: [domain], draft: { id: draftId } },
		);
		if (result.kind === "no_template") ctx.redraw();
		// A value is missing or no longer accepted, because the template has changed since the person answered. Show the
		// template, so that the person answers its questions again.
		else if (result.kind === "value_wanted") ctx.show(routes.dnsTemplate, place);
		else {
			const plan = domains ? batchQuoteDestination(result, { change: true }) : quoteDestination(result, { draftId });
			showOperation(ctx, plan, repeatedTap);
		}
	}

	/** Saves `records` as a template. Without `records`, saves the current records of the domain. */
	async function save(ctx: BotContext, place: SavePlace, name: string, records?: TemplateRecord[]): Promise<void> {
		const { domain, draftId } = place;
		const result = await dns.saveTemplate({ personId: ctx.person.id, domain, name, ...(records && { records }) });
		switch (result.kind) {
			case "saved":
				return ctx.show(routes.dnsTemplates, { domain, draftId, noticeKey: "templates-saved" });
			case "taken":
			case "bad_name":
			case "no_records":
			case "too_many":
			case "too_large":
				return ctx.show(routes.dnsTemplateSave, {
					domain,
					draftId,
					noticeKey: `templates-${result.kind.replace("_", "-")}`,
				});
			case "not_yours":
				return ctx.show(routes.domain, { domain: result.domain });
			case "trouble":
				return showTrouble(ctx, result);
		}
	}

	async function remove(ctx: BotContext): Promise<void> {
		const place = routes.dnsTemplate.parse(ctx.screen?.params);
		if (!place?.sure) return ctx.show(routes.stepEnded, {});
		const { domain, domains, draftId, template } = place;
		await dns.deleteTemplate({ personId: ctx.person.id, template });
		ctx.show(routes.dnsTemplates, { domain, domains, draftId, noticeKey: "templates-deleted" });
	}

	handlers.use(
		onCallback(routes.dnsTemplate, {
			async apply(ctx) {
				const place = routes.dnsTemplate.parse(ctx.screen?.params);
				if (place) await proceed(ctx, place, {});
				else ctx.show(routes.stepEnded, {});
			},
			delete: remove,
		}),
	);
	handlers.use(
		onCallback(routes.dnsTemplateValue, {
			async skip(ctx) {
				const place = routes.dnsTemplateValue.parse(ctx.screen?.params);
				if (place) await proceed(ctx, place, { ...place.values, [place.variable]: "" }, place.variable);
				else ctx.show(routes.stepEnded, {});
			},
			async apply(ctx) {
				const place = routes.dnsTemplateValue.parse(ctx.screen?.params);
				if (place) await apply(ctx, place, place.values, place.variable);
				else ctx.show(routes.stepEnded, {});
			},
			async keep(ctx) {
				const place = routes.dnsTemplateValue.parse(ctx.screen?.params);
				if (place) await proceed(ctx, place, place.values, place.variable);
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);
	handlers.use(
		onCallback(routes.dnsTemplateSave, {
			async name(ctx, { value }) {
				const place = routes.dnsTemplateSave.parse(ctx.screen?.params);
				if (place) await save(ctx, place, value ?? "");
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);
	const inputs = [
		/** Accepts the value of a variable, and shows the next question. */
		acceptText(routes.dnsTemplateValue, async (ctx, text, place) => {
			const { broken: _, noticeKey: __, ...question } = place;
			const found = await dns.template({ personId: ctx.person.id, template: place.template });
			const variable = found?.variables?.find(({ name }) => name === place.variable);
			if (!found || !variable) return false;
			const answer = readAnswer(found, variable, text, place);
			if (isOtherTask(ctx, variable, answer)) return false;
			if (answer.ok) await proceed(ctx, place, { ...place.values, [variable.name]: answer.value }, variable.name);
			else {
				const noticeKey = answer.broken ? "templates-bad-record" : `templates-bad-${variable.asks}`;
				ctx.show(routes.dnsTemplateValue, { ...question, noticeKey, broken: answer.broken });
			}
			return true;
		}),
		/** Accepts a text as the name of a new template, or as the template itself: a name and records. */
		acceptText(routes.dnsTemplateSave, async (ctx, text, place) => {
			const { domain, draftId } = place;
			const typed = parseTemplateText(text, { domain, defaultTtl: anyTtl });
			const isOther = isOtherInput(ctx) || ctx.intent.is === "unsupported" || parsePartial(text) !== undefined;
			if (!typed && isOther) return false;
			if (!typed) await save(ctx, place, text);
			else if (typed.ok) await save(ctx, place, typed.name, typed.records);
			else {
				const { line, problem } = typed;
				const noticeKey = "templates-bad-line";
				ctx.show(routes.dnsTemplateSave, { domain, draftId, noticeKey, line: quoteInput(line), problem });
			}
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
		defineScreen(routes.dnsTemplateValue, async ({ params, person, t }) => {
			const { template } = params;
			return questionView(t, params, await dns.template({ personId: person.id, template }));
		}),
		defineScreen(routes.dnsTemplateSave, ({ params, t }) => saveTemplateView(t, params)),
	];
	return { screens, handlers, inputs };
}
