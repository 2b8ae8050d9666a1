import { parsePartial } from "@domains/dns/sentence.ts";
import { fillTemplate, parseTemplateText, type TemplateRecord } from "@domains/dns/templates.ts";
import {
	answerOf,
	questionsOf,
	type ReadValue,
	readValue,
	type Values,
	type Variable,
	withFallbacks,
} from "@domains/dns/variables.ts";
import type { TemplateFacts } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { isOffTopic, isOtherInput, quoteInput } from "../input/screen-input.ts";
import { nameText, noticeText } from "../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { type Act, type Shown, screen } from "../screens/screen.ts";
import { problemLine, recordText } from "../screens/shared/change.ts";
import { namesLine } from "../screens/shared/domain.ts";
import { batchQuoteDestination, quoteDestination, showOperation } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { type Button, inRows, link, tap, url, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

type TemplatePlace = Pick<ParamsOf<typeof routes.dnsTemplate>, "domain" | "domains" | "draftId" | "template">;
type SavePlace = Pick<ParamsOf<typeof routes.dnsTemplateSave>, "domain" | "draftId">;

/**
 * A template is a set of DNS records that a provider needs or that the person saved. It can be applied to one or to
 * several domains at once.
 */
export function createTemplates({ actions: { dns } }: FeatureDeps): Feature {
	/**
	 * Asks for the value of the next variable: the one after `answered`, or the first one if that is undefined. After the
	 * last variable, plans the change.
	 */
	async function proceed(ctx: BotContext, place: TemplatePlace, values: Values, answered?: string): Promise<void> {
		const { domain, domains, draftId, template } = place;
		const found = await dns.template({ personId: ctx.person.id, template });
		const next = found && nextQuestion(found, { domains, values }, answered);
		if (!next) return await apply(ctx, place, values, answered);
		const question = { domain, domains, draftId, template, variable: next.name, values: { ...values } };
		ctx.show(routes.dnsTemplateValue, question);
	}

	/** Plans the change. If this fails, *Try again* repeats the attempt with the same answers. */
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
	async function save({ personId, params }: Act<SavePlace>, name: string, records?: TemplateRecord[]) {
		const { domain, draftId } = params;
		const result = await dns.saveTemplate({ personId, domain, name, ...(records && { records }) });
		switch (result.kind) {
			case "saved":
				return to(routes.dnsTemplates, { domain, draftId, noticeKey: "templates-saved" });
			case "taken":
			case "bad_name":
			case "no_records":
			case "too_many":
			case "too_large":
				return to(routes.dnsTemplateSave, {
					domain,
					draftId,
					noticeKey: `templates-${result.kind.replace("_", "-")}`,
				});
			case "not_yours":
				return to(routes.domain, { domain: result.domain });
			case "trouble":
				return result;
		}
	}

	const load = async ({ personId, params: { template } }: Shown<{ template: string }>) =>
		await dns.template({ personId, template });
	const toList = ({ domain, domains, draftId }: Target) => routeRef(routes.dnsTemplates, { domain, domains, draftId });
	return feature([
		screen(routes.dnsTemplates, {
			load: ({ personId }) => dns.templates({ personId }),
			view: (t, templates, { params }) => templatesView(t, params, templates),
			back({ sets, ...place }) {
				if (sets) return toList(place);
				const { domain, domains, draftId } = place;
				return domains ? routeRef(routes.manyDns, { domains }) : routeRef(routes.zone, { domain, draftId });
			},
		}),
		screen(routes.dnsTemplate, {
			load,
			missing: missingView,
			view: (t, template, { params }) => templateView(t, params, template),
			back: toList,
			on: {
				apply: ({ ctx, params }) => proceed(ctx, params, {}),
				async delete({ personId, params: { template, sure, domain, domains, draftId } }) {
					if (!sure) return to(routes.stepEnded, {});
					await dns.deleteTemplate({ personId, template });
					return to(routes.dnsTemplates, { domain, domains, draftId, noticeKey: "templates-deleted" });
				},
			},
		}),
		screen(routes.dnsTemplateValue, {
			load,
			missing: missingView,
			view: (t, template, { params }) => questionView(t, params, template),
			back: toList,
			on: {
				skip: ({ ctx, params }) => proceed(ctx, params, { ...params.values, [params.variable]: "" }, params.variable),
				apply: ({ ctx, params }) => apply(ctx, params, params.values, params.variable),
				keep: ({ ctx, params }) => proceed(ctx, params, params.values, params.variable),
			},
			async text({ ctx, personId, params, value: text }) {
				const found = await dns.template({ personId, template: params.template });
				const variable = found?.variables?.find(({ name }) => name === params.variable);
				if (!found || !variable) return false;
				const answer = readAnswer(found, variable, text, params);
				if (isOtherTask(ctx, variable, answer)) return false;
				if (answer.ok) {
					return proceed(ctx, params, { ...params.values, [variable.name]: answer.value }, variable.name);
				}
				const noticeKey = answer.broken ? "templates-bad-record" : `templates-bad-${variable.asks}`;
				return { noticeKey, broken: answer.broken };
			},
		}),
		screen(routes.dnsTemplateSave, {
			view: saveTemplateView,
			back: toList,
			on: { name: (act) => save(act, act.value) },
			/** Accepts the name of a new template, or the template itself: a name and records. */
			text(act) {
				const { ctx, params, value } = act;
				const typed = parseTemplateText(value, { domain: params.domain, defaultTtl: anyTtl });
				const isOther = isOtherInput(ctx) || ctx.intent.is === "unsupported" || parsePartial(value) !== undefined;
				if (!typed) return !isOther && save(act, value);
				if (typed.ok) return save(act, typed.name, typed.records);
				return { noticeKey: "templates-bad-line", line: quoteInput(typed.line), problem: typed.problem };
			},
		}),
	]);
}

/** Checks of single records require a default TTL. Any value gives the same result. */
const anyTtl = 3600;

type QuestionPlace = ParamsOf<typeof routes.dnsTemplateValue>;
type Place = Pick<QuestionPlace, "domains" | "values">;

/** The questions that the bot asks for a template, with the position of the current one, from 0. */
interface Questions {
	all: Variable[];
	at: number;
}

/** `at` is -1 if the template no longer asks for `place.variable`. */
function questionsAt(template: TemplateFacts, place: Place & { variable: string }): Questions {
	const all = questionsOf(template, { many: place.domains !== undefined, values: place.values });
	return { all, at: all.findIndex(({ name }) => name === place.variable) };
}

/** The first question without `variable`. Undefined after the last. */
function nextQuestion(template: TemplateFacts, place: Place, variable?: string): Variable | undefined {
	if (variable === undefined) return questionsOf(template, { many: place.domains !== undefined, values: {} })[0];
	const { all, at } = questionsAt(template, { ...place, variable });
	return all[at + 1];
}

/** Refuses an answer that would make a record invalid in at least one of the domains. */
function readAnswer(
	template: TemplateFacts,
	variable: Variable,
	text: string,
	{ domain, domains = [domain], values }: QuestionPlace,
): ReadValue {
	const read = domains.map((each) => {
		return readValue(template, variable, text, { zone: { domain: each, defaultTtl: anyTtl }, values });
	});
	return read.find(({ ok }) => !ok) ?? read[0] ?? { ok: false };
}

/**
 * True if the text starts another task and does not answer the question.
 * - A valid value is usually the answer. But a record, a zone file or the reference of an order starts another task.
 *   Exception: if the question asks for an account name, every valid value is the answer.
 * - An invalid value starts another task if it is a domain name, a list of domain names or a record. The same is true
 *   for a zone file or a reference. If the question asks for an account name, a list of plain words starts another task
 *   too.
 * - Any other invalid value is a wrong answer, even with several lines. A long value may have been copied with line
 *   breaks.
 */
function isOtherTask(ctx: BotContext, { asks }: Variable, answer: ReadValue): boolean {
	if (!answer.ok) return asks === "account" ? isOtherInput(ctx) : isOffTopic(ctx) && ctx.intent.is !== "base";
	// The name of an account at a provider may be the address of the person's site, such as `octocat.github.io`. It then
	// looks like a domain name.
	if (asks === "account") return false;
	return ["reference", "record", "unsupported_record", "zone_file"].includes(ctx.intent.is);
}

const blank = "…";
const mostShown = 25;

const marks = { mail: "✉️", site: "🖥", zone: "⭐" } as const;

/** With `sets`, only the providers of that kind. Otherwise also offers to save the records of a single domain. */
function templatesView(
	t: T,
	{ domain, domains, draftId, sets, noticeKey }: ParamsOf<typeof routes.dnsTemplates>,
	templates: readonly TemplateFacts[],
): View {
	const named = (each: TemplateFacts) =>
		openLink(`${marks[each.sets]} ${nameOf(t, each)}`, { domain, domains, draftId }, each);
	const kind = (which: "mail" | "site"): Button[] => {
		const count = templates.filter((each) => each.sets === which).length;
		return [
			link(t(`templates-kind-${which}`, { count }), routes.dnsTemplates, { domain, domains, draftId, sets: which }),
		];
	};
	const save = domains ? [] : [link(t("templates-save"), routes.dnsTemplateSave, { domain, draftId })];
	const shown = templates.filter((each) => each.sets === (sets ?? "zone")).map(named);
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			domains
				? lines([t.html("templates-title-many", { count: domains.length }), namesLine(t, domains)])
				: t.html("templates-title", { name: nameText(domain) }),
			sets ? t.html("templates-choose", { sets }) : t.html("templates-hint"),
		]),
		buttons: [...(sets ? [] : [kind("mail"), kind("site")]), ...inRows(shown, 2), sets ? [] : save],
	};
}

