import type { OperationItem } from "../../../actions/index.ts";
import { nameLabel } from "../../format.ts";
import { type Html, html, lines, shorten } from "../../html.ts";
import { problemLine, serviceWords } from "../../problem.ts";
import type { T } from "../../texts.ts";

const most = 20;
const marks = { accepted: "⏳", succeeded: "✅", failed: "❌" } as const;

/** Of what has no outcome: it waits for one, or nobody knows it, or it will not get one. */
function markOf({ phase, state }: OperationItem): string {
	if (phase !== "open") return marks[phase];
	if (state === "unknown") return "❔";
	if (state === "needs_human") return "✋";
	return state === "confirmed" || state === "sent" || state === "accepted" ? "⏳" : "▫️";
}

/**
 * One line an item, with its own outcome; a long list says how many are left out. What failed costs nothing, so it has
 * no price. `common`: the service's words about all of them stand elsewhere.
 */
export function itemLines(t: T, items: readonly OperationItem[], common = false): Html {
	const shown = items.slice(0, most).map((item) => {
		const price = item.priceCents === null || item.phase === "failed" ? "" : ` · ${t.money(item.priceCents)}`;
		return lines(
			[
				html`${markOf(item)} <b>${nameLabel(item.domain)}</b>${price}`,
				item.problem && problemLine(t, item.problem),
				item.problem && !common && serviceWords(item.problem) !== null && html`“${shorten(item.problem.message, 60)}”`,
			],
			" — ",
		);
	});
	const rest = items.length - most;
	return lines([...shown, rest > 0 && t.html("operation-more", { count: rest })]);
}
