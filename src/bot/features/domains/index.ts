import { parseDomain } from "@domains/contract/names.ts";
import { mostEdgeDomains, mostServerDomains, mostZones } from "@domains/dns/plan.ts";
import { Composer } from "grammy";
import { domainSorts } from "../../../rules/choices.ts";
import { offsetAt } from "../../../rules/local-time.ts";
import type { BotContext, Tap } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { noticeText } from "../../screens/format.ts";
import { type KeptSelection, listCallbacks } from "../../screens/list.ts";
import {
	addTerms,
	countSelected,
	isSelected,
	joinTerms,
	mostNames,
	pageSize,
	toggleTerm,
} from "../../screens/list-position.ts";
import { routeRef } from "../../screens/route.ts";
import { screen } from "../../screens/screen.ts";
import { queryOf, readSearch, selectedNames } from "../../screens/shared/domains-query.ts";
import { type DomainsPosition, domainsList, routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { cardMoreView, cardOrigin, cardView, renewalView } from "./card.ts";
import { domainsView, fileView, filterView, moreView } from "./view.ts";

/** The maximum number of domains that one order can renew. */
const mostSelected = 1_000;
/** The maximum number of rows of an exported file. A file of this length is about two megabytes. */
const mostExported = 20_000;

/** No list has more than 9999 pages. */
function pageNumber(text: string): number | null {
	return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

/** The list *My domains*, its search, and the card of a domain, which shows its details. */
export function createDomains({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("domains", async (ctx) => {
		const input = ctx.match.trim();
		const name = parseDomain(input);
		if (input === "") ctx.show(routes.domains, {});
		else if (name.ok) ctx.show(routes.domain, { domain: name.ascii });
		else ctx.show(routes.domains, { search: joinTerms(await readSent(ctx, input)) });
	});
	// Messages of an earlier version have a button without a domain.
	const renew = async (ctx: BotContext, { value }: Tap) =>
		value ? await ctx.conversation.enter("renew", value) : ctx.show(routes.domains, { choose: "renew" });
	handlers.use(onCallback([routes.domains, routes.domain, routes.domainRenewal, routes.offer], { renew }));
	const positionOf = (ctx: BotContext): DomainsPosition => domainsList.safeParse(ctx.screen?.params).data ?? {};
	handlers.use(
		onCallback(
			[routes.domains, routes.domainsFilter, routes.domainsMore],
			listCallbacks(routes.domains, domainSorts, keepSelection),
		),
	);
	handlers.use(
		onCallback([routes.domains, routes.domainsMore], {
			search: (ctx) => ctx.conversation.enter("search"),
			file: (ctx) => ctx.show(routes.domainsFile, { list: positionOf(ctx) }, { where: "new" }),
			filters: (ctx) => ctx.show(routes.domainsFilter, positionOf(ctx)),
			async tag(ctx) {
				const list = positionOf(ctx);
				// The tags screen may remove the tag that this search looks for. The search would then no longer find the
				// selected domains. So pass the names of the selected domains instead of the search.
				const names = await selectedNames(actions, ctx.person.id, list, mostNames);
				const selected = names.length > mostNames ? list.selected : { all: false, names };
				ctx.show(routes.tags, { list: { ...list, selected } });
			},
			chosen: (ctx) => enterWithSelected(ctx, "renew", mostSelected),
			servers: (ctx) => enterWithSelected(ctx, "nameservers", mostServerDomains),
			zones: (ctx) => showForSelected(ctx, routes.manyDns, mostZones),
			edge: (ctx) => showForSelected(ctx, routes.manyEdge, mostEdgeDomains),
			auto: (ctx) => showForSelected(ctx, routes.manyAutoRenew, mostEdgeDomains),
		}),
	);

	/**
	 * Replaces a selection of all matching domains with their names, because the search or the filter is about to change.
	 * If there are too many names to store, clears the selection and says so.
	 */
	async function keepSelection(ctx: BotContext, list: DomainsPosition): Promise<KeptSelection> {
		if (!list.selected?.all) return { selected: list.selected };
		const names = await selectedNames(actions, ctx.person.id, list, mostNames);
		if (names.length <= mostNames) return { selected: { all: false, names } };
		const vars = { most: mostNames };
		return { selected: { all: false, names: [] }, noticeKey: "domains-selection-cleared", vars };
	}

	/** Starts a conversation about the selected domains. If there are more than `most`, shows a notice instead. */
	async function enterWithSelected(ctx: BotContext, name: string, most: number): Promise<void> {
		const from = routeRef(routes.domains, positionOf(ctx));
		const names = await takeSelected(ctx, most);
		if (names) await ctx.conversation.enter(name, names.join(" "), JSON.stringify(from));
	}

	async function showForSelected(
		ctx: BotContext,
		route: typeof routes.manyDns | typeof routes.manyEdge | typeof routes.manyAutoRenew,
		most: number,
	): Promise<void> {
		const domains = await takeSelected(ctx, most);
		if (domains) ctx.show(route, { domains });
	}

	/** Null if none are selected, or more than `most`. The screen then says so. */
	async function takeSelected(ctx: BotContext, most: number): Promise<string[] | null> {
		const list = positionOf(ctx);
		const names = await selectedNames(actions, ctx.person.id, list, most);
		if (names.length > most) ctx.show(routes.tooManyDomains, { list, most });
		else if (names.length === 0) ctx.redraw();
		else return names;
		return null;
	}

	const inputs = [routes.domains, routes.domainsFilter, routes.domainsMore].map((route) =>
		acceptText(route, async (ctx, text) => {
			const position = positionOf(ctx);
			return (
				(await openPage(ctx, position, text)) ||
				(await takeNames(ctx, position)) ||
				(await findTerms(ctx, position, text)) ||
				(await refusePage(ctx, position, text))
			);
		}),
	);

	const pagesOf = async (ctx: BotContext, position: DomainsPosition): Promise<number> => {
		const query = { ...queryOf(position), limit: 1 };
		const found = await actions.domain.portfolio({ personId: ctx.person.id, query });
		return found.kind === "portfolio" ? Math.ceil(found.total / pageSize) : 0;
	};

	/** Opens the page whose number the person sent. Returns false if the list has no such page. */
	async function openPage(ctx: BotContext, position: DomainsPosition, text: string): Promise<boolean> {
		const page = pageNumber(text);
		const pages = page === null ? 0 : await pagesOf(ctx, position);
		if (page === null || pages < 2 || page < 1 || page > pages) return false;
		ctx.show(routes.domains, { ...position, page });
		return true;
	}

	/** Says how many pages there are, if the person sent a number that is neither a page nor a part of a name. */
	async function refusePage(ctx: BotContext, position: DomainsPosition, text: string): Promise<boolean> {
		const pages = pageNumber(text) === null ? 0 : await pagesOf(ctx, position);
		if (pages < 2) return false;
		ctx.show(routes.domains, { ...position, noticeKey: "domains-no-page", vars: { pages } });
		return true;
	}

	/** Filters the list by what the person sent: tags, extensions, or parts of names. Returns false for other texts. */
	async function findTerms(ctx: BotContext, position: DomainsPosition, text: string): Promise<boolean> {
		const { is } = ctx.intent;
		const isWord = is === "base" || is === "words" || pageNumber(text) !== null;
		const terms = await readSent(ctx, text);
		const [first = ""] = terms;
		const isTag = first.startsWith("#");
		const means = isTag || isWord ? await isFound(ctx, joinTerms(terms) ?? "") : /^\.[\p{L}\d][^\s]*$/u.test(first);
		if (!means && !(isTag && (await isNoOrder(ctx, first)))) return false;
		const search = terms.length === 1 ? toggleTerm(position.search, first) : addTerms(position.search, terms);
		ctx.show(routes.domains, { ...position, ...(await keepSelection(ctx, position)), search, page: 1 });
		return true;
	}

	/** Opens the card of a domain that the person sent. While domains are selected, selects it, like several names. */
	async function takeNames(ctx: BotContext, position: DomainsPosition): Promise<boolean> {
		const { intent } = ctx;
		if (position.choose !== undefined) return false;
		if (intent.is === "names" && intent.refused.length === 0) {
			const sent = intent.names.map(({ ascii }) => ascii);
			return await selectSent(ctx, position, sent);
		}
		if (intent.is !== "name") return false;
		if (position.selected) return await selectSent(ctx, position, [intent.ascii]);
		const owned = await actions.domain.owned({ personId: ctx.person.id, names: [intent.ascii] });
		if (owned.length === 0) return false;
		ctx.show(routes.domain, { domain: intent.ascii, list: position });
		return true;
	}

	/** Selects the domains that the person sent. Returns false if the account does not own all of them. */
	async function selectSent(ctx: BotContext, position: DomainsPosition, sent: readonly string[]): Promise<boolean> {
		const { selected } = position;
		const before = selected?.all === false ? selected.names : [];
		const names = [...new Set([...before, ...sent])];
		if (names.length > mostNames) return false;
		const owned = await actions.domain.owned({ personId: ctx.person.id, names: sent });
		if (owned.length < sent.length) return false;
		ctx.show(routes.domains, { ...position, selected: { all: false, names } });
		return true;
	}

	async function readSent(ctx: BotContext, text: string): Promise<string[]> {
		return await readSearch(text.trim().slice(0, 100), (search) => isFound(ctx, search));
	}

	/**
	 * True if the search finds a domain of the person. A text such as `#4K7Q` can be a tag or the reference of an order.
	 * It counts as a tag if the search finds a domain.
	 */
	async function isFound(ctx: BotContext, search: string): Promise<boolean> {
		const query = { ...queryOf({ search }), limit: 1 };
		const found = await actions.domain.portfolio({ personId: ctx.person.id, query });
		return found.kind === "portfolio" && found.total > 0;
	}

	/** A tag that no domain has is a search without a result, unless it is the reference of an order. */
	async function isNoOrder(ctx: BotContext, reference: string): Promise<boolean> {
		const order = await actions.operation.read({ personId: ctx.person.id, reference });
		return order.kind === "not_found";
	}

	const card = ({ personId, params: { domain } }: { personId: number; params: { domain: string } }) =>
		actions.domain.card({ personId, domain });
	const screens = [
		screen(routes.domains, {
			load: ({ personId, params, person }) =>
				actions.domain.portfolio({
					personId,
					query: {
						...queryOf(params),
						utcOffsetMs: offsetAt(now().getTime(), person.timeZone),
						selected: params.selected,
					},
				}),
			view: (t, result, { params }) =>
				domainsView(t, { ...result, notice: noticeText(t, params.noticeKey, params.vars) }, domainsList.parse(params)),
		}),
		screen(routes.domainsMore, {
			async load({ personId, params }) {
				const query = { ...queryOf(params), limit: 1 };
				const found = params.selected && (await actions.domain.portfolio({ personId, query }));
				const total = found?.kind === "portfolio" ? found.total : 0;
				return params.selected ? countSelected(params.selected, total) : 0;
			},
			view: (t, count, { params }) => moreView(t, params, count),
			back: (params) => routeRef(routes.domains, params),
		}),
		screen(routes.tooManyDomains, {
			view: (t, { most }) => ({ text: t.html("domains-too-many", { most }) }),
			back: ({ list }) => routeRef(routes.domains, list),
		}),
		screen(routes.domainsFile, {
			load({ personId, params: { list } }) {
				// If the person selected single names, read all domains. The current search or filter may not find the selected
				// domains, because the person may have changed it after the selection.
				const listed = list.selected && !list.selected.all ? { sort: list.sort } : list;
				const query = { ...queryOf(listed), offset: 0, limit: mostExported };
				return actions.domain.portfolio({ personId, query });
			},
			view(t, { domains }, { params }) {
				const { selected } = params.list;
				return fileView(t, selected ? domains.filter(({ domain }) => isSelected(selected, domain)) : domains);
			},
		}),
		screen(routes.domainsFilter, {
			load: ({ personId }) => actions.domain.facets({ personId }),
			view: (t, facets, { params }) => filterView(t, facets, params),
		}),
		screen(routes.domain, {
			load: card,
			view: (t, found, { params }) => cardView(t, found, params, now()),
			back: cardOrigin,
		}),
		screen(routes.domainRenewal, {
			load: card,
			view: (t, found, { params }) => renewalView(t, found, params),
			back: (params) => routeRef(routes.domain, params),
		}),
		screen(routes.domainMore, {
			load: card,
			view: (t, found, { params }) => cardMoreView(t, found, params),
			back: (params) => routeRef(routes.domain, params),
		}),
	];
	return feature(screens, { handlers, inputs });
}
