import type { LeftOut } from "../../../actions/index.ts";
import { footer, nameLabel } from "../../format.ts";
import { type Html, html, lines } from "../../html.ts";
import type { T } from "../../texts.ts";
import type { View } from "../../view.ts";

/** Names that did not get into a quote; `more` of them are not shown. */
export interface Left {
	left: readonly (Pick<LeftOut, "domain" | "reason"> & { most?: number | undefined })[];
	more: number;
}

export function leftLines(t: T, { left, more }: Left): Html | null {
	if (left.length === 0) return null;
	const rows = left.map(({ domain, reason, most = 0 }) => {
		return html`▫️ ${nameLabel(domain)} — ${t.html(`left-${reason.replaceAll("_", "-")}`, { most })}`;
	});
	const count = left.length + more;
	return lines([t.html("left-top", { count }), ...rows, more > 0 && t.html("operation-more", { count: more })]);
}

/** A list of which nothing can be ordered. */
export function nothingLeftView(t: T, left: Left): View {
	return { text: lines([t.html("left-nothing"), leftLines(t, left)], "\n\n"), buttons: [footer(t)] };
}
