import { parseDomain, unicodeOf } from "@domains/contract/names.ts";
import { Composer, type MiddlewareFn } from "grammy";
import type { NameResult, Offer, Trouble } from "../../../actions/index.ts";
import { type OfferFilters, passes, usefulLimit } from "../../../rules/offer-filters.ts";
import { pageOf } from "../../../rules/pages.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { screenForText } from "../../input/screen-for-text.ts";
import {
	inlineNames,
	listedName,
	lookAlikeOf,
	lookAlikeText,
	marked,
	nameLabel,
	nameText,
	pricesLabel,
} from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { listCallbacks, listView } from "../../screens/list.ts";
import { type ParamsOf, type RouteRef, routeRef } from "../../screens/route.ts";
import { screen } from "../../screens/screen.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { searchConversation } from "./conversation.ts";

/** Looks up a name that the person types, sends with `/search`, or sends after the bot asks for a name. */
export function createSearch({ actions, settings }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const enter = (ctx: BotContext) => ctx.conversation.enter(searchConversation.name);
	handlers.command("search", async (ctx, next) =>
		ctx.match === "" ? await enter(ctx) : await typed(ctx, ctx.match, next),
	);
	handlers.use(onCallback([routes.home, routes.invalid, routes.connected, routes.domains], { search: enter }));
	const claimName: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text } = ctx.incoming;
		const isSearch = content === "text" && ctx.intent.is !== "remark" && ctx.intent.is !== "unsupported";
		await (isSearch ? typed(ctx, text, next) : next());
	};

	async function typed(ctx: BotContext, text: string, next: () => Promise<void>): Promise<void> {
		const found = screenForText(text, ctx.intent);
		// Store when a forwarded name was sent. If another forwarded message follows within seconds, the two names become a
		// list.
		const forwarded = ctx.msg?.forward_origin && { forwarded: ctx.msg.date };
		if (found) ctx.show(found.route, { ...found.params, ...forwarded });
		else await next();
	}

	return feature(
		[
			screen(routes.searchAsk, { view: askView }),
			screen(routes.invalid, { view: invalidView }),
			screen(routes.offer, {
				load: ({ personId, params: { name } }) => actions.search.name({ personId, name }),
				view(t, result, { params }) {
					const { joined, watched } = params;
					const here = routeRef(routes.offer, params);
					const view = offerView(t, result, here, watched);
					return joined === undefined ? view : withJoinedName(t, view, joined, here);
				},
				back: ({ from }) => from,
				connectFirst: settings,
			}),
			screen(routes.shortlist, {
				load: ({ personId, params: { base } }) => actions.search.base({ personId, base }),
				view: (t, result, { params }) =>
					result.kind === "invalid" ? offerView(t, result) : shortlistView(t, result, params),
				callbacks: listCallbacks(routes.shortlist),
				connectFirst: settings,
			}),
		],
		{ handlers, conversations: [searchConversation], claims: { name: claimName } },
	);
}

const pageSize = 8;
/** A phone shows about this many characters of a button that has its own row. */
const longestLabel = 36;
/** The screen lists at most this number of taken names. */
const mostTaken = 8;

function askView(t: T, { rejectedInput: text, problem, part = "" }: ParamsOf<typeof routes.searchAsk>): View {
	const complaint = problem === undefined ? t.html("search-none") : problemText(t, { text: text ?? "", problem, part });
	return {
		text: paragraphs([text !== undefined && complaint, t.html("search-ask")]),
		buttons: [[pricesLink(t)]],
	};
}

interface Problem {
	text: string;
	problem: string;
	part: string;
}

/** Explains why a text is not a name. `problem`: a code of `rules/names`. `text`: "" if it may contain a secret. */
function problemText(t: T, { text, problem, part }: Problem): Html {
	const name = html`<code>${shorten(text, 80)}</code>`;
	const why = t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: shorten(part, 60) });
	return lines([text === "" ? t.html("name-invalid-untold") : t.html("name-invalid", { name }), why]);
}

export function invalidView(t: T, params: Problem): View {
	const { problem, part: domain } = params;
	const isMeant = (problem === "mail_address" || problem === "spaces") && parseDomain(domain).ok;
	return { text: problemText(t, params), buttons: isMeant ? [[searchButton(t, domain)]] : [] };
}

