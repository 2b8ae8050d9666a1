import type { BoardFacts } from "../../../actions/index.ts";
import { footer, marked } from "../../screens/format.ts";
import { filterButtons } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { boardFilters, routes } from "../../screens.ts";
import type { Position } from "./assemble-list.ts";

/** Says that the list was deleted, because it was too old or the person disconnected its account. */
export function goneView(t: T): View {
	return { text: t.html("list-gone"), buttons: [footer(t)] };
}

/**
 * Offers to look up a list of `count` names. The text with the names may also have been a late answer to an interrupted
 * question.
 */
export function askView(t: T, count: number): View {
	const check = count > 0 ? [tap(t("list-check", { count }), "check", { style: "primary" })] : [];
	return { text: t.html("list-found", { count }), buttons: [check, footer(t)] };
}

export function filterName(t: T, filter: string, balanceCents: number | null): string {
	const under = /^under-(\d+)$/.exec(filter)?.[1];
	if (under !== undefined) return t("shortlist-filter-under", { money: t.money(Number(under) * 100) });
	if (filter === "fair") return t("shortlist-filter-fair");
	return t(`list-filter-${filter}`, { money: t.money(balanceCents ?? 0) });
}

export function filterView(t: T, { balanceCents }: BoardFacts, { filter, page = 1 }: Position): View {
	// Without a known balance, do not offer the filter by balance.
	const offered = boardFilters.filter((each) => each !== "balance" || balanceCents !== null);
	const back = tap(t("button-back"), "page", { value: String(page) });
	return {
		text: t.html("list-filters"),
		buttons: [
			...filterButtons(offered, filter, (each) => filterName(t, each, balanceCents)),
			[tap(t("domains-filter-none"), "clear")],
			footer(t, back),
		],
	};
}

export function yearsView(t: T, position: Position): View {
	const years = Array.from({ length: 10 }, (_, index) => index + 1).map((count) =>
		tap(marked(t("register-years-button", { count }), count === position.years), "years", {
			value: String(count),
		}),
	);
	const back = link(t("button-back"), routes.list, position);
	return { text: t.html("list-years"), buttons: [...inRows(years, 2), footer(t, back)] };
}
