import { parseDomain } from "@domains/contract/names.ts";
import { Composer } from "grammy";
import type { Actions, AlertTopic } from "../../../actions/index.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { parseDomainArgument } from "../../input/domain-argument.ts";
import { quoteInput } from "../../input/screen-input.ts";
import { goneView } from "../../screens/format.ts";
import { listCallbacks } from "../../screens/list.ts";
import { defineScreen, type ScreenKind } from "../../screens/screen.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { alertDifferencesView, alertsView, isMuted, subjectOf } from "./mutes.ts";
import { notificationsView } from "./overview.ts";
import { alertGroupView, operatorAlertView } from "./view.ts";

/** Handles the alerts about events that the service reports, and the screen on which a person mutes them. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("notifications", (ctx) => ctx.show(routes.notifications, {}));
	handlers.command("alerts", async (ctx) => {
		const text = ctx.match.trim();
		if (text === "") return ctx.show(routes.alerts, {});
		const personId = ctx.person.id;
		// The argument is a domain or a label. A label (`client_ref`) is a text that the person gave to domains in an
		// order. It may contain spaces, and may look like a domain. If the person has both a domain and a label with this
		// text, the argument means the domain.
		const label = await actions.alert.label({ personId, text });
		if (label !== null && !parseDomain(text).ok) return choose(ctx, { topic: "label", label });
		// A text without a dot is not a domain. No domain of the person has it as a label either.
		if (label === null && !/[.。．]/u.test(text)) return unknownLabel(ctx, text);
		const named = parseDomainArgument(ctx);
		if (!named) return;
		if (named.rest.length > 0) return ctx.show(routes.alerts, { noticeKey: "alerts-one" });
		const topic = { topic: "domain", domain: named.domain } as const;
		const isNotified = !isMuted(await actions.alert.mutes({ personId }), topic);
		// If the domain is muted, show its switches without asking the service. Otherwise, ask the service whether the
		// domain belongs to the person. If the service does not answer, assume that it does.
		const card = isNotified ? await actions.domain.card({ personId, domain: named.domain }) : null;
		if (card?.kind !== "not_yours") await choose(ctx, topic);
		else if (label !== null) await choose(ctx, { topic: "label", label });
		else ctx.show(routes.domain, { domain: named.domain });
	});
	handlers.use(
		onCallback(routes.alerts, {
			type: (ctx, { value }: Tap) => toggle(ctx, { topic: "type", type: value ?? "" }),
			domain: (ctx, { value }: Tap) => toggle(ctx, { topic: "domain", domain: value ?? "" }),
			block: (ctx, { value }: Tap) => toggle(ctx, { topic: "block", domain: value ?? "" }),
			label: (ctx, { value }: Tap) => toggle(ctx, { topic: "label", label: value ?? "" }),
			label_block: (ctx, { value }: Tap) => toggle(ctx, { topic: "label_block", label: value ?? "" }),
		}),
	);

	handlers.use(onCallback(routes.alertDifferences, listCallbacks(routes.alertDifferences)));

	function unknownLabel(ctx: BotContext, text: string): void {
		ctx.show(routes.alerts, { noticeKey: "alerts-no-label", topic: { topic: "label", value: quoteInput(text) } });
	}

	/**
	 * Shows the alert switches of a domain or label. Changes no switch, because the person may only want to see the
	 * state.
	 */
	async function choose(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const about = "domain" in topic ? { domain: topic.domain } : "label" in topic ? { label: topic.label } : {};
		ctx.show(routes.alerts, { ...(await stateOf(ctx, topic)), ...about });
	}

	async function toggle(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const who = { personId: ctx.person.id };
		const isOff = isMuted(await actions.alert.mutes(who), topic);
		await (isOff ? actions.alert.unmute({ ...who, ...topic }) : actions.alert.mute({ ...who, ...topic }));
		const params = routes.alerts.parse(ctx.screen?.params) ?? {};
		ctx.show(routes.alerts, { ...params, ...(await stateOf(ctx, topic)) });
	}

	/** Returns the parameters of the notice that says whether the person gets alerts about a topic. */
	async function stateOf(ctx: BotContext, topic: AlertTopic) {
		const who = { personId: ctx.person.id };
		const about = { topic: { topic: topic.topic, value: subjectOf(topic) } };
		if (!isMuted(await actions.alert.mutes(who), topic)) return { noticeKey: "alerts-heard", ...about };
		const exceptBlocks =
			(topic.topic === "domain" || topic.topic === "label") &&
			(await actions.alert.reportsBlocks({ ...who, ...topic }));
		return { noticeKey: exceptBlocks ? `alerts-muted-${topic.topic}` : "alerts-muted", ...about };
	}

	handlers.use(
		onCallback(routes.alert, {
			/** The value of the button is the number of events that the message showed. */
			mine(ctx, { value }: Tap) {
				const shown = routes.alert.parse(ctx.screen?.params);
				if (shown) ctx.show(routes.alert, { ...shown, mine: Number(value) });
			},
		}),
	);

	const alerts = defineScreen(routes.alerts, async ({ params, person, t }) => {
		return alertsView(t, await actions.alert.mutes({ personId: person.id }), params);
	});
	const differences = defineScreen(routes.alertDifferences, async ({ params, person, t }) => {
		return alertDifferencesView(t, await actions.alert.mutes({ personId: person.id }), params);
	});
	const overview = defineScreen(routes.notifications, async ({ person, t }) => {
		const who = { personId: person.id };
		const [settings, mutes] = await Promise.all([actions.settings.read(who), actions.alert.mutes(who)]);
		return notificationsView(t, settings, mutes);
	});
	return { screens: [...notificationScreens(actions), overview, alerts, differences], handlers };
}

/**
 * Returns the screens that this feature defines for notifications. Other notifications open screens of other features.
 */
function notificationScreens(actions: Actions): ScreenKind[] {
	return [
		defineScreen(
			routes.alert,
			async ({ params, person, t }) => {
				const found = await actions.event.get({ personId: person.id, eventId: params.eventId });
				return found ? alertGroupView(t, found, params.mine) : goneView(t);
			},
			(params) => actions.event.split(params),
		),
		defineScreen(routes.operatorAlert, async ({ params, t }) =>
			operatorAlertView(t, (await actions.operation.operatorAlert(params)) ?? { reference: "—", asked: true }),
		),
	];
}
