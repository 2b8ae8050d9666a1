import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { deliveriesView } from "./view.ts";

/** Shows the service's log of webhook deliveries: its attempts to send events to the account's webhook. */
export function createDeliveries({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("deliveries", (ctx) => ctx.show(routes.deliveries, { failedOnly: ctx.match.trim() === "failed" }));
	handlers.use(onCallback(routes.deliveries, listCallbacks(routes.deliveries)));
	const deliveries = defineScreen(routes.deliveries, async ({ params, person, t }) => {
		const { failedOnly } = params;
		const result = await actions.delivery.list({ personId: person.id, limit: 100, failedOnly });
		return deliveriesView(t, result, { ...params, now: now() });
	});
	return { screens: [deliveries], handlers };
}
