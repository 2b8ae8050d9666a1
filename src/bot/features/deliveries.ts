import { deliveryStatuses } from "@domains/contract/events.ts";
import { Composer } from "grammy";
import type { DeliveryFacts } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { listedName, namedEvents } from "../screens/format.ts";
import { type Html, html, lines, shorten } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The service's log of its attempts to send events to the account's webhook. */
export function createDeliveries({ actions, now }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("deliveries", (ctx) => ctx.show(routes.deliveries, { failedOnly: ctx.match.trim() === "failed" }));
	const deliveries = screen(routes.deliveries, {
		load: ({ personId, params: { failedOnly } }) => actions.delivery.list({ personId, limit: 100, failedOnly }),
		view: (t, result, { params }) => deliveriesView(t, result, { ...params, now: now() }),
		back: () => routeRef(routes.profileWebhook, {}),
		callbacks: listCallbacks(routes.deliveries),
	});
	return feature([deliveries], { handlers });
}

const pageSize = 8;

interface DeliveriesPage {
	failedOnly: boolean;
	page?: number | undefined;
	now: Date;
}

interface Deliveries {
	kind: "deliveries";
	deliveries: readonly DeliveryFacts[];
	webhookEnabled: boolean | null;
}

export function deliveriesView(t: T, result: Deliveries, { failedOnly, page = 1, now }: DeliveriesPage): View {
	const pending = findPendingAttempts(result.deliveries, now);
	const shown = pageOf(result.deliveries, page, pageSize);
	const filter = link(t(failedOnly ? "deliveries-all" : "deliveries-failed"), routes.deliveries, {
		failedOnly: !failedOnly,
	});
	return listView(t, {
		title: t.html("deliveries-title"),
		notes: [result.webhookEnabled === false && t.html("deliveries-off")],
		shown,
		details:
			shown.total === 0
				? [t.html(failedOnly ? "deliveries-none-failed" : "deliveries-none")]
				: shown.items.map((each) => deliveryLines(t, each, pending.has(each))),
		controls: [[filter, tap(t("button-refresh"), "again")]],
	});
}

const states: ReadonlySet<string | null> = new Set(deliveryStatuses);

/** The newest attempt of each event that the service will try to deliver again. */
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

/** A reason without a translation is shown as the service sent it. */
function causeOf(t: T, { status, statusCode, error }: DeliveryFacts): Html | null {
	if (status === "delivered") return null;
	if (error !== null && causes.has(error)) return t.html(`delivery-cause-${error}`);
	if (statusCode !== null && statusCode > 0) return t.html("delivery-cause-status", { status: String(statusCode) });
	return error === null ? null : html`<code>${shorten(error, 120)}</code>`;
}
