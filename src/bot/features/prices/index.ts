import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { pricesView } from "./view.ts";

/** The price list, with a search by TLD. */
export function createPrices({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("prices", (ctx) => {
		const search = ctx.match.trim().slice(0, 63);
		ctx.show(routes.prices, search === "" ? {} : { search });
	});
	handlers.use(onCallback(routes.prices, listCallbacks(routes.prices)));
	const prices = defineScreen(routes.prices, async ({ params, person, t }) => {
		const { search } = params;
		const result = await actions.price.list({ personId: person.id, ...(search !== undefined && { search }) });
		return pricesView(t, result, params);
	});
	return { screens: [prices], handlers };
}
