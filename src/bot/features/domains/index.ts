import { Composer } from "grammy";
import { parseDomain } from "../../../rules/names.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { troubleView } from "../../screens/trouble.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { cardView } from "./card.ts";
import { firstPage, listView, pageSize } from "./view.ts";

/** My domains: the list by page, a search in it, and the card of a domain. */
export function createDomains({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("domains", (ctx) => {
		const said = ctx.match.trim();
		const name = parseDomain(said);
		if (said === "") ctx.show(routes.domains, firstPage);
		else if (name.ok) ctx.show(routes.domain, { domain: name.ascii });
		else ctx.show(routes.domains, { ...firstPage, search: said.slice(0, 100) });
	});
	const renew = (ctx: BotContext, { value }: ButtonPress) => ctx.conversation.enter("renew", value ?? "");
	handlers.use(onCallback([routes.domains, routes.domain], { renew }));

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
			return cardView(t, card, params);
		}),
	];
	return { screens, handlers };
}
