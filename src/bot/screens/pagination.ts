import type { Page } from "../../rules/pages.ts";
import type { Html } from "./html.ts";
import type { T } from "./texts.ts";
import type { Button } from "./view.ts";

/** Returns buttons to the previous and the next page, and with four pages or more to the first and the last. */
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

/** Returns `17–24 of 300`, or null if there is only one page. `total` is null if it is unknown. */
export function pageLabel(t: T, { from, to, total }: { from: number; to: number; total: number | null }): Html | null {
	if (total === 0 || (from === 1 && to === total)) return null;
	return t.html("list-place", { from, to, total: total ?? "none" });
}
