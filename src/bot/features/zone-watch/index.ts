import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { defineScreen } from "../../screens/define.ts";
import { planDestination, showOperation, showTrouble } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { changedView, tooManyView } from "./view.ts";

/**
 * Handles the button *Watch changes* of the tools of a zone. Also handles the alert that someone
 * has changed a watched domain outside the bot.
 */
export function createZoneWatch({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback([routes.domain, routes.zoneMore], {
			async watch(ctx, { value }) {
				const result = await actions.zone.toggle({ personId: ctx.person.id, domain: value ?? "" });
				if (result.kind === "trouble") showTrouble(ctx, result);
				else if (result.kind === "too_many") ctx.show(routes.watchedTooMany, { domain: result.domain });
				else ctx.redraw();
			},
		}),
	);
	handlers.use(
		onCallback(routes.changedElsewhere, {
			async mine(ctx) {
				await actions.zone.accept(currentWatch(ctx));
				ctx.redraw();
			},
			async restore(ctx) {
				const { domain } = routes.changedElsewhere.parse(ctx.screen?.params) ?? { domain: "" };
				const result = await actions.zone.restore(currentWatch(ctx));
				if (result.kind === "gone") ctx.redraw();
				else if (result.kind === "bad_nameservers" || result.kind === "unknown_preset")
					ctx.show(routes.nameservers, { domain });
				else showOperation(ctx, planDestination(result));
			},
		}),
	);

	function currentWatch({ person, screen }: BotContext) {
		return { personId: person.id, watchId: routes.changedElsewhere.parse(screen?.params)?.watchId ?? 0 };
	}

	const screens = [
		defineScreen(routes.changedElsewhere, async ({ params, person, t }) =>
			changedView(t, await actions.zone.changed({ personId: person.id, watchId: params.watchId }), params),
		),
		defineScreen(routes.watchedTooMany, ({ params, t }) => tooManyView(t, params.domain)),
	];
	return { screens, handlers };
}
