import type { ChangedElsewhere } from "../../../actions/index.ts";
import { footer, nameText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { changedLines } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/**
 * Shows what was changed outside the bot, with buttons to accept the change or to restore the previous state. `change`
 * is null if the person accepted or undid the change, or deleted the watch of this domain.
 */
export function changedView(
	t: T,
	change: ChangedElsewhere | null,
	{ watchId, domain }: ParamsOf<typeof routes.changedElsewhere>,
): View {
	const open = link(t("operation-domain"), routes.domain, { domain });
	const title = t.html("elsewhere-changed", { name: nameText(domain) });
	if (!change) return { text: paragraphs([title, t.html("elsewhere-settled")]), buttons: [[open], footer(t)] };
	const parts = [
		title,
		changedLines(t, change),
		t.html("elsewhere-question"),
		t.html("live-looked", { time: t.time(change.answeredAt) }),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("elsewhere-mine"), "mine"), tap(t("elsewhere-restore"), "restore")],
			[link(t("elsewhere-open"), routes.changeIncident, { watchId, domain }), open],
			footer(t),
		],
	};
}

export function tooManyView(t: T, domain: string): View {
	const back = link(t("button-back"), routes.domain, { domain });
	return { text: t.html("elsewhere-too-many", { count: 100 }), buttons: [footer(t, back)] };
}
