import { Composer } from "grammy";
import type { ChangedElsewhere } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { nameText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { changedLines } from "../screens/shared/change.ts";
import { quoteDestination, showOperation, showTrouble } from "../screens/shared/operation.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

/**
 * Handles the button *Watch changes* of the tools of a zone, and the alert that someone has changed a watched domain
 * outside the bot.
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
	return feature(
		[
			screen(routes.changedElsewhere, {
				load: ({ personId, params: { watchId } }) => actions.zone.changed({ personId, watchId }),
				view: (t, change, { params }) => changedView(t, change, params),
				missing: (t, { params }) => changedView(t, null, params),
				on: {
					mine: ({ personId, params: { watchId } }) => actions.zone.accept({ personId, watchId }),
					async restore({ ctx, personId, params: { watchId, domain } }) {
						const result = await actions.zone.restore({ personId, watchId });
						if (result.kind === "gone") return;
						if (result.kind === "bad_nameservers" || result.kind === "unknown_preset")
							ctx.show(routes.nameservers, { domain });
						else showOperation(ctx, quoteDestination(result));
					},
				},
			}),
			screen(routes.watchedTooMany, {
				view: (t) => ({ text: t.html("elsewhere-too-many", { count: 100 }) }),
				back: ({ domain }) => routeRef(routes.domain, { domain }),
			}),
		],
		{ handlers },
	);
}

/**
 * Shows what was changed outside the bot, with buttons to accept the change or to restore the previous state. `change`
 * is null if the person accepted or undid the change, or deleted the watch of this domain.
 */
export function changedView(
	t: T,
	change: ChangedElsewhere | null,
	{ watchId, domain }: ParamsOf<typeof routes.changedElsewhere>,
): View {
	const open = link(t("operation-domain"), routes.domain, { domain });
	const title = t.html("elsewhere-changed", { name: nameText(domain) });
	if (!change) return { text: paragraphs([title, t.html("elsewhere-settled")]), buttons: [[open]] };
	const parts = [
		title,
		changedLines(t, change),
		t.html("elsewhere-question"),
		t.html("live-looked", { time: t.time(change.answeredAt) }),
	];
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("elsewhere-mine"), "mine"), tap(t("elsewhere-restore"), "restore")],
			[link(t("elsewhere-open"), routes.changeIncident, { watchId, domain }), open],
		],
	};
}
