import { deliveryStatuses } from "@domains/contract/events.ts";
import { Composer } from "grammy";
import type { DeliveryFacts, Trouble } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import type { BotContext } from "../context.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { namedEvents } from "../notifications.ts";
import { listedName } from "../screens/format.ts";
import { type Html, html, lines, shorten } from "../screens/html.ts";
import { closedListView, listCallbacks } from "../screens/list.ts";
import { defineScreen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { troubleView } from "../screens/trouble.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";
import { onCallback } from "../updates/callbacks.ts";

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

const pageSize = 8;

interface DeliveriesPage {
	failedOnly: boolean;
	page?: number | undefined;
	now: Date;
}

type Deliveries =
	| { kind: "deliveries"; deliveries: readonly DeliveryFacts[]; webhookEnabled: boolean | null }
	| Trouble;

/** Shows the log of webhook deliveries: each attempt, its result, and when the next attempt is due. */
export function deliveriesView(t: T, result: Deliveries, { failedOnly, page = 1, now }: DeliveriesPage): View {
	const back = link(t("button-back"), routes.profileWebhook, {});
	if (result.kind === "trouble") return troubleView(t, result, back);
	const pending = findPendingAttempts(result.deliveries, now);
	const shown = pageOf(result.deliveries, page, pageSize);
	const filter = link(t(failedOnly ? "deliveries-all" : "deliveries-failed"), routes.deliveries, {
		failedOnly: !failedOnly,
	});
	return closedListView(t, {
		title: t.html("deliveries-title"),
		notes: [result.webhookEnabled === false && t.html("deliveries-off")],
		shown,
		details:
			shown.total === 0
				? [t.html(failedOnly ? "deliveries-none-failed" : "deliveries-none")]
				: shown.items.map((each) => deliveryLines(t, each, pending.has(each))),
		controls: [[filter, tap(t("button-refresh"), "again")]],
		back,
	});
}

const states: ReadonlySet<string | null> = new Set(deliveryStatuses);

/**
 * Finds the events that the service will try to deliver again, and returns the newest attempt of each. Only these
 * attempts are shown with the time of the next attempt.
 */
function findPendingAttempts(deliveries: readonly DeliveryFacts[], now: Date): Set<DeliveryFacts> {
	const newest = new Map<unknown, DeliveryFacts>();
	for (const each of deliveries) {
		const before = newest.get(each.eventKey ?? each);
		if (!before || (each.attempt ?? 0) > (before.attempt ?? 0)) newest.set(each.eventKey ?? each, each);
	}
	const waiting = [...newest.values()].filter(
		({ status, nextAttemptAt }) => status === "retrying" && nextAttemptAt !== null && nextAttemptAt > now,
	);
	return new Set(waiting);
}

function deliveryLines(t: T, delivery: DeliveryFacts, isPending: boolean): Html {
	const { eventType, domain, attempt, createdAt, status, nextAttemptAt } = delivery;
	const event =
		eventType !== null && namedEvents.has(eventType) ? t(`alerts-${eventType.replaceAll(".", "-")}`) : eventType;
	const what = html`<b>${shorten(event ?? "?", 40)}</b>${domain === null ? "" : html` · ${listedName(domain)}`}`;
	const state = t.html("deliveries-state", { state: states.has(status) ? (status ?? "") : "unknown" });
	const when = createdAt !== null && t.html("deliveries-when", { attempt: attempt ?? 1, time: t.time(createdAt) });
	const next = isPending && nextAttemptAt !== null && t.html("deliveries-next", { time: t.time(nextAttemptAt) });
	return lines([what, lines([state, when], " · "), causeOf(t, delivery), next]);
}

const causes = new Set(["dns", "refused", "tls", "timeout"]);

/**
 * Returns why a delivery attempt failed. Returns null if it succeeded or the reason is unknown. A reason without a
 * translation is shown as the service sent it.
 */
function causeOf(t: T, { status, statusCode, error }: DeliveryFacts): Html | null {
	if (status === "delivered") return null;
	if (error !== null && causes.has(error)) return t.html(`delivery-cause-${error}`);
	if (statusCode !== null && statusCode > 0) return t.html("delivery-cause-status", { status: String(statusCode) });
	return error === null ? null : html`<code>${shorten(error, 120)}</code>`;
}
