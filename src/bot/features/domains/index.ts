import { Composer } from "grammy";
import type { PortfolioQuery } from "../../../actions/index.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { isSelected } from "../../screens/list-position.ts";
import { troubleView } from "../../screens/trouble.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { cardView } from "./card.ts";
import { fileView } from "./file.ts";
import { type ListPosition, sorts } from "./routes.ts";
import { domainsView, filterView, pageSize } from "./view.ts";

/** What one order may contain. The quote refuses more, and says so. */
const mostSelected = 1_000;
/** A file of so many rows has about two megabytes. */
const mostExported = 20_000;

/** My domains: the list by page, a search in it, and the card of a domain. */
export function createDomains({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("domains", (ctx) => {
		const said = ctx.match.trim();
		const name = parseDomain(said);
		if (said === "") ctx.show(routes.domains, {});
		else if (name.ok) ctx.show(routes.domain, { domain: name.ascii });
		else ctx.show(routes.domains, { search: said.slice(0, 100) });
	});
	const renew = (ctx: BotContext, { value }: ButtonPress) => ctx.conversation.enter("renew", value ?? "");
	handlers.use(onCallback([routes.domains, routes.domain], { renew }));
	const positionOf = (ctx: BotContext): ListPosition => routes.domains.parse(ctx.screen?.params) ?? {};
	handlers.use(onCallback([routes.domains, routes.domainsFilter], listCallbacks(routes.domains, sorts)));
	handlers.use(
		onCallback(routes.domains, {
			search: (ctx) => ctx.conversation.enter("search"),
			file: (ctx) => ctx.show(routes.domainsFile, { list: positionOf(ctx) }, { where: "new" }),
			filters: (ctx) => ctx.show(routes.domainsFilter, positionOf(ctx)),
			async chosen(ctx) {
				const names = await selectedNames(ctx.person.id, positionOf(ctx));
				if (names.length > 0) await ctx.conversation.enter("renew", names.join(" "));
				else ctx.redraw();
			},
		}),
	);

	/** Returns what is selected, in the order of the list. */
	async function selectedNames(personId: number, { selected, ...position }: ListPosition): Promise<string[]> {
		if (!selected) return [];
		if (!selected.all) return selected.names;
		const query = { ...queryOf(position), offset: 0, limit: mostSelected + selected.names.length + 1 };
		const found = await actions.domain.portfolio({ personId, query });
		const names = found.kind === "portfolio" ? found.domains.map(({ domain }) => domain) : [];
		return names.filter((name) => isSelected(selected, name));
	}

	const screens = [
		defineScreen(routes.domains, async ({ params, person, t }) => {
			const result = await actions.domain.portfolio({ personId: person.id, query: queryOf(params) });
			return result.kind === "trouble" ? troubleView(t, result) : domainsView(t, result, params);
		}),
		defineScreen(routes.domainsFile, async ({ params: { list }, person, t }) => {
			const query = { ...queryOf(list), offset: 0, limit: mostExported };
			const result = await actions.domain.portfolio({ personId: person.id, query });
			if (result.kind === "trouble") return troubleView(t, result);
			const { selected } = list;
			return fileView(
				t,
				selected ? result.domains.filter(({ domain }) => isSelected(selected, domain)) : result.domains,
			);
		}),
		defineScreen(routes.domainsFilter, ({ params, t }) => filterView(t, params)),
		defineScreen(routes.domain, async ({ params, person, t }) => {
			const card = await actions.domain.card({ personId: person.id, domain: params.domain });
			return cardView(t, card, params);
		}),
	];
	return { screens, handlers };
}

function queryOf({ search, filter, sort = "expiry", page = 1 }: ListPosition): PortfolioQuery {
	const days = filter !== undefined && /^\d/.test(filter) ? Number(filter) : undefined;
	const status = filter === "blocked" || filter === "expired" || filter === "edge" ? filter : undefined;
	const wanted = search?.toLowerCase();
	return {
		sort,
		offset: (page - 1) * pageSize,
		limit: pageSize,
		withinDays: days,
		status,
		...(wanted?.startsWith(".") ? { extension: wanted } : { search: wanted }),
	};
}
