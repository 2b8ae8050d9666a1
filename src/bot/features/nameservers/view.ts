import type { KnownPresets, ZoneResult } from "../../../actions/index.ts";
import { footer, nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const mostOffered = 10;

export function nameserversView(
	t: T,
	result: ZoneResult,
	{ domain, presets }: { domain: string; presets: KnownPresets },
): View {
	const back = link(t("button-back"), routes.zone, { domain, page: 1 });
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours") return notYoursView(t, domain, back, routeRef(routes.nameservers, { domain }));
	const names = result.nameservers.slice(0, 13).map((each) => html`<code>${each}</code>`);
	const parts = [
		t.html("servers-title", { name: nameText(domain) }),
		result.blocked && blockedLines(t, result.blocked),
		names.length > 0 ? lines(names) : t.html("servers-none"),
		result.mode === "edge" && t.html("servers-edge"),
	];
	const known = result.blocked ? [] : presetButtons(t, presets);
	const replace = result.blocked ? [] : [tap(t("servers-replace"), "replace", { style: "primary" })];
	return {
		text: paragraphs(parts),
		buttons: [...known, [...replace, tap(t("button-refresh"), "again")], footer(t, back)],
	};
}

/**
 * Asks for new nameservers. `problem`: "" if there is none. Otherwise, it is the code of the problem, a space, and the
 * invalid part. The code is `unknown_preset` or one of `rules/dns/nameservers`.
 */
export function serversAskView(
	t: T,
	{ domain, problem: given = "", count = 1, from }: ParamsOf<typeof routes.nameserversAsk>,
	presets: KnownPresets,
): View {
	const [problem = "", part = ""] = given.split(" ", 2);
	const parts = [
		problem !== "" && t.html(`servers-problem-${problem.replaceAll("_", "-")}`, { part }),
		problem === "unknown_preset" && presets.all && t.html("servers-presets", { keys: codes(presets.keys) }),
		domain === "" ? t.html("servers-ask-many", { count }) : t.html("servers-ask", { name: nameText(domain) }),
	];
	const list = from ? backTo(t("button-back"), from) : link(t("button-back"), routes.domains, {});
	const back = domain === "" ? list : link(t("button-back"), routes.nameservers, { domain });
	return { text: paragraphs(parts), buttons: [...presetButtons(t, presets), footer(t, back)] };
}

function presetButtons(t: T, { keys, all }: KnownPresets): Button[][] {
	return keys.slice(0, mostOffered).map((key) => [tap(presetLabel(t, key, all), "preset", { value: key })]);
}

/**
 * Returns the label of a preset's button: the key of the preset, or a translated name for the built-in preset of the
 * service. `known`: true if the bot has read all presets of the account. Only then is it certain that the key `default`
 * means the built-in preset.
 */
function presetLabel(t: T, key: string, known: boolean): string {
	return known && key === "default" ? t("servers-default") : t("servers-preset", { key: shorten(key, 30) });
}

function codes(keys: readonly string[]): Html {
	const shown = keys.slice(0, 20).map((key) => html`<code>${shorten(key, 40)}</code>`);
	return lines(shown, ", ");
}
