import { type Preset, presets } from "../../../rules/dns/presets.ts";
import { routes } from "../../routes.ts";
import { footer, nameText, noticeText } from "../../screens/format.ts";
import { html, lines, paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, url, type View } from "../../screens/view.ts";
import { recordText } from "../operation/change.ts";

/** Shown in place of the account name that the person has not sent yet. */
const accountBlank = "…";

export function templatesView(t: T, domain: string): View {
	const named = (preset: Preset): Button => {
		const { key, sets } = preset;
		return link(`${sets === "mail" ? "✉️" : "🖥"} ${nameOf(t, preset)}`, routes.dnsTemplate, { domain, template: key });
	};
	const back = link(t("button-back"), routes.zone, { domain });
	return {
		text: paragraphs([t.html("templates-title", { name: nameText(domain) }), t.html("templates-hint")]),
		buttons: [...inRows(presets.map(named), 2), footer(t, back)],
	};
}

/** Returns the name of a provider. The template for a domain without mail has none. */
function nameOf(t: T, { key, name }: Preset): string {
	return key === "no-mail" ? t("templates-no-mail") : name;
}

/** Shows the records of a provider, and what they replace. */
export function templateView(t: T, { domain, template, noticeKey }: ParamsOf<typeof routes.dnsTemplate>): View {
	const back = link(t("button-back"), routes.dnsTemplates, { domain });
	const preset = presets.find(({ key }) => key === template);
	if (!preset) return { text: t.html("templates-gone"), buttons: [footer(t, back)] };
	const { sets, asks, source, records } = preset;
	const name = nameOf(t, preset);
	const rows = records(domain, accountBlank).map(({ priority = null, ...record }) =>
		recordText({ ...record, priority, ttl: null }),
	);
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			html`<b>${name}</b>, ${nameText(domain)}`,
			lines(rows),
			t.html("templates-replaces", { sets }),
			asks && t.html("templates-ask-account", { provider: name }),
		]),
		buttons: [
			asks ? [] : [tap(t("templates-apply"), "apply", { style: "primary" })],
			[url(t("templates-source"), source)],
			footer(t, back),
		],
	};
}
