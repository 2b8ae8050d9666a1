import { unicodeOf } from "@domains/contract/names.ts";
import { type Cell, csvOf } from "@domains/dns/csv.ts";
import type { DomainNotes, Facets, OwnedDomain } from "../../../actions/domain/domains.ts";
import { domainSorts } from "../../../rules/choices.ts";
import { placesOf } from "../../../rules/pages.ts";
import type { Cost } from "../../../rules/renewals.ts";
import { copyAge, listedName, marked, nameLabel } from "../../screens/format.ts";
import { type Html, lines, type Part, paragraphs, shorten } from "../../screens/html.ts";
import { filterButtons, listView } from "../../screens/list.ts";
import { isSelected, labelOf, pageSize, termsOf } from "../../screens/list-position.ts";
import { costLine } from "../../screens/shared/domain.ts";
import { exampleButtons } from "../../screens/shared/examples.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { type DomainsPosition, domainFilters, routes } from "../../screens.ts";

export interface ListPage {
	/** The domains of this page, at most `pageSize`. */
	domains: readonly OwnedDomain[];
	/** The number of matching domains. */
	total: number;
	/** The number of matching domains on earlier pages. */
	offset: number;
	/** False until the bot has read the whole list of domains once. This can take some time for a large account. */
	complete: boolean;
	/** The time at which the bot last read the list. Null if the bot could read the list just now. */
	old?: Date | null;
	/**
	 * The cost of renewing the selected domains for one year; null without a selection. `hidden`: the number of selected
	 * domains that the search or the filter hides.
	 */
	cost?: (Cost & { hidden: number }) | null;
	/** The result of the person's last change to the selected domains. */
	notice?: Part;
}

export function domainsView(
	t: T,
	{ domains, total, offset, complete, old = null, cost = null, notice }: ListPage,
	position: DomainsPosition,
): View {
	const { search, filter, choose, selected } = position;
	if (total === 0) return nothingView(t, position, notice);
	const title =
		search === undefined ? t.html("domains-title", { count: total }) : searchLine(t, "domains-found", search, total);
	const view = listView(t, {
		title: paragraphs([notice, title, choose && t.html("domains-choose", { what: choose })]),
		notes: [
			filter && t.html("domains-filtered", { filter: t(`domains-filter-${filter}`) }),
			copyAge(t, old),
			!complete && t.html("domains-incomplete"),
		],
		shown: { items: [...domains], ...placesOf(total, offset / pageSize + 1, pageSize) },
		selected,
		hidden: cost?.hidden ?? 0,
		selectionNote: cost && cost.unpriced < cost.names && selectedCost(t, cost, position, domains),
		row: (owned) => domainButton(t, owned, position),
		nameOf: ({ domain }) => domain,
		details: [
			lines(domains.filter(({ domain }) => domain.startsWith("xn--")).map(({ domain }) => listedName(domain))),
			(total > pageSize || selected) && t.html("domains-hint", { selects: String(selected !== undefined) }),
		],
		controls: controls(t, position),
		tools: (count) => [count > 0 ? moreButton(t, position) : tap(t("domains-filter"), "filters")],
		actions: (count) => (count > 0 ? [renewButton(t, count, cost)] : []),
	});
	return selected ? { ...view, back: tap(t("button-back"), "end") } : view;
}

/** A button that says what it costs. Without all prices, it shows only the number. */
function renewButton(t: T, count: number, cost: Cost | null): Button {
	const label = t("domains-renew-selected", { count });
	const text = cost && cost.unpriced === 0 ? `${label} · ${t.money(cost.cents)}` : label;
	return tap(text, "chosen", { style: "primary" });
}

function moreButton(t: T, { choose: _, records: __, ...position }: DomainsPosition): Button {
	return link(t("button-more"), routes.domainsMore, position);
}

/** The other tools of the list, or what can be done with the `count` selected domains. */
export function moreView(t: T, position: DomainsPosition, count: number): View {
	const { sort = "expiry", selected } = position;
	if (selected) {
		return {
			text: t.html("domains-selected", { count }),
			buttons: [
				[tap(t("domains-tag-selected"), "tag"), tap(t("domain-dns"), "zones")],
				[tap(t("domain-servers"), "servers"), tap(t("domain-profile"), "edge")],
				[tap(t("auto-open"), "auto"), tap(t("domains-csv"), "file")],
				[tap(t("domains-filter"), "filters")],
			],
		};
	}
	const sorts = domainSorts.map((each) =>
		tap(marked(t(`domains-sort-${each}`), each === sort), "sort", { value: each }),
	);
	return {
		text: t.html("domains-more"),
		buttons: [
			...inRows(sorts, 2),
			[link(t("expiring-open"), routes.expiring, { days: 60 })],
			[tap(t("domains-csv"), "file")],
		],
	};
}

