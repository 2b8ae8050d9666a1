import { Composer } from "grammy";
import type { ChangedElsewhere } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { footer, nameText } from "../screens/format.ts";
import { paragraphs } from "../screens/html.ts";
import type { ParamsOf } from "../screens/route.ts";
import { defineScreen } from "../screens/screen.ts";
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
				else showOperation(ctx, quoteDestination(result));
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
	if (!change) return { text: paragraphs([title, t.html("elsewhere-settled")]), buttons: [[open], footer(t)] };
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
			footer(t),
		],
	};
}

function tooManyView(t: T, domain: string): View {
	const back = link(t("button-back"), routes.domain, { domain });
	return { text: t.html("elsewhere-too-many", { count: 100 }), buttons: [footer(t, back)] };
}
