import type { Page } from "../../rules/pages.ts";
import type { BotContext, Tap } from "../context.ts";
import type { Params } from "../ports.ts";
import { routes } from "../screens.ts";
import type { CallbackHandler } from "../updates/callbacks.ts";
import { marked } from "./format.ts";
import { type Html, lines, type Part, paragraphs } from "./html.ts";
import {
	countSelected,
	isSelected,
	type ListPosition,
	type Selection,
	setSelected,
	toggle,
	toggleTerm,
} from "./list-position.ts";
import type { Route } from "./route.ts";
import type { T } from "./texts.ts";
import { type Button, inRows, tap, type View } from "./view.ts";

/**
 * The content of a screen with a list. Its buttons for pages, sorting, filters and selections work only if the feature
 * uses the handlers of `listCallbacks`.
 */
export interface ListContent<Item> {
	title: Html;
	/** Lines above the page label, such as the current filter. */
	notes?: readonly Part[];
	shown: Page<Item>;
	selected?: Selection | undefined;
	/**
	 * How many of the selected items the search and the filter hide. The buttons of `actions` also apply to these items.
	 * Default: 0.
	 */
	hidden?: number;
	/** A line about the selected items, below the line with their number. */
	selectionNote?: Part;
	/** Returns the button of an item. Without `row`, the items have no buttons, and `details` can show them as text. */
	row?: (item: Item) => Button;
	/** Returns the name that identifies an item in a selection. */
	nameOf?: (item: Item) => string;
	/** Paragraphs below the page label. */
	details?: readonly Part[];
	/**
	 * Rows of buttons below the page buttons. While the person selects items, there is one row of `tools` instead, and
	 * the `actions` are the last row, which a phone shows without scrolling.
	 */
	controls?: readonly (readonly Button[])[];
	tools?: (count: number) => readonly Button[];
	actions?: (count: number) => readonly Button[];
}

/**
 * Returns the view of a list. It contains, from top to bottom: title, notes, page label, details, buttons of the items,
 * page buttons, controls, and, below the last row of the screen, the actions for what is selected.
 */
export function listView<Item>(t: T, list: ListContent<Item>): View {
	const {
		title,
		notes = [],
		shown,
		selected,
		hidden = 0,
		selectionNote,
		row,
		nameOf,
		details = [],
		controls = [],
		tools,
		actions,
	} = list;
	const { items, total } = shown;
	const count = selected ? countSelected(selected, total) : 0;
	const chosen = selected && t.html("selection-count", { count: count - hidden, total });
	const others = hidden > 0 && t.html("selection-hidden", { count: hidden });
	const head = [...notes, chosen, others, selectionNote, pageLabel(t, shown)];
	const rows = items.map((item) => {
		const button = row?.(item);
		if (!button) return [];
		return [selected && nameOf ? selectButton(selected, nameOf(item), button.text) : button];
	});
	const onPage = selected && nameOf ? items.map(nameOf) : [];
	const ticks = onPage.map((name) => ({ name, chosen: selected !== undefined && isSelected(selected, name) }));
	const below = selected ? [selectAllButtons(t, total, ticks, count), tools?.(count) ?? []] : controls;
	return {
		text: paragraphs([title, lines(head), ...details]),
		buttons: [...rows, pager(t, shown), ...below.map((each) => [...each])],
		...(selected && actions && { below: [...actions(count)] }),
	};
}

/**
 * Returns the buttons for the previous and the next page. In a list of four or more pages, the first page leads to the
 * last one, and the last to the first.
 */
export function pager(t: T, { page, pages }: Pick<Page<unknown>, "page" | "pages">): Button[] {
	const long = pages > 3;
	const to = (text: string, target: number) => tap(text, "page", { value: String(target) });
	return [
		...(long && page === pages ? [to(t("button-first", { page: 1 }), 1)] : []),
		...(page > 1 ? [to(t("button-previous"), page - 1)] : []),
		...(page < pages ? [to(t("button-next"), page + 1)] : []),
		...(long && page === 1 ? [to(t("button-last", { page: pages }), pages)] : []),
	];
}

/** Returns a label such as `Page 3 of 38 · 17–24 of 300`, or null if there is only one page. */
export function pageLabel(t: T, { page, pages, from, to, total }: Omit<Page<unknown>, "items">): Html | null {
	return pages === 1 ? null : t.html("list-place", { page, pages, from, to, total });
}

