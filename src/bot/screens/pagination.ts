import type { Page } from "../../rules/pages.ts";
import type { Html } from "./html.ts";
import type { T } from "./texts.ts";
import type { Button } from "./view.ts";

/** To the pages beside the one that is shown, and from four pages on to both ends. */
export function pager(
	t: T,
	{ page, pages }: Pick<Page<unknown>, "page" | "pages">,
	linkTo: (text: string, page: number) => Button,
): Button[] {
	const long = pages > 3;
	return [
		...(long && page > 2 ? [linkTo(t("button-first", { page: 1 }), 1)] : []),
		...(page > 1 ? [linkTo(t("button-previous"), page - 1)] : []),
		...(page < pages ? [linkTo(t("button-next"), page + 1)] : []),
		...(long && page < pages - 1 ? [linkTo(t("button-last", { page: pages }), pages)] : []),
	];
}

/** `17–24 of 300`; null where everything, or nothing at all, stands on one page. `total` is null where nobody knows it. */
export function pageLabel(t: T, { from, to, total }: { from: number; to: number; total: number | null }): Html | null {
	if (total === 0 || (from === 1 && to === total)) return null;
	return t.html("list-place", { from, to, total: total ?? "none" });
}
