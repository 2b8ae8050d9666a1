import { unicodeOf } from "@domains/contract/names.ts";
import type { PriceList, Trouble } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { footer, marked, pricesLabel } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { sandboxButton, troubleView } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { priceSorts, routes } from "../../screens.ts";

const pageSize = 20;
/** If the list has at most this number of TLDs, each TLD has a button that opens its price history. */
const mostLinked = 6;

type Price = PriceList["prices"][number];
type PricesPage = ParamsOf<typeof routes.prices>;

/**
 * Shows the prices of the first and the second year of each TLD. A person without an account can open a sandbox if there
 * is one.
 */
export function pricesView(
	t: T,
	result: PriceList | Trouble,
	{ search, page = 1, sort = "popular" }: PricesPage,
	canOpenSandbox: boolean,
): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { prices, sandbox, connected } = result;
	if (prices.length === 0) {
		const all = search === undefined ? [] : [link(t("prices-all"), routes.prices, {})];
		return { text: t.html("prices-none", { search: search ?? "" }), buttons: [all, footer(t)] };
	}
	const shown = pageOf(prices, page, pageSize);
	const sorts = priceSorts.map((each) => tap(marked(t(`prices-sort-${each}`), each === sort), "sort", { value: each }));
	const isLinked = connected && prices.length <= mostLinked;
	return listView(t, {
		title: t.html("prices-title"),
		shown,
		ends: false,
		details: [
			lines(shown.items.map((price) => priceLine(t, price))),
			lines([
				t.html("prices-hint"),
				connected && !isLinked && t.html("prices-history"),
				sandbox && t.html("sandbox-note"),
			]),
		],
		controls: [
			...inRows(isLinked ? prices.map((price) => historyLink(price, search)) : [], 2),
			...(prices.length > mostLinked ? inRows(sorts, 2) : []),
			connected ? [] : [...(canOpenSandbox ? [sandboxButton(t)] : []), link(t("button-connect"), routes.connect, {})],
		],
	});
}

function historyLink({ zone }: Price, search: string | undefined): Button {
	const from = routeRef(routes.prices, search === undefined ? {} : { search });
	return link(`📈 ${shorten(zoneText(zone), 16)}`, routes.priceHistory, { subject: zone, from });
}

function priceLine(t: T, price: Price): Html {
	return html`<b>${shorten(zoneText(price.zone), 30)}</b> ${pricesLabel(t, price)}`;
}

/** Formats a TLD in its native script instead of punycode. */
function zoneText(zone: string): string {
	return zone.startsWith(".") ? `.${unicodeOf(zone.slice(1))}` : unicodeOf(zone);
}