/** To the first question, or to the records of a template that asks for nothing. */
function openLink(label: string, { domain, domains, draftId }: Target, template: TemplateFacts): Button {
	const which = { domain, domains, draftId, template: template.key };
	const first = nextQuestion(template, { domains, values: {} });
	if (!first) return link(label, routes.dnsTemplate, which);
	return link(label, routes.dnsTemplateValue, { ...which, variable: first.name, values: {} });
}

/** The template `no-mail` belongs to no provider, so its name is translated. */
function nameOf(t: T, { key, name }: TemplateFacts): string {
	return key === "no-mail" ? t("templates-no-mail") : shorten(name, 30);
}

/** With `sure`, asks whether to delete the template. */
function templateView(
	t: T,
	{ domain, domains, draftId, noticeKey, sure }: ParamsOf<typeof routes.dnsTemplate>,
	template: TemplateFacts,
): View {
	if (sure) {
		return {
			text: t.html("templates-delete-sure", { template: nameOf(t, template) }),
			buttons: [[tap(t("templates-delete"), "delete", { style: "danger" })]],
			back: openLink(t("operation-leave"), { domain, domains, draftId }, template),
		};
	}
	return {
		text: paragraphs([noticeText(t, noticeKey), ...recordLines(t, { domain, domains, values: {} }, template)]),
		buttons: [
			[tap(t("templates-apply"), "apply", { style: "primary" })],
			lastRow(t, { domain, domains, draftId }, template),
		],
		back: listLink(t, { domain, domains, draftId }, template),
	};
}

