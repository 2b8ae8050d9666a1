import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { closedView } from "../../screens/format.ts";
import { routeRef } from "../../screens/route.ts";
import { defineScreen } from "../../screens/screen.ts";
import { notYoursView } from "../../screens/shared/domain.ts";
import { troubleView } from "../../screens/trouble.ts";
import { backTo, link } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { changeIncidentView } from "./change-view.ts";
import { incidentView } from "./view.ts";

/**
 * Shows a page about a domain that was blocked, or was changed outside the bot. The page says what is known, what still
 * works and what to check. It also contains a letter that the person can send to the registrar.
 */
export function createIncident({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.incident, { renew: (ctx, { value }) => ctx.conversation.enter("renew", value ?? "") }),
	);
	const screens = [
		defineScreen(routes.incident, async ({ params, person, t }) => {
			const { domain, eventId, from } = params;
			const found = await actions.domain.incident({ personId: person.id, domain, eventId });
			const back = from ? backTo(t("button-back"), from) : link(t("button-back"), routes.domain, { domain });
			if (found.kind === "trouble") return troubleView(t, found, back);
			if (found.kind === "not_yours")
				return closedView(t, notYoursView(t, found.domain, routeRef(routes.incident, params)), back);
			return incidentView(t, found, back);
		}),
		defineScreen(routes.changeIncident, async ({ params, person, t }) => {
			const change = await actions.zone.changed({ personId: person.id, watchId: params.watchId });
			return changeIncidentView(t, change, params);
		}),
	];
	return { screens, handlers };
}
