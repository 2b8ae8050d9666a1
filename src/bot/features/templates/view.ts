import { fillTemplate } from "@domains/dns/templates.ts";
import { answerOf, questionsOf, withFallbacks } from "@domains/dns/variables.ts";
import type { TemplateFacts } from "../../../actions/index.ts";
import { footer, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { problemLine, recordText } from "../../screens/shared/change.ts";
import { namesLine } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, url, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { nextQuestion, type QuestionPlace, questionsAt } from "./questions.ts";

/** Shown instead of a value that the person has not sent yet. */
const blank = "…";
/** The maximum number of records that the screen of a template shows. */
const mostShown = 25;

const marks = { mail: "✉️", site: "🖥", zone: "⭐" } as const;

/**
 * Offers the person's templates, and a choice between mail providers and website providers. With `sets`, offers only
 * the providers of that kind. Without `sets`, also offers to save the records of a single domain as a template.
 */
export function templatesView(
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
	const place = domains ? link(t("button-back"), routes.manyDns, { domains }) : undefined;
	const back = sets
		? link(t("button-back"), routes.dnsTemplates, { domain, domains, draftId })
		: (place ?? link(t("button-back"), routes.zone, { domain, draftId }));
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
		buttons: [...(sets ? [] : [kind("mail"), kind("site")]), ...inRows(shown, 2), sets ? [] : save, footer(t, back)],
	};
}

/** Returns a link to the first question of a template, or to its records if it asks for nothing. */
function openLink(label: string, { domain, domains, draftId }: Target, template: TemplateFacts): Button {
	const which = { domain, domains, draftId, template: template.key };
	const first = nextQuestion(template, { domains, values: {} });
	if (!first) return link(label, routes.dnsTemplate, which);
	return link(label, routes.dnsTemplateValue, { ...which, variable: first.name, values: {} });
}

/** Returns the name of a template. The template `no-mail` belongs to no provider, so its name is translated. */
function nameOf(t: T, { key, name }: TemplateFacts): string {
	return key === "no-mail" ? t("templates-no-mail") : shorten(name, 30);
}

/**
 * Shows the records of a template, and which records they replace. With `sure`, asks whether to delete the template.
 */
export function templateView(
	t: T,
	{ domain, domains, draftId, noticeKey, sure }: ParamsOf<typeof routes.dnsTemplate>,
	template: TemplateFacts | null,
): View {
	const back = listLink(t, { domain, domains, draftId }, template);
	if (!template) return { text: t.html("templates-gone"), buttons: [footer(t, back)] };
	if (sure) {
		const cancel = openLink(t("operation-leave"), { domain, domains, draftId }, template);
		return {
			text: t.html("templates-delete-sure", { template: nameOf(t, template) }),
			buttons: [[tap(t("templates-delete"), "delete", { style: "danger" })], footer(t, cancel)],
		};
	}
	return {
		text: paragraphs([noticeText(t, noticeKey), ...recordLines(t, { domain, domains, values: {} }, template)]),
		buttons: [
			[tap(t("templates-apply"), "apply", { style: "primary" })],
			lastRow(t, { domain, domains, draftId }, template),
			footer(t, back),
		],
	};
}

/** Asks for the value of one variable, below the records with the values so far. */
export function questionView(t: T, place: QuestionPlace, template: TemplateFacts | null): View {
	const { domain, domains, draftId, values, noticeKey, broken } = place;
	const list = listLink(t, { domain, domains, draftId }, template);
	const { all, at } = template ? questionsAt(template, place) : { all: [], at: -1 };
	const question = all[at];
	if (!template || !question) return { text: t.html("templates-gone"), buttons: [footer(t, list)] };
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
			footer(t, back),
		],
	};
}

function listLink(t: T, { domain, domains, draftId }: Target, template: TemplateFacts | null): Button {
	const sets = template?.sets === "zone" ? undefined : template?.sets;
	return link(t("button-back"), routes.dnsTemplates, { domain, domains, draftId, sets });
}

type Target = Pick<QuestionPlace, "domain" | "domains" | "draftId">;

/**
 * Returns the name of a template, its records with the values so far, and the records that they replace. For the
 * template of a provider, also returns the web page from which the records come.
 */
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

/** Says which record would be invalid with the last answer, and why. */
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

/**
 * Names the web page from which the records of a provider come. Also says in which month the records were last compared
 * with this page.
 */
function sourceText(t: T, source: string, checked: string): Html {
	// The middle of the month is in the same month in every time zone.
	const month = t.month(new Date(`${checked}-15T12:00:00Z`));
	return t.html("templates-checked", { source: new URL(source).host, month });
}

export function saveTemplateView(t: T, place: ParamsOf<typeof routes.dnsTemplateSave>): View {
	const { domain, draftId, noticeKey, line = "", problem } = place;
	return {
		text: paragraphs([
			lines([noticeText(t, noticeKey, { line }), problem !== undefined && problemLine(t, problem)]),
			t.html("templates-ask-name", { name: nameText(domain) }),
		]),
		buttons: [
			[tap(t("templates-save-as", { name: shorten(domain, 30) }), "name", { value: shorten(domain, 30) })],
			footer(t, link(t("button-back"), routes.dnsTemplates, { domain, draftId })),
		],
	};
}
