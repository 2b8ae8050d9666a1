import type { Skipped } from "../../../actions/index.ts";
import type { RepeatedTap } from "../../context.ts";
import { footer, listedName, nameLabel } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs } from "../../screens/html.ts";
import type { RouteRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, backTo, tap, type View } from "../../screens/view.ts";
import { anotherName } from "./button-groups.ts";

interface SkippedEntry extends Pick<Skipped, "domain" | "reason"> {
	most?: number | undefined;
	/** Why a text is not a name: a code of `rules/names`. `part`: the part of the text that causes the problem. */
	problem?: string | undefined;
	part?: string | undefined;
}

/** Names that a quote leaves out. `more`: how many more such names there are. */
export interface SkippedNames {
	skipped: readonly SkippedEntry[];
	more: number;
}

/** Shows at most `most` names, each with the reason why it was skipped. Counts the remaining ones. */
export function skippedLines(t: T, { skipped, more }: SkippedNames, most = skipped.length): Html | null {
	if (skipped.length === 0) return null;
	const rows = skipped.slice(0, most).map(({ domain, reason, most: years = 0, problem, part = domain }) => {
		const why = problem === undefined ? `skipped-${reason}` : `name-problem-${problem}`;
		return html`▫️ ${listedName(domain)} — ${t.html(why.replaceAll("_", "-"), { most: years, part: nameLabel(part) })}`;
	});
	const count = skipped.length + more;
	const rest = count - rows.length;
	return lines([t.html("skipped-top", { count }), ...rows, rest > 0 && t.html("operation-more", { count: rest })]);
}

/**
 * A change may leave out domains whose data the service did not return. Returns a button that tries to plan the change
 * for these domains again.
 */
export function restButton(t: T, rest: RepeatedTap | undefined): Button[] {
	const domains = rest?.params["domains"];
	return Array.isArray(domains) ? [tap(t("skipped-rest", { count: domains.length }), "rest")] : [];
}

interface NothingToOrder extends SkippedNames {
	from?: RouteRef | undefined;
	change?: boolean | undefined;
	rest?: RepeatedTap | undefined;
}

/** Says that none of the names in a list can be ordered or changed, and why. */
export function nothingToOrderView(t: T, { from, change, rest, ...skipped }: NothingToOrder): View {
	const back = from && backTo(t("button-back"), from);
	const top = t.html(change ? "nothing-to-change" : "nothing-to-order");
	const taken = anotherName(
		t,
		skipped.skipped.filter(({ reason }) => reason === "not_available"),
	);
	const text = paragraphs([top, skippedLines(t, skipped)]);
	return { text, buttons: [restButton(t, rest), taken, footer(t, back)] };
}
