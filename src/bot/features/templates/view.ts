import type { TemplateFacts } from "../../../actions/index.ts";
import { fillTemplate } from "../../../rules/dns/templates.ts";
import { routes } from "../../routes.ts";
import { footer, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, url, type View } from "../../screens/view.ts";
import { namesLine } from "../many-domains/view.ts";
import { recordText } from "../operation/change.ts";

/** Appears instead of the account name as long as the person has not sent it. */
const accountBlank = "…";
/** The most records that the screen of a template shows. */
const mostShown = 25;

const marks = { mail: "✉️", site: "🖥", zone: "⭐" } as const;

/**
 * Offers the person's templates and a choice of the kind of provider. With `sets`, offers the providers of that kind.
 * Also offers to save the records of a single domain as a template.
 */
export function templatesView(
	t: T,
	{ domain, domains, sets, noticeKey }: ParamsOf<typeof routes.dnsTemplates>,
	templates: readonly TemplateFacts[],
): View {
	const named = (each: TemplateFacts): Button => {
		const label = `${marks[each.sets]} ${nameOf(t, each)}`;
		return link(label, routes.dnsTemplate, { domain, domains, template: each.key });
	};
	const kind = (which: "mail" | "site"): Button[] => {
		const count = templates.filter((each) => each.sets === which).length;
		return [link(t(`templates-kind-${which}`, { count }), routes.dnsTemplates, { domain, domains, sets: which })];
	};
	const place = domains ? link(t("button-back"), routes.manyDns, { domains }) : undefined;
	const back = sets
		? link(t("button-back"), routes.dnsTemplates, { domain, domains })
		: (place ?? link(t("button-back"), routes.zone, { domain }));
	const save = domains ? [] : [link(t("templates-save"), routes.dnsTemplateSave, { domain })];
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

/**
 * Returns the name of a template. The template `no-mail` has a translated name, because it does not belong to a
 * provider.
 */
function nameOf(t: T, { key, name }: TemplateFacts): string {
	return key === "no-mail" ? t("templates-no-mail") : shorten(name, 30);
}

/** Shows the records of a template, and which records they replace. */
export function templateView(
	t: T,
	{ domain, domains, noticeKey }: ParamsOf<typeof routes.dnsTemplate>,
	template: TemplateFacts | null,
): View {
	const sets = template?.sets === "zone" ? undefined : template?.sets;
	const back = link(t("button-back"), routes.dnsTemplates, { domain, domains, sets });
	if (!template) return { text: t.html("templates-gone"), buttons: [footer(t, back)] };
	const { asks, source, checked } = template;
	const name = nameOf(t, template);
	const [first = ""] = domains ?? [domain];
	const records = fillTemplate(template, domains ? `{${t("templates-domain")}}` : first, { account: accountBlank });
	const rows = records
		.slice(0, mostShown)
		.map(({ priority = null, ttl = null, ...record }) => recordText({ ...record, priority, ttl }));
	const more = records.length - rows.length;
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			html`<b>${name}</b>, ${domains ? namesLine(t, domains) : nameText(domain)}`,
			lines([...rows, more > 0 && t.html("operation-more", { count: more })]),
			t.html("templates-replaces", { sets: template.sets }),
			asks && t.html("templates-ask-account", { provider: name }),
			source !== undefined && checked !== undefined && sourceText(t, source, checked),
		]),
		buttons: [
			asks ? [] : [tap(t("templates-apply"), "apply", { style: "primary" })],
			source === undefined ? [tap(t("templates-delete"), "delete")] : [url(t("templates-source"), source)],
			footer(t, back),
		],
	};
}

/** Says where the records of a provider come from, and in which month they were last compared with that page. */
function sourceText(t: T, source: string, checked: string): Html {
	// The middle of the month is in the same month in every time zone.
	const month = t.month(new Date(`${checked}-15T12:00:00Z`));
	return t.html("templates-checked", { source: new URL(source).host, month });
}

export function saveTemplateView(t: T, { domain, noticeKey }: ParamsOf<typeof routes.dnsTemplateSave>): View {
	return {
		text: paragraphs([noticeText(t, noticeKey), t.html("templates-ask-name", { name: nameText(domain) })]),
		buttons: [
			[tap(t("templates-save-as", { name: shorten(domain, 30) }), "name", { value: shorten(domain, 30) })],
			footer(t, link(t("button-back"), routes.dnsTemplates, { domain })),
		],
	};
}
