import type { ChangedElsewhere } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, nameText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { changeLines } from "../operation/change.ts";

/**
 * Shows what was changed outside the bot. Buttons accept the change or restore the previous state. `change` is null if
 * it was accepted or no longer exists.
 */
export function changedView(t: T, change: ChangedElsewhere | null, domain: string): View {
	const open = link(t("operation-domain"), routes.domain, { domain });
	const title = t.html("elsewhere-changed", { name: nameText(domain) });
	if (!change) return { text: paragraphs([title, t.html("elsewhere-settled")]), buttons: [[open], footer(t)] };
	const { diff, nameservers, answeredAt } = change;
	const hasRecords = diff.removed.length + diff.changed.length + diff.added.length > 0;
	const parts = [
		title,
		nameservers &&
			changeLines(
				t,
				{ kind: "nameservers", ...nameservers, presetKey: null, leavesEdge: false, risks: [] },
				"succeeded",
			),
		hasRecords && changeLines(t, { kind: "dns", diff, lost: [], risks: [] }, "succeeded"),
		t.html("elsewhere-question"),
		t.html("live-looked", { time: t.time(answeredAt) }),
	];
	return {
		text: paragraphs(parts),
		buttons: [[tap(t("elsewhere-mine"), "mine"), tap(t("elsewhere-restore"), "restore")], [open], footer(t)],
	};
}

export function tooManyView(t: T, domain: string): View {
	const back = link(t("button-back"), routes.domain, { domain });
	return { text: t.html("elsewhere-too-many", { count: 100 }), buttons: [footer(t, back)] };
}
