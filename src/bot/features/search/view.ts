import type { NameResult, Offer } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { routes } from "../../routes.ts";
import { footer, listedName, lookAlikeText, nameLabel, nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/pagination.ts";
import { type RouteRef, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";

const pageSize = 8;

export function askView(t: T, complaint: Html | null): View {
	const prices = link(t("search-prices"), routes.prices, { page: 1 });
	return { text: paragraphs([complaint, t.html("search-ask")]), buttons: [[prices], footer(t)] };
}

interface Problem {
	text: string;
	problem: string;
	part: string;
}

/** Explains why a text is not a name. `problem` is one of `rules/names`. `text` is empty if it must not be repeated. */
export function problemText(t: T, { text, problem, part }: Problem): Html {
	const name = html`<code>${shorten(text, 80)}</code>`;
	const why = t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: shorten(part, 60) });
	return lines([text === "" ? t.html("name-invalid-untold") : t.html("name-invalid", { name }), why]);
}

export function invalidView(t: T, params: Problem): View {
	const again = tap(t("home-search"), "search");
	return { text: problemText(t, params), buttons: [[again], footer(t)] };
}

/** `from` is this screen, so that the screens it opens can lead back. */
export function offerView(t: T, result: NameResult, back?: Button, from?: RouteRef): View {
	if (result.kind === "trouble") return troubleView(t, result, back);
	const name = result.kind === "offer" ? result.offer.domain : result.kind === "invalid" ? result.name : result.domain;
	const others = link(t("offer-others"), routes.shortlist, { base: name.split(".")[0] ?? name, page: 1 });
	if (result.kind === "invalid") {
		const { problem, part = name } = result;
		return { text: problemText(t, { text: name, problem, part }), buttons: [footer(t, back)] };
	}
	if (result.kind === "not_sold") {
		return { text: t.html("offer-not-sold", { name: nameText(name) }), buttons: [[others], footer(t, back)] };
	}
	const { offer, yours, order, sandbox, inside } = result;
	const why = inside !== undefined && t.html("offer-inside", { name: nameText(inside), whole: nameText(name) });
	if (order) {
		const { reference, mine } = order;
		const open = mine ? [tap(t("operation-open", { reference }), "reference", { value: reference })] : [];
		const text = paragraphs([
			why,
			t.html(mine ? "register-busy" : "register-busy-other", { name: nameText(name), reference }),
		]);
		return { text, buttons: [open, [others], footer(t, back)] };
	}
	if (yours) {
		const card = link(t("operation-domain"), routes.domain, { domain: name, from }, "primary");
		const text = paragraphs([why, t.html("offer-yours", { name: nameText(name) })]);
		return { text, buttons: [[card], [others], footer(t, back)] };
	}
	if (!offer.available) {
		const text = paragraphs([why, t.html("offer-taken", { name: nameText(name) })]);
		return { text, buttons: [[others], footer(t, back)] };
	}
	const buy = tap(t("offer-register"), "register", { value: offer.domain, style: "primary" });
	return {
		text: paragraphs([why, offerText(t, offer, sandbox)]),
		buttons: [[buy], [others, tap(t("button-refresh"), "again")], footer(t, back)],
	};
}

function offerText(t: T, offer: Offer, sandbox: boolean): Html {
	const prices = [
		t.html("offer-price", { money: priceOf(t, offer.registerCents) }),
		offer.renewCents !== null && t.html("offer-renewal", { money: t.money(offer.renewCents) }),
		offer.premium && t.html("offer-premium"),
	];
	return paragraphs([
		t.html("offer-free", { name: nameText(offer.domain) }),
		lines(prices),
		lookAlikeText(t, offer.domain),
		sandbox && t.html("sandbox-note"),
	]);
}

function priceOf(t: T, cents: number | null): string {
	return cents === null ? t("price-unknown") : t.money(cents);
}

export interface Shortlist {
	base: string;
	offers: readonly Offer[];
	yours: readonly string[];
	sandbox: boolean;
}

/** A page of offers. Each button opens one offer. */
export function shortlistView(t: T, { base, offers, yours, sandbox }: Shortlist, page: number): View {
	const name = listedName(base);
	if (offers.length === 0) return { text: t.html("shortlist-none", { name }), buttons: [footer(t)] };
	const shown = pageOf(offers, page, pageSize);
	const { items, page: current } = shown;
	const place = { base, page: current };
	const rows = items.map((offer) => {
		if (yours.includes(offer.domain)) {
			const text = t("shortlist-yours", { name: nameLabel(offer.domain) });
			return [link(text, routes.domain, { domain: offer.domain, from: routeRef(routes.shortlist, place) })];
		}
		const key = offer.available ? "shortlist-free" : "shortlist-taken";
		const text = t(key, { name: nameLabel(offer.domain), money: priceOf(t, offer.registerCents) });
		return [link(text, routes.offer, { name: offer.domain, ...place })];
	});
	const free = offers.filter((offer) => offer.available).length;
	const pageLink = (text: string, target: number) => link(text, routes.shortlist, { base, page: target });
	const text = paragraphs([
		t.html("shortlist-title", { name, free, total: offers.length }),
		pageLabel(t, shown),
		// The check needs a full name, and the TLD does not affect its result.
		lookAlikeText(t, `${base}.com`),
		sandbox && t.html("sandbox-note"),
	]);
	return { text, buttons: [...rows, pager(t, shown, pageLink), footer(t)] };
}
