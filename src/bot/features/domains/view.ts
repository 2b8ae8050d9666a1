import type { OwnedDomain } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, listedName, nameLabel } from "../../screens/format.ts";
import { lines, paragraphs } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/pagination.ts";
import { countSelected, selectAllButtons, selectButton } from "../../screens/selection.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { filters, type ListPosition } from "./routes.ts";

export const pageSize = 8;

export interface ListPage {
	/** At most `pageSize`. */
	domains: readonly OwnedDomain[];
	/** Domains that match. */
	total: number;
	/** How many of them come before `domains`. */
	offset: number;
	/** False while the first listing of a large account is unfinished. */
	complete: boolean;
	/** When the list was read, if the registrar does not answer now. */
	old?: Date | null;
}

/** The account's domains: each leads to its card, or to the screen that it is chosen for, or is selected. */
export function listView(
	t: T,
	{ domains, total, offset, complete, old = null }: ListPage,
	position: ListPosition,
): View {
	const { search, filter, choose, selected } = position;
	if (total === 0) return nothingView(t, position);
	const shown = domains.map((each) => [domainButton(t, each, position)]);
	const pages = Math.ceil(total / pageSize);
	const page = offset / pageSize + 1;
	const place = { from: offset + 1, to: offset + domains.length, total };
	const text = paragraphs([
		search === undefined ? t.html("domains-title", { count: total }) : t.html("domains-found", { search }),
		choose && t.html("domains-choose", { what: choose }),
		lines([
			filter && t.html("domains-filtered", { filter: t(`domains-filter-${filter}`) }),
			selected && t.html("selection-count", { count: countSelected(selected, total), total }),
			old && t.html("domains-old", { time: t.time(old) }),
			!complete && t.html("domains-incomplete"),
			pageLabel(t, place),
		]),
		lines(domains.filter(({ domain }) => domain.startsWith("xn--")).map(({ domain }) => listedName(domain))),
	]);
	const turn = pager(t, { page, pages }, (label, target) => tap(label, "page", { value: String(target) }));
	return { text, buttons: [...shown, turn, ...controls(t, position, total), footer(t)] };
}

function nothingView(t: T, { search, filter, choose }: ListPosition): View {
	if (search === undefined && filter === undefined) {
		return { text: t.html("domains-none"), buttons: [[tap(t("home-search"), "search")], footer(t)] };
	}
	const text =
		search === undefined
			? t.html("domains-none-filtered", { filter: t(`domains-filter-${filter ?? "30"}`) })
			: t.html("domains-none-found", { search });
	return { text, buttons: [[link(t("domains-all"), routes.domains, { choose })], footer(t)] };
}

function domainButton(t: T, owned: OwnedDomain, list: ListPosition): Button {
	const { domain, expiresAt } = owned;
	const label = `${markOf(owned)}${nameLabel(domain)}${expiresAt ? ` · ${t.date(expiresAt)}` : ""}`;
	if (list.selected) {
		return selectButton(list.selected, domain, label);
	}
	switch (list.choose) {
		case "zone":
			return link(label, routes.zone, { domain, page: 1 });
		case "nameservers":
			return link(label, routes.nameservers, { domain });
		case "edge":
			return link(label, routes.edge, { domain });
		case "renew":
			return tap(label, "renew", { value: domain });
		default:
			return link(label, routes.domain, { domain, list });
	}
}

function markOf({ status }: OwnedDomain): string {
	return status === "blocked" ? "⛔ " : status === "expired" ? "⌛ " : "";
}

function controls(t: T, { selected, choose, sort = "expiry" }: ListPosition, total: number): Button[][] {
	if (selected) {
		const count = countSelected(selected, total);
		const renew = tap(t("domains-renew-selected", { count }), "chosen", { style: "success" });
		return [
			selectAllButtons(t, total),
			count > 0 ? [renew] : [],
			[tap(t("domains-csv"), "file"), tap(t("domains-select-end"), "end")],
		];
	}
	if (choose !== undefined && choose !== "renew") return [];
	return [
		[tap(t(`domains-sort-${sort}`), "sort"), tap(t("domains-filter"), "filter"), tap(t("domains-csv"), "file")],
		[tap(t("domains-select"), "none"), tap(t("domains-renew"), "renew")],
	];
}

/** The filters of My domains. */
export function filterView(t: T, { list }: { list: ListPosition }): View {
	const choice = (label: string, filter: ListPosition["filter"]) =>
		link(label, routes.domains, { ...list, filter, page: 1, selected: undefined });
	const each = filters.map((filter) => {
		const mark = filter === list.filter ? "✅ " : "";
		return choice(`${mark}${t(`domains-filter-${filter}`)}`, filter);
	});
	const all = choice(t("domains-filter-none"), undefined);
	const back = link(t("button-back"), routes.domains, list);
	return { text: t.html("domains-filters"), buttons: [...inRows(each, 2), [all], footer(t, back)] };
}
