import { Composer } from "grammy";
import type { Alert, AlertTopic } from "../../../actions/index.ts";
import type { BotContext, ButtonPress } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { parseDomainArgument } from "../../input/domain-argument.ts";
import type { OutboxRow } from "../../ports.ts";
import { routes } from "../../routes.ts";
import { defineScreen } from "../../screens/define.ts";
import { type Destination, to } from "../../screens/route.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { alertsView, isMuted } from "./mutes.ts";
import { alertView, goneView, operatorAlertView } from "./view.ts";

/** What the service tells of its own accord, as messages, and which of it a person wants to hear. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("alerts", async (ctx) => {
		if (ctx.match.trim() === "") return ctx.show(routes.alerts, {});
		const named = parseDomainArgument(ctx);
		if (!named) return;
		if (named.rest.length > 0) return ctx.show(routes.alerts, { note: "alerts-one" });
		const topic = { topic: "domain", domain: named.domain } as const;
		const personId = ctx.person.id;
		const heard = !isMuted(await actions.alert.mutes({ personId }), topic);
		// What cannot be looked up right now may well be theirs.
		const card = heard ? await actions.domain.card({ personId, domain: named.domain }) : null;
		if (card?.kind === "not_yours") ctx.show(routes.domain, { domain: named.domain });
		else await toggle(ctx, topic);
	});
	handlers.use(
		onCallback(routes.alerts, {
			type: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "type", type: value ?? "" }),
			domain: (ctx, { value }: ButtonPress) => toggle(ctx, { topic: "domain", domain: value ?? "" }),
		}),
	);

	async function toggle(ctx: BotContext, topic: AlertTopic): Promise<void> {
		const who = { personId: ctx.person.id };
		const muted = isMuted(await actions.alert.mutes(who), topic);
		await (muted ? actions.alert.unmute({ ...who, ...topic }) : actions.alert.mute({ ...who, ...topic }));
		ctx.show(routes.alerts, { note: muted ? "alerts-heard" : "alerts-muted" });
	}

	const alert = defineScreen(routes.alert, async ({ params, person, t }) => {
		const found = await actions.event.get({ personId: person.id, eventId: params.eventId });
		return found ? alertView(t, found) : goneView(t);
	});
	const notice = defineScreen(routes.operatorAlert, async ({ params, t }) => {
		return operatorAlertView(t, (await actions.operation.referenceOf(params)) ?? "—");
	});
	const alerts = defineScreen(routes.alerts, async ({ params, person, t }) => {
		return alertsView(t, await actions.alert.mutes({ personId: person.id }), params.note);
	});
	return { screens: [alert, notice, alerts], handlers };
}

/** The screen that tells what an outbox row is about; null when this person has no business with it any more. */
export async function screenOfSubject(deps: FeatureDeps, { subject, person }: OutboxRow): Promise<Destination | null> {
	const { actions } = deps;
	const personId = person.id;
	switch (subject.kind) {
		case "operation":
			return to(routes.operation, { operationId: subject.id });
		case "balance": {
			const found = await actions.account.low({ personId, accountId: subject.id });
			return found && to(routes.lowBalance, { ...found });
		}
		case "trouble":
			return to(routes.operatorAlert, { operationId: subject.id });
		case "connection": {
			const known = await actions.connection.newcomer({ personId, connectionId: subject.id });
			return known && to(routes.accountShared, { connectionId: subject.id });
		}
		case "shut_out": {
			const out = await isShutOut(deps, personId, subject.id);
			return out && to(routes.accessLost, { connectionId: subject.id });
		}
		case "dismissed": {
			const out = await actions.connection.dismissed({ personId, accountId: subject.id });
			return out && to(routes.accessRemoved, { accountId: subject.id });
		}
		case "event": {
			const found = await actions.event.get({ personId, eventId: subject.id });
			return found && (await isWanted(deps, personId, found)) ? to(routes.alert, { eventId: subject.id }) : null;
		}
		default:
			return null;
	}
}

/** Whoever has connected again by now has nothing to be told. */
async function isShutOut({ actions }: FeatureDeps, personId: number, connectionId: number): Promise<true | null> {
	const known = await actions.connection.list({ personId });
	return known.some(({ id, state }) => id === connectionId && state === "needs_token") || null;
}

/** Muting is decided when an alert is sent, not when the event came. */
async function isWanted({ actions }: FeatureDeps, personId: number, { type, domain }: Alert): Promise<boolean> {
	const mutes = await actions.alert.mutes({ personId });
	const quiet =
		isMuted(mutes, { topic: "type", type }) || (domain !== null && isMuted(mutes, { topic: "domain", domain }));
	return !quiet;
}
