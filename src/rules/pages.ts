/** `page`, `from` and `to` count from 1. */
export interface Page<Item> {
	items: Item[];
	page: number;
	pages: number;
	total: number;
	from: number;
	to: number;
}

/** The last page if the list has become shorter since the message with the page buttons was sent. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): Page<Item> {
	const shown = placesOf(items.length, page, size);
	return { items: items.slice(shown.from === 0 ? 0 : shown.from - 1, shown.to), ...shown };
}

/** An empty list has one page, with `from` and `to` 0. */
export function placesOf(total: number, page: number, size: number): Omit<Page<never>, "items"> {
	const pages = Math.max(1, Math.ceil(total / size));
	const wanted = Number.isFinite(page) ? Math.trunc(page) : 1;
	const at = Math.min(Math.max(1, wanted), pages);
	const start = (at - 1) * size;
	return { page: at, pages, total, from: total === 0 ? 0 : start + 1, to: Math.min(start + size, total) };
}