/**
 * Shows the result of a lookup. `from`: this screen. It is passed to the screens that open from here, so that their
 * *Back* button leads here.
 */
export function offerView(t: T, result: Exclude<NameResult, Trouble>, from?: RouteRef, watched = false): View {
	const name = result.kind === "offer" ? result.offer.domain : result.kind === "invalid" ? result.name : result.domain;
	const others = link(t("offer-others"), routes.shortlist, { base: name.split(".")[0] ?? name });
	if (result.kind === "invalid") {
		const { problem, part = name } = result;
		return { text: problemText(t, { text: name, problem, part }) };
	}
	if (result.kind === "not_sold") {
		return { text: t.html("offer-not-sold", { name: nameText(name) }), buttons: [[others], [pricesLink(t)]] };
	}
	const { offer, yours, order, similar, sandbox, inside } = result;
	const why = inside !== undefined && t.html("offer-inside", { name: nameText(inside), whole: nameText(name) });
	if (order) {
		const { reference, mine } = order;
		const open = mine ? [tap(t("operation-open", { reference }), "reference", { value: reference })] : [];
		const text = paragraphs([
			why,
			t.html(mine ? "register-busy" : "register-busy-other", { of: "order", name: nameText(name), reference }),
		]);
		return { text, buttons: [open, [others]] };
	}
	if (yours) {
		const { expiresAt } = yours;
		const own = [
			t.html("offer-yours", { name: nameText(name) }),
			expiresAt && t.html("operation-expires", { date: t.date(expiresAt) }),
		];
		const next = [
			link(t("domain-dns"), routes.zone, { domain: name, page: 1 }),
			tap(t("domain-renew"), "renew", { value: name }),
		];
		const card = link(t("operation-domain"), routes.domain, { domain: name, from }, "primary");
		return { text: paragraphs([why, lines(own)]), buttons: [[card], next] };
	}
	if (!offer.available) {
		const text = paragraphs([
			why,
			t.html("offer-taken", { name: nameText(name) }),
			similar.length > 0 && t.html("offer-similar"),
			similar.length > 0 && sandbox && t.html("sandbox-note"),
		]);
		const instead = similar.map((each) => [offerButton(t, each, from)]);
		return { text, buttons: [...instead, [watchButton(t, offer)], [others]] };
	}
	const buy = tap(t("offer-register"), "register", { value: offer.domain, style: "primary" });
	const like = lookAlikeOf(offer.domain)?.imitates;
	return {
		text: paragraphs([watched && t.html("offer-watched"), why, offerText(t, offer, sandbox)]),
		buttons: [
			[buy],
			like === undefined ? [] : [searchButton(t, like)],
			[others, tap(t("button-refresh"), "again")],
			[watchButton(t, offer)],
			[pricesLink(t)],
		],
	};
}

function pricesLink(t: T): Button {
	return link(t("search-prices"), routes.prices, {});
}

/** Returns the button that looks up another name than the one that was sent. */
function searchButton(t: T, name: string): Button {
	return link(t("search-mail-domain", { name: nameLabel(name) }), routes.offer, { name });
}

/**
 * Adds a second name to the result of a lookup, with a button that looks it up. The second name consists of the name
 * and the words before it, such as `northwindcoffee.net` for "northwind coffee.net".
 */
export function withJoinedName(t: T, view: View, joined: string, from: RouteRef): View {
	const [first = [], ...others] = view.buttons ?? [];
	const search = link(t("offer-joined-search", { name: nameLabel(joined) }), routes.offer, { name: joined, from });
	const text = paragraphs([view.text, t.html("offer-joined", { name: nameText(joined) })]);
	return { ...view, text, buttons: [first, [search], ...others] };
}

/**
 * Returns the button that starts a watch of the name. If the name is taken, the bot waits until it is available. If the
 * name is available, the bot waits for a lower price.
 */
