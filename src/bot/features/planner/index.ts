import { Composer } from "grammy";
import { drawBars } from "../../../charts/index.ts";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { daysOf, plannerChart, plannerPictureView, plannerView } from "./view.ts";

/** Shows what renewals will cost in the next 30, 90 or 365 days, as text and as a picture. */
export function createPlanner({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.planner, {
			picture(ctx) {
				const params = routes.planner.parse(ctx.screen?.params);
				ctx.show(routes.plannerPicture, params ?? {}, { where: "new" });
			},
		}),
	);
	const screens = [
		defineScreen(routes.planner, async ({ params, person, t }) => {
			const found = await actions.renewal.expiring({ personId: person.id, days: daysOf(params) });
			if (found.kind === "trouble") return troubleView(t, found);
			return plannerView(t, found, params, { timeZone: person.timeZone, now: now() });
		}),
		defineScreen(routes.plannerPicture, async ({ params, person, t }) => {
			const found = await actions.renewal.expiring({ personId: person.id, days: daysOf(params) });
			if (found.kind === "trouble") return troubleView(t, found);
			const chart = plannerChart(t, found, params, { timeZone: person.timeZone, now: now() });
			return plannerPictureView(t, await drawBars(chart), params);
		}),
	];
	return { screens, handlers };
}
