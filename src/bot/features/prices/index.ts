import { Composer } from "grammy";
import { drawBars } from "../../../charts/index.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { isUnconnected, unconnectedView } from "../../screens/shared/pending-route.ts";
import { troubleView } from "../../screens/trouble.ts";
import { priceSorts, routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { historyChart, historyFileView, historyPictureView, historyView, jumpsView } from "./history-view.ts";
import { pricesView } from "./view.ts";

/** Handles the price list, its search by TLD, the price history, and the alert about sharp price changes. */
export function createPrices({ actions, settings, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("prices", (ctx) => {
		const search = ctx.match.trim().slice(0, 63);
		ctx.show(routes.prices, search === "" ? {} : { search });
	});
	handlers.use(onCallback(routes.prices, listCallbacks(routes.prices, priceSorts)));
	handlers.use(onCallback(routes.priceJumps, listCallbacks(routes.priceJumps)));
	handlers.use(
		onCallback(routes.priceHistory, {
			...listCallbacks(routes.priceHistory),
			file(ctx) {
				const params = routes.priceHistory.parse(ctx.screen?.params);
				if (params) ctx.show(routes.priceHistoryFile, { subject: params.subject }, { where: "new" });
			},
			picture(ctx) {
				const params = routes.priceHistory.parse(ctx.screen?.params);
				if (params) ctx.show(routes.priceHistoryPicture, { subject: params.subject }, { where: "new" });
			},
		}),
	);
	const read = (personId: number, subject: string) => actions.price.history({ personId, subject });
	const screens = [
		defineScreen(routes.prices, async ({ params, person, t }) => {
			const { search, sort } = params;
			const asked = { ...(search !== undefined && { search }), ...(sort && { sort }) };
			const result = await actions.price.list({ personId: person.id, ...asked });
			if (isUnconnected(result)) return unconnectedView(t, { to: "prices", params }, settings);
			return pricesView(t, result, params, settings.sandbox);
		}),
		defineScreen(routes.priceHistory, async ({ params, person, t }) =>
			historyView(t, await read(person.id, params.subject), params),
		),
		defineScreen(routes.priceHistoryFile, async ({ params, person, t }) => {
			const found = await read(person.id, params.subject);
			return found.kind === "trouble" ? troubleView(t, found) : historyFileView(t, found);
		}),
		defineScreen(routes.priceHistoryPicture, async ({ params, person, t }) => {
			const found = await read(person.id, params.subject);
			if (found.kind === "trouble") return troubleView(t, found);
			return historyPictureView(t, await drawBars(historyChart(t, found, now())), found);
		}),
		defineScreen(routes.priceJumps, async ({ params, person, t }) => {
			const { accountId, at } = params;
			const found = await actions.price.jumps({ personId: person.id, accountId, at: new Date(at) });
			return jumpsView(t, found, params, now());
		}),
	];
	return { screens, handlers };
}