function watchButton(t: T, { domain, available, registerCents }: Offer): Button {
	const below = available && registerCents !== null ? ` ${registerCents - 1}` : "";
	return tap(t(available ? "offer-watch-price" : "offer-watch"), "watch", { value: `${domain}${below}` });
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

type ShortlistPage = ParamsOf<typeof routes.shortlist>;

interface Shortlist {
	base: string;
	offers: readonly Offer[];
	yours: readonly string[];
	sandbox: boolean;
}

/**
 * Shows buttons for a page of names that are available or already in this account. Shows the taken names in one line.
 */
export function shortlistView(t: T, { base, offers, yours, sandbox }: Shortlist, place: ShortlistPage): View {
	const name = listedName(base);
	if (offers.length === 0) return { text: t.html("shortlist-none", { name }) };
	const isFiltered = place.under !== undefined || place.fair === true;
	const available = offers.filter((offer) => offer.available);
	const taken = offers.filter((offer) => !offer.available && !yours.includes(offer.domain));
	const shown = pageOf(
		isFiltered ? available.filter((offer) => passes(offer, place)) : offers.filter((offer) => !taken.includes(offer)),
		place.page ?? 1,
		pageSize,
	);
	const from = routeRef(routes.shortlist, { ...place, page: shown.page });
	const nothing = isFiltered && shown.total === 0;
	const clear = nothing ? [link(t("shortlist-filter-none"), routes.shortlist, { base })] : [];
	const [first] = available.length === 0 ? taken : [];
	const similar = first ? [link(t("shortlist-similar"), routes.offer, { name: first.domain, from })] : [];
	return listView(t, {
		title: t.html("shortlist-title", { name, free: available.length, total: offers.length }),
		notes: [
			takenLine(t, taken),
			available.some(({ unchecked }) => unchecked) && t.html("offers-unchecked"),
			shown.items.some(({ premium }) => premium) && t.html("shortlist-premium"),
		],
		shown,
		row(offer) {
			if (offer.available) return offerButton(t, offer, from, true);
			const text = t("shortlist-yours", { name: nameLabel(offer.domain) });
			return link(text, routes.domain, { domain: offer.domain, from });
		},
		details: [
			nothing && t.html("shortlist-filtered-none"),
			// The check for look-alike letters needs a complete domain name. The result is the same for every TLD.
			lookAlikeText(t, `${base}.com`),
			sandbox && t.html("sandbox-note"),
		],
		controls: [similar, filterRow(t, available, place), clear, [pricesLink(t)]],
	});
}

/** Returns buttons that turn filters on or off. A filter that every name passes has no button, unless it is on. */
function filterRow(t: T, available: readonly Offer[], { base, under, fair }: ShortlistPage): Button[] {
	const filter = (text: string, on: boolean, filters: OfferFilters) =>
		link(marked(text, on), routes.shortlist, { base, ...filters });
	const isCheap = under !== undefined;
	const limit = under ?? usefulLimit(available);
	const isFair = fair === true;
	const hasUnfair = available.some((offer) => !passes(offer, { fair: true }));
	return [
		...(limit === undefined
			? []
			: [
					filter(t("shortlist-filter-under", { money: t.money(limit) }), isCheap, {
						under: isCheap ? undefined : limit,
						fair,
					}),
				]),
		...(isFair || hasUnfair
			? [filter(t("shortlist-filter-fair"), isFair, { under, fair: isFair ? undefined : true })]
			: []),
	];
}

/**
 * Returns a button that shows the prices of an available name and opens its offer. If all names have the same base, a
 * label that is too long for a phone shows only the TLD.
 */
function offerButton(t: T, offer: Offer, from?: RouteRef, isSameBase = false): Button {
	const labelOf = (name: string) => t("shortlist-offer", { name, money: pricesLabel(t, offer) });
	const text = labelOf(nameLabel(offer.domain));
	const isLong = isSameBase && [...text].length > longestLabel;
	const ending = unicodeOf(offer.domain).replace(/^[^.]*/, "");
	return link(isLong ? labelOf(ending) : text, routes.offer, { name: offer.domain, from });
}

function takenLine(t: T, taken: readonly Offer[]): Html | null {
	if (taken.length === 0) return null;
	const names = inlineNames(taken.slice(0, mostTaken).map((offer) => offer.domain));
	return t.html("shortlist-taken", { names, more: Math.max(0, taken.length - mostTaken) });
}
