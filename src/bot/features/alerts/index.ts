import { Composer } from "grammy";
import type { AlertTopic } from "../../../actions/index.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { parseDomainArgument } from "../../input/domain-argument.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { alertsView, isMuted } from "./mutes.ts";
import { notificationScreens } from "./notifications.ts";

/** Alerts about events at the service, and the screen that mutes them. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("alerts", async (ctx) => {
		if (ctx.match.trim() === "") return ctx.show(routes.alerts, {});
		const named = parseDomainArgument(ctx);
		if (!named) return;
		if (named.rest.length > 0) return ctx.show(routes.alerts, { noticeKey: "alerts-one" });
		const topic = { topic: "domain", domain: named.domain } as const;
		const personId = ctx.person.id;
		const heard = !isMuted(await actions.alert.mutes({ personId }), topic);
		// If the lookup fails, the domain may still belong to this person.
		const card = heard ? await actions.domain.card({ personId, domain: named.domain }) : null;
		if (card?.kind === "not_yours") ctx.show(routes.domain, { domain: named.domain });
		else await toggle(ctx, topic);
	});
	handlers.use(
		onCallback(routes.alerts, {
			type: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "type", type: value ?? "" }),
			domain: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "domain", domain: value ?? "" }),
			block: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "block", domain: value ?? "" }),
		}),
	);

	async function toggle(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const who = { personId: ctx.person.id };
		const muted = isMuted(await actions.alert.mutes(who), topic);
		await (muted ? actions.alert.unmute({ ...who, ...topic }) : actions.alert.mute({ ...who, ...topic }));
		const noticeKey = muted ? "alerts-heard" : topic.topic === "domain" ? "alerts-muted-domain" : "alerts-muted";
		ctx.show(routes.alerts, { noticeKey, ...(topic.topic !== "type" && { domain: topic.domain }) });
	}

	const alerts = defineScreen(routes.alerts, async ({ params, person, t }) => {
		return alertsView(t, await actions.alert.mutes({ personId: person.id }), params);
	});
	return { screens: [...notificationScreens(actions), alerts], handlers };
}
