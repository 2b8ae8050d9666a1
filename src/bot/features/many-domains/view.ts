import { footer, noticeText } from "../../screens/format.ts";
import { lines, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { backToSelected, namesLine } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const mostOffered = 8;

export function manyDnsView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyDns>): View {
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("many-dns-title", { count: domains.length }), namesLine(t, domains)]),
			t.html("many-dns-how"),
		]),
		buttons: [
			[link(t("templates-open"), routes.dnsTemplates, { domain: "", domains })],
			footer(t, backToSelected(t, domains)),
		],
	};
}

/** Offers the edge profiles with these keys as buttons. The person can type the key of any other profile. */
export function manyEdgeView(
	t: T,
	{ domains, noticeKey }: ParamsOf<typeof routes.manyEdge>,
	keys: readonly string[],
): View {
	const offers = keys.slice(0, mostOffered).map((key) => {
		return [tap(t("edge-bind", { key: shorten(key, 30) }), "bind", { value: key })];
	});
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("many-edge-title", { count: domains.length }), namesLine(t, domains)]),
			t.html("edge-how"),
		]),
		buttons: [...offers, footer(t, backToSelected(t, domains))],
	};
}
