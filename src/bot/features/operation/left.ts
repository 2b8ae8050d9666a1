import type { LeftOut } from "../../../actions/index.ts";
import { footer, listedName, nameLabel } from "../../format.ts";
import { type Html, html, lines } from "../../html.ts";
import type { T } from "../../texts.ts";
import { backTo, type Origin, type View } from "../../view.ts";

interface LeftName extends Pick<LeftOut, "domain" | "reason"> {
	most?: number | undefined;
	/** Of one that is no name: a problem of `rules/names`, and the part to blame. */
	problem?: string | undefined;
	part?: string | undefined;
}

/** Names that did not get into a quote; `more` of them are not shown. */
export interface Left {
	left: readonly LeftName[];
	more: number;
}

export function leftLines(t: T, { left, more }: Left): Html | null {
	if (left.length === 0) return null;
	const rows = left.map(({ domain, reason, most = 0, problem, part = domain }) => {
		const why = problem === undefined ? `left-${reason}` : `name-problem-${problem}`;
		return html`▫️ ${listedName(domain)} — ${t.html(why.replaceAll("_", "-"), { most, part: nameLabel(part) })}`;
	});
	const count = left.length + more;
	return lines([t.html("left-top", { count }), ...rows, more > 0 && t.html("operation-more", { count: more })]);
}

/** A list of which nothing can be ordered. */
export function nothingLeftView(t: T, { from, ...left }: Left & { from?: Origin | undefined }): View {
	const back = from && backTo(t("button-back"), from);
	return { text: lines([t.html("left-nothing"), leftLines(t, left)], "\n\n"), buttons: [footer(t, back)] };
}
