import type { Trouble, ZoneFacts } from "../../../actions/index.ts";
import { unicodeOf } from "../../../rules/names.ts";
import { pageOf } from "../../../rules/pages.ts";
import { routes } from "../../routes.ts";
import { footer, pricesLabel } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, type View } from "../../screens/view.ts";

const pageSize = 20;

type PricesPage = ParamsOf<typeof routes.prices>;

export type Prices = { kind: "prices"; prices: readonly ZoneFacts[]; sandbox: boolean } | Trouble;

/** Shows the registration and renewal prices of each TLD, cheapest first. */
export function pricesView(t: T, result: Prices, { search, page = 1 }: PricesPage): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { prices, sandbox } = result;
	if (prices.length === 0) {
		const all = search === undefined ? [] : [link(t("prices-all"), routes.prices, {})];
		return { text: t.html("prices-none", { search: search ?? "" }), buttons: [all, footer(t)] };
	}
	const shown = pageOf(prices, page, pageSize);
	return listView(t, {
		title: t.html("prices-title"),
		shown,
		details: [
			lines(shown.items.map((price) => priceLine(t, price))),
			lines([t.html("prices-hint"), sandbox && t.html("sandbox-note")]),
		],
	});
}

function priceLine(t: T, price: ZoneFacts): Html {
	return html`<b>${shorten(zoneText(price.zone), 30)}</b> ${pricesLabel(t, price)}`;
}

/** Shows a TLD in its own script, with a dot. */
function zoneText(zone: string): string {
	return zone.startsWith(".") ? `.${unicodeOf(zone.slice(1))}` : unicodeOf(zone);
}
