import type { DomainCardResult } from "../../../actions/index.ts";
import { footer, nameText } from "../../screens/format.ts";
import { paragraphs, shorten } from "../../screens/html.ts";
import { routeRef } from "../../screens/route.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/**
 * Shows which edge profile the domain uses. Has a button for each profile in `keys`, and says how to enter the key of
 * another profile. The profile of a blocked domain cannot be changed, so such a domain has no buttons.
 */
export function edgeView(t: T, domain: string, card: DomainCardResult, keys: readonly string[]): View {
	const back = link(t("button-back"), routes.zone, { domain, page: 1 });
	if (card.kind === "trouble") return troubleView(t, card, back);
	if (card.kind === "not_yours") return notYoursView(t, domain, back, routeRef(routes.edge, { domain }));
	const { edgeProfileKey: bound, tellsEdge } = card.domain;
	const blocked =
		card.domain.status === "blocked" ? { since: card.blockedSince, reportsEnd: card.reportsEnd ?? false } : null;
	const parts = [
		t.html("edge-title", { name: nameText(domain) }),
		blocked && blockedLines(t, blocked),
		bound === null ? t.html(tellsEdge ? "edge-unbound" : "edge-unknown") : t.html("domain-edge", { key: bound }),
		!blocked && t.html("edge-how"),
	];
	const offers = (blocked ? [] : keys).filter((key) => key !== bound).slice(0, 8);
	const rows = offers.map((key) => [tap(t("edge-bind", { key: shorten(key, 30) }), "bind", { value: key })]);
	return { text: paragraphs(parts), buttons: [...rows, footer(t, back)] };
}
