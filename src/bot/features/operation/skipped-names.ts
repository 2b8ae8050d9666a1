import type { SkippedName } from "../../../actions/index.ts";
import { footer, listedName, nameLabel } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs } from "../../screens/html.ts";
import type { RouteRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { backTo, type View } from "../../screens/view.ts";

interface SkippedEntry extends Pick<SkippedName, "domain" | "reason"> {
	most?: number | undefined;
	/** Set for an invalid name: a problem of `rules/names`, and the part that causes it. */
	problem?: string | undefined;
	part?: string | undefined;
}

/** Names that are not in a quote. `more`: the number of those that are not shown. */
export interface SkippedNames {
	skipped: readonly SkippedEntry[];
	more: number;
}

export function skippedLines(t: T, { skipped, more }: SkippedNames): Html | null {
	if (skipped.length === 0) return null;
	const rows = skipped.map(({ domain, reason, most = 0, problem, part = domain }) => {
		const why = problem === undefined ? `skipped-${reason}` : `name-problem-${problem}`;
		return html`▫️ ${listedName(domain)} — ${t.html(why.replaceAll("_", "-"), { most, part: nameLabel(part) })}`;
	});
	const count = skipped.length + more;
	return lines([t.html("skipped-top", { count }), ...rows, more > 0 && t.html("operation-more", { count: more })]);
}

/** Shown if no name of a list can be ordered. */
export function nothingToOrderView(t: T, { from, ...skipped }: SkippedNames & { from?: RouteRef | undefined }): View {
	const back = from && backTo(t("button-back"), from);
	return { text: paragraphs([t.html("nothing-to-order"), skippedLines(t, skipped)]), buttons: [footer(t, back)] };
}
