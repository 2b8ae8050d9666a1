import { footer, inlineNames, noticeText } from "../../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const mostNamed = 10;
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

/** Names the first domains, and counts the remaining ones. */
export function namesLine(t: T, domains: readonly string[]): Html {
	const more = domains.length - mostNamed;
	const names = inlineNames(domains.slice(0, mostNamed));
	return lines([names, more > 0 && t.html("operation-more", { count: more })], " ");
}

/** Returns the button that leads back to *My domains*, where these domains are still selected. */
export function backToSelected(t: T, names: string[]): Button {
	return link(t("button-back"), routes.domains, { selected: { all: false, names } });
}