/** Returns a button for each filter. The button of the active filter turns this filter off. */
export function filterButtons<Filter extends string>(
	filters: readonly Filter[],
	active: Filter | undefined,
	textOf: (filter: Filter) => string,
): Button[][] {
	const each = filters.map((value) => {
		const text = textOf(value);
		return tap(marked(text, value === active), "filter", { value });
	});
	return inRows(each, 2);
}

export function selectButton(selected: Selection, name: string, label: string): Button {
	return tap(`${isSelected(selected, name) ? "☑️" : "▫️"} ${label}`, "select", { value: name });
}

/**
 * Returns the buttons that select all matching names, or none if all are selected. If the list has several pages,
 * another button selects or deselects the names on this page (`onPage`).
 */
export function selectAllButtons(
	t: T,
	total: number,
	onPage: readonly { name: string; chosen: boolean }[],
	count: number,
): Button[] {
	const all = count >= total ? tap(t("selection-none"), "none") : tap(t("selection-all", { count: total }), "all");
	if (onPage.length < 2 || onPage.length === total) return [all];
	const value = onPage.map(({ name }) => name).join(" ");
	const whole = onPage.every(({ chosen }) => chosen);
	const page = whole
		? tap(t("list-untick-page"), "untick_page", { value })
		: tap(t("list-tick-page"), "tick_page", { value });
	return [page, all];
}

/**
 * Returns the selection to keep when the search or the filter of a list changes. `noticeKey`, `vars`: the notice that
 * says what was not kept.
 */
type KeepSelection<P> = (ctx: BotContext, position: P) => Promise<KeptSelection>;
export type KeptSelection = Pick<ListPosition, "selected"> & { noticeKey?: string; vars?: Record<string, number> };

/**
 * Returns the handlers of a list's buttons. The first of `sorts` is the default order. The handlers also work on other
 * screens whose parameters are valid for `route`, such as the screen of filters.
 * `selectionAfterNarrowing`: called before the search or the filter changes. Without it, the selection stays as it is.
 * A list in which people can select all matching items needs `selectionAfterNarrowing`, because "all" would then
 * include the items that match the new search or filter.
 */
export function listCallbacks<P extends Params & ListPosition>(
	route: Route<P>,
	sorts: readonly string[] = [],
	selectionAfterNarrowing: KeepSelection<P> = async (_, { selected }) => ({ selected }),
): Record<string, CallbackHandler> {
	const show = (ctx: BotContext, position: P | null, change: ListPosition) => {
		const changed = position && route.parse({ ...position, noticeKey: undefined, ...change });
		if (changed) ctx.show(route, changed);
		else ctx.show(routes.stepEnded, {});
	};
	const move = (change: (position: ListPosition, value: string) => ListPosition) => {
		return (ctx: BotContext, { value }: Tap) => {
			const position = route.parse(ctx.screen?.params);
			show(ctx, position, position ? change(position, value ?? "") : {});
		};
	};
	const narrow = (change: (position: ListPosition, value: string) => ListPosition) => {
		return async (ctx: BotContext, { value }: Tap) => {
			const position = route.parse(ctx.screen?.params);
			const kept = position ? await selectionAfterNarrowing(ctx, position) : {};
			show(ctx, position, { ...kept, ...(position && change(position, value ?? "")), page: 1 });
		};
	};
	return {
		page: move((_, value) => ({ page: Number(value) })),
		// A button that names an order has it as its value. Without a value, the button leads to the next order.
		sort: move(({ sort = sorts[0] ?? "" }, value) => ({
			sort: value || sorts[(sorts.indexOf(sort) + 1) % sorts.length],
			page: 1,
		})),
		filter: narrow(({ filter }, value) => ({ filter: value === filter ? undefined : value })),
		find: narrow(({ search }, value) => ({ search: toggleTerm(search, value) })),
		clear: narrow(() => ({ filter: undefined, search: undefined })),
		select: move(({ selected }, value) => ({ selected: selected && toggle(selected, value) })),
		tick_page: move(({ selected }, value) => ({ selected: selected && setSelected(selected, value.split(" "), true) })),
		untick_page: move(({ selected }, value) => ({
			selected: selected && setSelected(selected, value.split(" "), false),
		})),
		all: move(() => ({ selected: { all: true, names: [] } })),
		none: move(() => ({ selected: { all: false, names: [] } })),
		end: move(() => ({ selected: undefined })),
	};
}
