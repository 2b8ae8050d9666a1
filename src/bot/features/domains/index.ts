import { parseDomain } from "@domains/contract/names.ts";
import { mostEdgeDomains, mostServerDomains, mostZones } from "@domains/dns/list-limits.ts";
import { Composer } from "grammy";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { defineScreen } from "../../screens/define.ts";
import { noticeText } from "../../screens/format.ts";
import { type KeptSelection, listCallbacks } from "../../screens/list.ts";
import { addTerms, isSelected, joinTerms, mostNames, toggleTerm } from "../../screens/list-position.ts";
import { routeRef } from "../../screens/route.ts";
import { queryOf, readSearch, selectedNames } from "../../screens/shared/domains-query.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type DomainsPosition, domainSorts, domainsList, routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { cardView, moreView, renewalView } from "./card.ts";
import { fileView } from "./file.ts";
import { domainsView, filterView, tooManyView } from "./view.ts";

/** The maximum number of domains that one order can renew. */
const mostSelected = 1_000;
/** The maximum number of rows of an exported file. A file of this length is about two megabytes. */
const mostExported = 20_000;

/** Handles the list *My domains*, its search, and the card of a domain, which shows its details. */
export function createDomains({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("domains", async (ctx) => {
		const input = ctx.match.trim();
		const name = parseDomain(input);
		if (input === "") ctx.show(routes.domains, {});
		else if (name.ok) ctx.show(routes.domain, { domain: name.ascii });
		else ctx.show(routes.domains, { search: joinTerms(await readSent(ctx, input)) });
	});
	const renew = (ctx: BotContext, { value }: Tap) => ctx.conversation.enter("renew", value ?? "");
	handlers.use(onCallback([routes.domains, routes.domain, routes.domainRenewal, routes.offer], { renew }));
	const positionOf = (ctx: BotContext): DomainsPosition => domainsList.safeParse(ctx.screen?.params).data ?? {};
	handlers.use(
		onCallback([routes.domains, routes.domainsFilter], listCallbacks(routes.domains, domainSorts, keepSelection)),
	);
	handlers.use(
		onCallback(routes.domains, {
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
	 * Replaces a selection of all matching domains with the names of these domains. The search or the filter is about to
	 * change, and would then match other domains. If there are too many names to store, clears the selection and returns
	 * a notice.
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

	/** Shows a screen about the selected domains. If there are more than `most`, shows a notice instead. */
	async function showForSelected(
		ctx: BotContext,
		route: typeof routes.manyDns | typeof routes.manyEdge | typeof routes.manyAutoRenew,
		most: number,
	): Promise<void> {
		const domains = await takeSelected(ctx, most);
		if (domains) ctx.show(route, { domains });
	}

	/**
	 * Returns the names of the selected domains. If none are selected, renders the list again and returns null. If there
	 * are more than `most`, says so and returns null.
	 */
	async function takeSelected(ctx: BotContext, most: number): Promise<string[] | null> {
		const list = positionOf(ctx);
		const names = await selectedNames(actions, ctx.person.id, list, most);
		if (names.length > most) ctx.show(routes.tooManyDomains, { list, most });
		else if (names.length === 0) ctx.redraw();
		else return names;
		return null;
	}

	const inputs = [routes.domains, routes.domainsFilter].map((route) =>
		acceptText(route, async (ctx, text) => {
			const position = positionOf(ctx);
			if (ctx.intent.is === "names") return await selectSent(ctx, position);
			const terms = await readSent(ctx, text);
			const [first = ""] = terms;
			const isWord = position.choose !== undefined && (ctx.intent.is === "base" || ctx.intent.is === "words");
			const means = first.startsWith("#") || isWord ? await isFound(ctx, first) : /^\.[\p{L}\d][^\s]*$/u.test(first);
			if (!means) return false;
			const search = terms.length === 1 ? toggleTerm(position.search, first) : addTerms(position.search, terms);
			ctx.show(routes.domains, { ...position, ...(await keepSelection(ctx, position)), search, page: 1 });
			return true;
		}),
	);

	/**
	 * Selects the domains in a list of names that the person sent. Returns false if the list contains anything other than
	 * domains of the person.
	 */
	async function selectSent(ctx: BotContext, position: DomainsPosition): Promise<boolean> {
		const { choose, selected } = position;
		if (ctx.intent.is !== "names" || ctx.intent.refused.length > 0 || choose !== undefined) return false;
		const sent = ctx.intent.names.map(({ ascii }) => ascii);
		const before = selected?.all === false ? selected.names : [];
		const names = [...new Set([...before, ...sent])];
		if (names.length > mostNames) return false;
		const owned = await actions.domain.owned({ personId: ctx.person.id, names: sent });
		if (owned.length < sent.length) return false;
		ctx.show(routes.domains, { ...position, selected: { all: false, names } });
		return true;
	}

	/** Returns the terms of a search that the person sent. */
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

	const cardOf = (personId: number, { domain }: { domain: string }) => actions.domain.card({ personId, domain });
	const screens = [
		defineScreen(routes.domains, async ({ params, person, t }) => {
			const result = await actions.domain.portfolio({
				personId: person.id,
				query: { ...queryOf(params), selected: params.selected },
			});
			if (result.kind === "trouble") return troubleView(t, result);
			const notice = noticeText(t, params.noticeKey, params.vars);
			return domainsView(t, { ...result, notice }, domainsList.parse(params));
		}),
		defineScreen(routes.tooManyDomains, ({ params, t }) => tooManyView(t, params)),
		defineScreen(routes.domainsFile, async ({ params: { list }, person, t }) => {
			const { selected } = list;
			// If the person selected single names, read all domains and pick the selected ones. The current search or filter
			// may not find the selected domains, because the person may have changed it after the selection.
			const listed = selected && !selected.all ? { sort: list.sort } : list;
			const query = { ...queryOf(listed), offset: 0, limit: mostExported };
			const result = await actions.domain.portfolio({ personId: person.id, query });
			if (result.kind === "trouble") return troubleView(t, result);
			return fileView(
				t,
				selected ? result.domains.filter(({ domain }) => isSelected(selected, domain)) : result.domains,
			);
		}),
		defineScreen(routes.domainsFilter, async ({ params, person, t }) => {
			const facets = await actions.domain.facets({ personId: person.id });
			return facets.kind === "trouble" ? troubleView(t, facets) : filterView(t, facets, params);
		}),
		defineScreen(routes.domain, async ({ params, person, t }) =>
			cardView(t, await cardOf(person.id, params), params, now()),
		),
		defineScreen(routes.domainRenewal, async ({ params, person, t }) =>
			renewalView(t, await cardOf(person.id, params), params),
		),
		defineScreen(routes.domainMore, async ({ params, person, t }) =>
			moreView(t, await cardOf(person.id, params), params),
		),
	];
	return { screens, handlers, inputs };
}
