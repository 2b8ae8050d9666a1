import type { DomainFacts } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, listedName, nameLabel } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs } from "../../screens/html.ts";
import { pageLabel } from "../../screens/pagination.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";

export const pageSize = 8;

/** An alias, because an interface does not fit a screen's parameters. */
export type ListPosition = {
	search?: string | undefined;
	/** The screen that the person chooses a domain for. The default is the card. */
	choose?: "zone" | "nameservers" | "edge" | "renew" | undefined;
	cursors: string[];
	/** For each cursor, how many names come before its page. */
	starts?: number[] | undefined;
	offset: number;
};

export const firstPage: ListPosition = { cursors: [], offset: 0 };

export interface ListPage {
	/** The domains that the service sent for this cursor. It chooses the page size and may send all of them. */
	domains: readonly DomainFacts[];
	total: number | null;
	nextCursor: string | null;
}

export function listView(t: T, page: ListPage, position: ListPosition): View {
	const { search, choose, offset } = position;
	const found = page.domains.slice(offset, offset + pageSize);
	if (found.length === 0) {
		const text = search === undefined ? t.html("domains-none") : t.html("domains-none-found", { search });
		const first =
			search === undefined
				? [tap(t("home-search"), "search")]
				: [link(t("domains-all"), routes.domains, { choose, cursors: [], offset: 0 })];
		return { text, buttons: [pagerOf(t, page, position), first, footer(t)] };
	}
	const rows = found.map((each) => [chosen(each, position)]);
	const title =
		search === undefined
			? t.html("domains-title", { count: page.total ?? "none" })
			: t.html("domains-found", { search });
	const several = choose === undefined || choose === "renew" ? [tap(t("domains-renew"), "renew")] : [];
	const text = paragraphs([
		title,
		choose && t.html("domains-choose", { what: choose }),
		lines(found.map((each) => domainLine(t, each))),
		placeOf(t, page, position),
	]);
	return { text, buttons: [...rows, pagerOf(t, page, position), several, footer(t)] };
}

/** Leads to the card, or directly to the screen that the domain is chosen for. */
function chosen(facts: DomainFacts, list: ListPosition): Button {
	const { domain } = facts;
	const text = `${markOf(facts)}${nameLabel(domain)}`;
	switch (list.choose) {
		case "zone":
			return link(text, routes.zone, { domain, page: 1 });
		case "nameservers":
			return link(text, routes.nameservers, { domain });
		case "edge":
			return link(text, routes.edge, { domain });
		case "renew":
			return tap(text, "renew", { value: domain });
		default:
			return link(text, routes.domain, { domain, list });
	}
}

/** A date does not fit next to a name on a button of a phone. */
function domainLine(t: T, domain: DomainFacts): Html {
	const name = html`${markOf(domain)}${listedName(domain.domain)}`;
	if (domain.expiresAt === null) return name;
	return t.html("domains-line", { name, date: t.date(domain.expiresAt) });
}

function markOf({ status }: DomainFacts): string {
	return status === "blocked" ? "⛔ " : status === "expired" ? "⌛ " : "";
}

/** Says which names of how many are shown, as far as the bot knows. */
function placeOf(
	t: T,
	{ domains, total, nextCursor }: ListPage,
	{ cursors, starts = [], offset }: ListPosition,
): Html | null {
	const before = cursors.length === 0 ? 0 : starts[cursors.length - 1];
	if (before === undefined) return null;
	const to = before + Math.min(offset + pageSize, domains.length);
	const all = nextCursor === null ? before + domains.length : null;
	return pageLabel(t, { from: before + offset + 1, to, total: total ?? all });
}

/** Goes through our pages within the service's page first, then requests its next page. */
function pagerOf(t: T, { domains, nextCursor }: ListPage, { search, choose, ...place }: ListPosition): Button[] {
	const { cursors, starts = [], offset } = place;
	const pageLink = (text: string, position: ListPosition) =>
		link(text, routes.domains, { search, choose, ...position });
	const within = offset + pageSize < domains.length;
	const earlier =
		offset > 0
			? { ...place, offset: offset - pageSize }
			: { cursors: cursors.slice(0, -1), starts: starts.slice(0, cursors.length - 1), offset: 0 };
	const following = (starts[cursors.length - 1] ?? 0) + domains.length;
	const later = within
		? { ...place, offset: offset + pageSize }
		: { cursors: [...cursors, nextCursor ?? ""], starts: [...starts, following], offset: 0 };
	return [
		...(offset > 0 || cursors.length > 0 ? [pageLink(t("button-previous"), earlier)] : []),
		...(within || nextCursor !== null ? [pageLink(t("button-next"), later)] : []),
	];
}