function questionView(t: T, place: QuestionPlace, template: TemplateFacts): View {
	const { domain, domains, draftId, values, noticeKey, broken } = place;
	const list = listLink(t, { domain, domains, draftId }, template);
	const { all, at } = questionsAt(template, place);
	const question = all[at];
	if (!question) return { ...missingView(t), back: list };
	const { name, asks, optional } = question;
	const sample = question.sample ?? answerOf(withFallbacks([question], domain, {}), name) ?? "";
	const before = all[at - 1];
	const { broken: _, noticeKey: __, ...rest } = place;
	const back = before ? link(t("button-back"), routes.dnsTemplateValue, { ...rest, variable: before.name }) : list;
	const kept = answerOf(values, name);
	const provider = nameOf(t, template);
	return {
		text: paragraphs([
			lines([noticeText(t, noticeKey), broken && brokenText(t, template, broken)]),
			...recordLines(t, place, template),
			lines([
				all.length > 1 && t.html("templates-step", { step: at + 1, count: all.length }),
				t.html(`templates-ask-${asks}`, { provider, sample, name: `{${name}}` }),
				kept && t.html("templates-answer", { value: shorten(kept, 60) }),
			]),
		]),
		buttons: [
			[...(kept ? [tap(t("templates-keep"), "keep")] : []), ...(optional ? [tap(t("templates-skip"), "skip")] : [])],
			lastRow(t, { domain, domains, draftId }, template),
		],
		back,
	};
}