function selectedCost(t: T, cost: Cost, { selected }: DomainsPosition, shown: readonly OwnedDomain[]): Part {
	const onPage = shown.map(({ domain }) => domain).filter((name) => selected && isSelected(selected, name));
	const [only] = selected?.all === false ? selected.names : onPage;
	return costLine(t, "domains-selected-cost", cost, cost.names === 1 && only ? nameLabel(only) : undefined);
}

/** A label is shown without the prefix `label:`. */
function searchLine(t: T, key: "domains-found" | "domains-none-found", search: string, count = 0): Html {
	const terms = termsOf(search).map((term) => ({ term, label: labelOf(term)?.trim() }));
	const [only, ...others] = terms;
	if (only?.label !== undefined && others.length === 0) {
		const labelKey = key === "domains-found" ? "domains-found-label" : "domains-none-found-label";
		return t.html(labelKey, { label: only.label, count });
	}
	const shown = terms.map(({ term, label }) => (label === undefined ? term : `🔖 ${label}`)).join(" + ");
	return t.html(key, { search: shown, count });
}

function nothingView(t: T, { search, filter, choose, records, selected }: DomainsPosition, notice: Part): View {
	if (search === undefined && filter === undefined) {
		const { name, word, list } = exampleButtons(t);
		return { text: t.html("domains-none"), buttons: [[name, word], [list]] };
	}
	const text =
		search === undefined
			? t.html("domains-none-filtered", { filter: t(`domains-filter-${filter ?? "30"}`) })
			: paragraphs([
					searchLine(t, "domains-none-found", search),
					filter && t.html("domains-filtered", { filter: t(`domains-filter-${filter}`) }),
				]);
	return {
		text: paragraphs([notice, text]),
		buttons: [[link(t("domains-all"), routes.domains, { choose, records, selected })]],
	};
}

function domainButton(t: T, owned: OwnedDomain, list: DomainsPosition): Button {
	const { domain, expiresAt } = owned;
	const label = `${markOf(owned)}${nameLabel(domain)}${expiresAt ? ` · ${t.date(expiresAt)}` : ""}`;
	switch (list.choose) {
		case "zone":
			if (list.records) return tap(label, "take_records", { value: domain });
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

function controls(t: T, position: DomainsPosition): Button[][] {
	const { choose } = position;
	if (choose !== undefined && choose !== "renew") return [];
	const more = choose === undefined ? [moreButton(t, position)] : [];
	return [[tap(t("domains-filter"), "filters"), tap(t("domains-select"), "none"), ...more]];
}

export function filterView(
	t: T,
	{ tags, extensions, labels }: Facets,
	{ filter, search, page = 1 }: DomainsPosition,
): View {
	const find = (value: string, text: string, count: number) => {
		const label = `${shorten(text, 16)} · ${count}`;
		return tap(marked(label, termsOf(search).includes(value)), "find", { value });
	};
	const found = [
		...tags.map(({ value, count }) => find(`#${value}`, `#${value}`, count)),
		...(extensions.length > 1 ? extensions : []).map(({ value, count }) =>
			find(value, `.${unicodeOf(value.slice(1))}`, count),
		),
		...labels.map(({ value, count }) => find(`label:${value}`, `🔖 ${value}`, count)),
	];
	return {
		text: t.html("domains-filters"),
		buttons: [
			...filterButtons(domainFilters, filter, (each) => t(`domains-filter-${each}`)),
			...inRows(found, 2),
			[tap(t("domains-filter-none"), "clear")],
		],
		back: tap(t("button-back"), "page", { value: String(page) }),
	};
}

const columns = ["domain", "status", "expires", "registered", "renewal", "edge", "label", "tags", "note"] as const;

export function fileView(t: T, domains: readonly (OwnedDomain & DomainNotes)[]): View {
	const rows = domains.map(
		({ domain, status, expiresAt, registeredAt, renewCents, edgeProfileKey, clientRef, tags, note }): Cell[] => [
			unicodeOf(domain),
			status,
			expiresAt,
			registeredAt,
			renewCents === null ? null : renewCents / 100,
			edgeProfileKey,
			clientRef,
			tags.join(", "),
			note,
		],
	);
	const bytes = csvOf([columns.map((column) => t(`csv-${column}`)), ...rows]);
	return { text: t.html("domains-file", { count: domains.length }), document: { name: "domains.csv", bytes } };
}
