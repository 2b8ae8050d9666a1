import { Composer } from "grammy";
import { parseDomain } from "../../../rules/names.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { troubleView } from "../../screens/trouble.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { cardView } from "./card.ts";
import { domainMenu } from "./menu.ts";
import { firstPage, listView, pageSize } from "./view.ts";

/** My domains: the list by page, a search in it, and the card of a domain. */
export function createDomains({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	const menu = domainMenu();
	handlers.command("domains", (ctx) => {
		const said = ctx.match.trim();
		const name = parseDomain(said);
		if (said === "") ctx.show(routes.domains, firstPage);
		else if (name.ok) ctx.show(routes.domain, { domain: name.ascii });
		else ctx.show(routes.domains, { ...firstPage, search: said.slice(0, 100) });
	});
	handlers.use(menu);
	handlers.use(
		onCallback(routes.domains, {
			search: (ctx) => ctx.conversation.enter("search"),
			renew: (ctx, { value }) => ctx.conversation.enter("renew", value ?? ""),
		}),
	);

	const screens = [
		defineScreen(routes.domains, async ({ params, person, t }) => {
			const cursor = params.cursors.at(-1);
			const result = await actions.domain.list({
				personId: person.id,
				limit: pageSize,
				...(params.search !== undefined && { search: params.search }),
				...(cursor !== undefined && { cursor }),
			});
			return result.kind === "trouble" ? troubleView(t, result) : listView(t, result, params);
		}),
		defineScreen(routes.domain, async ({ params, person, t }) => {
			const card = await actions.domain.card({ personId: person.id, domain: params.domain });
			return cardView(t, card, params, await menu.keyboard(t));
		}),
	];
	return { screens, handlers };
}
