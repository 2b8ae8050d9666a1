import { Composer } from "grammy";
import type { AlertTopic } from "../../../actions/index.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { parseDomainArgument } from "../../input/domain-argument.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { listCallbacks } from "../../screens/list.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { alertsView, isMuted } from "./mutes.ts";
import { notificationScreens } from "./notifications.ts";

/** Handles alerts about events at the service, and the screen that mutes them. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("alerts", async (ctx) => {
		const text = ctx.match.trim();
		if (text === "") return ctx.show(routes.alerts, {});
		const personId = ctx.person.id;
		// The argument is a label or a domain. A label may contain spaces or look like a domain. For a domain of this
		// person, the domain takes precedence.
		const label = await actions.alert.label({ personId, text });
		if (label !== null && !parseDomain(text).ok) return toggle(ctx, { topic: "label", label });
		const named = parseDomainArgument(ctx);
		if (!named) return;
		if (named.rest.length > 0) return ctx.show(routes.alerts, { noticeKey: "alerts-one" });
		const topic = { topic: "domain", domain: named.domain } as const;
		const heard = !isMuted(await actions.alert.mutes({ personId }), topic);
		// A muted domain needs no lookup. If the service does not answer, assume that the domain belongs to the person.
		const card = heard ? await actions.domain.card({ personId, domain: named.domain }) : null;
		if (card?.kind !== "not_yours") await toggle(ctx, topic);
		else if (label !== null) await toggle(ctx, { topic: "label", label });
		else ctx.show(routes.domain, { domain: named.domain });
	});
	handlers.use(
		onCallback(routes.alerts, {
			...listCallbacks(routes.alerts),
			type: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "type", type: value ?? "" }),
			domain: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "domain", domain: value ?? "" }),
			block: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "block", domain: value ?? "" }),
			label: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "label", label: value ?? "" }),
			label_block: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "label_block", label: value ?? "" }),
		}),
	);

	async function toggle(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const who = { personId: ctx.person.id };
		const isOff = isMuted(await actions.alert.mutes(who), topic);
		const blocks = isOff ? false : await actions.alert.mute({ ...who, ...topic });
		if (isOff) await actions.alert.unmute({ ...who, ...topic });
		const muted = blocks ? `alerts-muted-${topic.topic}` : "alerts-muted";
		const about = "domain" in topic ? { domain: topic.domain } : "label" in topic ? { label: topic.label } : {};
		ctx.show(routes.alerts, { noticeKey: isOff ? "alerts-heard" : muted, ...about });
	}

	const alerts = defineScreen(routes.alerts, async ({ params, person, t }) => {
		return alertsView(t, await actions.alert.mutes({ personId: person.id }), params);
	});
	return { screens: [...notificationScreens(actions), alerts], handlers };
}