const missingView = (t: T): View => ({ text: t.html("templates-gone") });

function listLink(t: T, { domain, domains, draftId }: Target, template: TemplateFacts): Button {
	const sets = template.sets === "zone" ? undefined : template.sets;
	return link(t("button-back"), routes.dnsTemplates, { domain, domains, draftId, sets });
}

type Target = Pick<QuestionPlace, "domain" | "domains" | "draftId">;

/** The records with the values so far, and the records that they replace. */
function recordLines(
	t: T,
	{ domain, domains, values }: Pick<QuestionPlace, "domain" | "domains" | "values">,
	template: TemplateFacts,
): Part[] {
	const { source, checked, variables = [] } = template;
	const many = domains !== undefined;
	const open = questionsOf(template, { many, values }).filter(
		({ asks, fallback }) => asks !== "text" && fallback === undefined,
	);
	const shown = { ...Object.fromEntries(open.map(({ name }) => [name, blank])), ...values };
	const records = fillTemplate(template, many ? `{${t("templates-domain")}}` : domain, shown);
	const rows = records
		.slice(0, mostShown)
		.map(({ priority = null, ttl = null, ...record }) => recordText({ ...record, priority, ttl }));
	const more = records.length - rows.length;
	return [
		html`<b>${nameOf(t, template)}</b>, ${many ? namesLine(t, domains) : nameText(domain)}`,
		lines([...rows, more > 0 && t.html("operation-more", { count: more })]),
		t.html("templates-replaces", { sets: template.key === "no-mail" ? "no-mail" : template.sets }),
		many && variables.some(({ optional }) => optional) && t.html("templates-personal"),
		many && variables.some(({ fallback }) => fallback) && t.html("templates-usual", { provider: template.name }),
		source !== undefined && checked !== undefined && sourceText(t, source, checked),
	];
}

function brokenText(t: T, { records }: TemplateFacts, { index, problem }: { index: number; problem: string }): Part {
	const record = records[index];
	if (!record) return null;
	const { priority = null, ttl = null, ...rest } = record;
	return lines([recordText({ ...rest, priority, ttl }), problemLine(t, problem)]);
}

function lastRow(t: T, { domain, domains, draftId }: Target, { key: template, source }: TemplateFacts): Button[] {
	if (source !== undefined) return [url(t("templates-source"), source)];
	return [link(t("templates-delete"), routes.dnsTemplate, { domain, domains, draftId, template, sure: true })];
}

/** With the month in which the records were last compared with that page. */
function sourceText(t: T, source: string, checked: string): Html {
	// The middle of the month is in the same month in every time zone.
	const month = t.month(new Date(`${checked}-15T12:00:00Z`));
	return t.html("templates-checked", { source: new URL(source).host, month });
}

function saveTemplateView(t: T, place: ParamsOf<typeof routes.dnsTemplateSave>): View {
	const { domain, noticeKey, line = "", problem } = place;
	return {
		text: paragraphs([
			lines([noticeText(t, noticeKey, { line }), problem !== undefined && problemLine(t, problem)]),
			t.html("templates-ask-name", { name: nameText(domain) }),
		]),
		buttons: [[tap(t("templates-save-as", { name: shorten(domain, 30) }), "name", { value: shorten(domain, 30) })]],
	};
}
